#include "engine/engine.h"

#include "refused.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/*
 * Lists and no constructors that register: from a static library the linker
 * would drop an engine that nothing refers to. All are sorted by name.
 */
static const struct engine_ops *const engines[] = {
	&engine_falloc,  &engine_ftruncate, &engine_libaio, &engine_mmap,
	&engine_null,    &engine_posixaio,  &engine_psync,  &engine_pvsync,
	&engine_pvsync2, &engine_splice,    &engine_sync,   &engine_vsync,
};

static const struct engine_info *const infos[] = {
	&engine_falloc.info, &engine_ftruncate.info, &engine_libaio.info,
	&engine_mmap.info,   &engine_null.info,      &engine_posixaio.info,
	&engine_psync.info,  &engine_pvsync.info,    &engine_pvsync2.info,
	&engine_splice.info, &engine_sync.info,      &engine_vsync.info,
};

const struct engine_list engine_list = {
	.engines = infos,
	.count = COUNT_OF(infos),
	.refused = engines_refused,
};

const struct engine_ops *engine_of(const struct engine_info *info)
{
	for (size_t i = 0; i < COUNT_OF(engines); i++)
		if (&engines[i]->info == info)
			return engines[i];
	return NULL;
}
