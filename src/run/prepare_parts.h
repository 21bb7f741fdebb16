#ifndef RUNNER_RUN_PREPARE_PARTS_H
#define RUNNER_RUN_PREPARE_PARTS_H

#include "run/prepare.h"

/* What the steps of prepare() share. */
struct preparation {
	const struct plan *plan;
	struct prepared *out;
	bool readonly;
	struct diag *diag;
};

/*
 * One job while it is prepared. Its files are in `layout`, and what is known
 * of each at the same place in `files` (not for engines without files).
 */
struct job_preparation {
	struct preparation *all;
	const struct job *job;
	const struct job_options *options;
	struct layout *layout;
	struct run_file **files;
};

/* The layout of the first copy of the job. */
static inline const struct layout *first_layout(const struct job_preparation *p)
{
	return &p->all->out->layouts[p->job->section->first_job];
}

/*
 * Notes and warnings are about the section, so its first copy has them; errors
 * too, since the others aren't prepared after one.
 */
static inline bool is_first_clone(const struct job_preparation *p)
{
	return p->job->clone == 0;
}

static inline bool engine_is(const struct job_preparation *p,
			     enum engine_flag flag)
{
	return p->job->section->engine->flags & flag;
}

/* Whether the job changes what is in its files. */
static inline bool job_writes(const struct job_preparation *p)
{
	return section_changes_files(p->job->section);
}

/* Where the user said which files: for messages about one of them. */
struct source prepare_file_source(const struct job_section *section);

/* Give the layout its files, with their paths. 0, or -1: reported. */
int prepare_names(struct job_preparation *p);

/*
 * Add all regular files in `folder` and below to the list, each folder's own
 * before those of the folders in it and otherwise by name; symbolic links are
 * not followed. 0, or errno with the folder that failed in `*failed`.
 */
int prepare_folder(struct arena *arena, const char *folder,
		   struct text_list *list, const char **failed);

/* Refuse files that can't be used, or must not. 0, or -1: reported. */
int prepare_access(struct job_preparation *p);

/* Tell the jobs of each flow of each other. */
void prepare_flow(struct preparation *p);

/*
 * Which files jobs with serialize_overlap have in common, if io_submit_mode has
 * them look at each other's I/Os. 0, or -1: reported.
 */
int prepare_overlaps(struct preparation *p);

/* The same three for a job that does a log of I/Os again. */
void prepare_replay_names(struct job_preparation *p);
int prepare_replay_sizes(struct job_preparation *p);
int prepare_replay_alignment(const struct job_preparation *p,
			     const struct run_file *file);

/* From here on no size is in zones. 0, or -1: reported. */
int prepare_zones(struct job_preparation *p);

/* Divide files into zones, with zonemode=zbd. 0, or -1: reported. */
int prepare_zone_maps(struct job_preparation *p);

/* Settle which part of each file is used. 0, or -1: reported. */
int prepare_sizes(struct job_preparation *p);

/* Give each clone its part of that, with split=1. 0, or -1: reported. */
int prepare_split(struct job_preparation *p);

/* How much sprandom writes, if it can. 0, or -1: reported. */
int prepare_sprandom(struct job_preparation *p);

/* What direct I/O has to align to. 0, or -1: reported. */
int prepare_alignment(struct job_preparation *p);

/* Note what the job needs laid out and what it overwrites. 0 or -1. */
int prepare_needs(struct job_preparation *p);

/* Settle where the process runs, and what else of the machine it wants. */
int prepare_process(struct job_preparation *p);

/* Give the layout its logs, with their paths. 0, or -1: reported. */
int prepare_logs(struct job_preparation *p);

/* Whether a log of `option`, given at `at`, can be at `path` at all. */
int prepare_log_place(const struct job_preparation *p, struct source at,
		      const char *option, const char *path);

/* Where the job's I/Os are written to, if they are. 0, or -1: reported. */
int prepare_iolog(struct job_preparation *p);

/* All iologs are known: which of them several jobs write to. */
void prepare_shared_iologs(const struct preparation *p);

/* That --aux-path is a folder. 0, or -1: reported. */
int prepare_aux_path(const struct preparation *p);

/* Say where its state of verify goes to or comes from. 0, or -1: reported. */
int prepare_state(struct job_preparation *p);

/* All files are known: that no log would overwrite one. 0, or -1: reported. */
int prepare_log_victims(const struct preparation *p);

/*
 * All jobs are known: that none writes where another one reads back what it
 * wrote. 0, or -1: reported.
 */
int prepare_verify(const struct preparation *p);

/* All needs are known: gather the tasks. */
void prepare_tasks(struct preparation *p);

/*
 * Note which files that jobs only read have parts without data: a benchmark of
 * those is one of memory.
 */
void prepare_holes(struct preparation *p);

/* Warn where there is no room for the files that are to be laid out. */
void prepare_space(struct preparation *p);

#endif
