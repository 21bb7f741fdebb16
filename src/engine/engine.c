#include "engine/engine.h"

#include "engine/activity.h"
#include "engine/task.h"
#include "refused.h"

#include <errno.h>
#include <stdio.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/*
 * Lists and no constructors that register: from a static library the linker
 * would drop an engine that nothing refers to. All are sorted by name.
 */
static const struct engine_ops *const engines[] = {
	&engine_e4defrag, &engine_falloc,       &engine_ftruncate,
	&engine_io_uring, &engine_io_uring_cmd, &engine_libaio,
	&engine_mmap,     &engine_null,         &engine_posixaio,
	&engine_psync,    &engine_pvsync,       &engine_pvsync2,
	&engine_sg,       &engine_splice,       &engine_sync,
	&engine_vsync,
};

static const struct activity_ops *const activities[] = {
	&activity_dircreate,  &activity_dirdelete,  &activity_dirstat,
	&activity_filecreate, &activity_filedelete, &activity_filestat,
};

static const struct task_ops *const tasks[] = { &task_cpuio, &task_exec };

static const struct engine_info *const infos[] = {
	&task_cpuio.info,          &activity_dircreate.info,
	&activity_dirdelete.info,  &activity_dirstat.info,
	&engine_e4defrag.info,     &task_exec.info,
	&engine_falloc.info,       &activity_filecreate.info,
	&activity_filedelete.info, &activity_filestat.info,
	&engine_ftruncate.info,    &engine_io_uring.info,
	&engine_io_uring_cmd.info, &engine_libaio.info,
	&engine_mmap.info,         &engine_null.info,
	&engine_posixaio.info,     &engine_psync.info,
	&engine_pvsync.info,       &engine_pvsync2.info,
	&engine_sg.info,           &engine_splice.info,
	&engine_sync.info,         &engine_vsync.info,
};

static bool can_use(const struct engine_info *engine,
		    char reason[ENGINE_REASON_MAX])
{
	const struct engine_ops *ops = engine_of(engine);
	struct job_error error = { 0 };

	if (!ops || !ops->check || ops->check(&error) == 0)
		return true;
	snprintf(reason, ENGINE_REASON_MAX, "%s", error.text);
	return false;
}

const struct engine_list engine_list = {
	.engines = infos,
	.count = COUNT_OF(infos),
	.refused = engines_refused,
	.can_use = can_use,
};

const struct engine_ops *engine_of(const struct engine_info *info)
{
	for (size_t i = 0; i < COUNT_OF(engines); i++)
		if (&engines[i]->info == info)
			return engines[i];
	return NULL;
}

int32_t engine_do(const struct engine_ops *engine, void *state, struct io *io)
{
	struct completion done;
	int n;

	if (engine->perform)
		return engine->perform(state, io);
	n = engine->submit(state, &io, 1);
	if (n < 0)
		return n;
	do
		n = engine->reap(state, &done, 1, 1, NULL);
	while (n == 0 || n == -EINTR);
	return n < 0 ? n : done.result;
}

const struct activity_ops *activity_of(const struct engine_info *info)
{
	for (size_t i = 0; i < COUNT_OF(activities); i++)
		if (&activities[i]->info == info)
			return activities[i];
	return NULL;
}

const struct task_ops *task_of(const struct engine_info *info)
{
	for (size_t i = 0; i < COUNT_OF(tasks); i++)
		if (&tasks[i]->info == info)
			return tasks[i];
	return NULL;
}
