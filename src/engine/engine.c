#include "engine/engine.h"

#include "refused.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/*
 * A list and no constructors that register: from a static library the linker
 * would drop an engine that nothing refers to.
 */
static const struct engine_ops *const engines[] = {
	&engine_libaio,
	&engine_null,
	&engine_psync,
	&engine_sync,
};

static const struct engine_info *const infos[] = {
	&engine_libaio.info,
	&engine_null.info,
	&engine_psync.info,
	&engine_sync.info,
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
