#ifndef RUNNER_IO_LAYOUT_H
#define RUNNER_IO_LAYOUT_H

#include "spec/plan.h"
#include "spec/replay_log.h"
#include "stat/log_row.h"
#include "verify/progress.h"
#include "verify/state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * A job as it comes to be on this machine: which files, how large, which part
 * of each, how many bytes in all. Made once by the parent (run/prepare.h),
 * printed by --check, inherited by the workers, never changed after.
 */
enum file_kind {
	FILE_REGULAR,
	FILE_BLOCK,
	FILE_CHARACTER, /* /dev/zero and the like: any offset is fine */
	FILE_NONE,      /* an engine without files */
	FILE_FOLDER,    /* of an engine that works on folders */
};

struct layout_file {
	const char *path;
	enum file_kind kind;
	uint64_t present; /* bytes, before layout */
	uint64_t size;    /* bytes, after layout; the end of the usable part */
	uint64_t offset;  /* the part that the job uses */
	uint64_t length;
	uint64_t whole_offset;  /* what all clones use of it; more than the */
	uint64_t whole_length;  /* above with split=1 */
	bool made;              /* didn't exist before this run */
	struct zone_map *zones; /* zonemode=zbd, else NULL; not the layout's */
	uint32_t overlap_file;  /* its number in `overlaps`; 0: not there */
};

/* With `zones`: those that lie within the job's part, from first to end. */
void layout_file_zones(const struct layout_file *f, uint32_t *first,
		       uint32_t *end);

struct layout_log {
	enum log_kind kind;
	const char *path;
};

/* dedupe_global: the jobs that share a working set of blocks. */
struct dedupe_share {
	uint64_t seed;  /* of the blocks */
	uint32_t jobs;  /* how many there are, 0: this one shares nothing */
	uint32_t place; /* of this one among them */
};

struct layout {
	const struct job *job;
	struct layout_file *files;
	size_t file_count;
	uint64_t size;     /* bytes of all parts: one pass */
	uint64_t io_bytes; /* to move in one loop: io_size, or size */
	bool fills;        /* until there is no space: those are only bounds */
	uint64_t seed;     /* of everything random in the job */
	uint64_t startdelay_ns; /* drawn from its range */
	struct dedupe_share dedupe;
	uint32_t io_alignment; /* of offset and length with direct=1, else 1 */
	uint32_t buffer_alignment;
	uint32_t depth; /* iodepth, 1 for a synchronous engine */
	/* Where it runs; NULL: anywhere. */
	const struct cpu_list *cpus;
	const struct cpu_list *memory_nodes; /* of numa_mem_policy */

	const char *aux_path; /* see struct plan */

	/* How far another run had come (verify_state_load), or NULL. */
	const struct verify_state *state;
	const char *state_path; /* where verify_state_save goes, or NULL */
	struct verify_progress
		*progress; /* for that, shared; NULL: not wanted */

	int trace_fd; /* where each I/O is told of; 0: it isn't */

	/* The block devices below the files, for ioscheduler. */
	const char *const *disks;
	size_t disk_count;

	const struct layout_log *logs;
	size_t log_count;
	const struct replay_log *replay; /* what it does again, or NULL */
	uint32_t open_max;    /* files that it needs open at a time; 0: all */
	const char *iolog;    /* of write_iolog, or NULL */
	bool iolog_is_shared; /* other jobs write to it, too */

	/* The numbers of the jobs of its flow, itself included; 0: it is in
	 * none. */
	const uint32_t *flow_peers;
	uint32_t flow_peer_count;

	/* serialize_overlap: what is in flight in files that other jobs use,
	 * too, and where the job's part begins; NULL: it has no such files. */
	struct overlap_table *overlaps;
	uint32_t overlap_first;

	uint64_t min_bs; /* over the directions that the job uses */
	uint64_t max_bs;
};

#endif
