#include "spec/engine_info.h"

#include <stdbool.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static bool is_called(const struct engine_info *engine, const char *name)
{
	if (strcmp(engine->name, name) == 0)
		return true;
	for (size_t i = 0; i < COUNT_OF(engine->aliases); i++)
		if (engine->aliases[i] && strcmp(engine->aliases[i], name) == 0)
			return true;
	return false;
}

const struct engine_info *engine_list_find(const struct engine_list *list,
					   const char *name)
{
	for (size_t i = 0; i < list->count; i++)
		if (is_called(list->engines[i], name))
			return list->engines[i];
	return NULL;
}
