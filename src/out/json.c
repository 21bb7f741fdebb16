#include "json.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void *allocate(size_t size)
{
	return xcalloc(1, size);
}

cJSON *json_new(void)
{
	cJSON_Hooks hooks = { .malloc_fn = allocate, .free_fn = free };

	cJSON_InitHooks(&hooks);
	return cJSON_CreateObject();
}

void json_free(cJSON *root)
{
	cJSON_Delete(root);
}

static cJSON *add(cJSON *object, const char *key, cJSON *item)
{
	cJSON_AddItemToObjectCS(object, key, item);
	return item;
}

cJSON *json_add_object(cJSON *object, const char *key)
{
	return add(object, key, cJSON_CreateObject());
}

cJSON *json_add_array(cJSON *object, const char *key)
{
	return add(object, key, cJSON_CreateArray());
}

void json_add_uint(cJSON *object, const char *key, uint64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	add(object, key, cJSON_CreateRaw(text));
}

void json_add_named_uint(cJSON *object, const char *key, uint64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64, value);
	cJSON_AddItemToObject(object, key, cJSON_CreateRaw(text));
}

void json_add_int(cJSON *object, const char *key, int64_t value)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRId64, value);
	add(object, key, cJSON_CreateRaw(text));
}

void json_add_bool(cJSON *object, const char *key, int value)
{
	add(object, key, cJSON_CreateRaw(value ? "true" : "false"));
}

void json_add_real(cJSON *object, const char *key, double value)
{
	/* The largest double has 309 digits before the point. */
	char text[400];

	snprintf(text, sizeof(text), "%f", isfinite(value) ? value : 0);
	add(object, key, cJSON_CreateRaw(text));
}

void json_add_text(cJSON *object, const char *key, const char *text)
{
	add(object, key, cJSON_CreateString(text));
}

cJSON *json_append_object(cJSON *array)
{
	cJSON *item = cJSON_CreateObject();

	cJSON_AddItemToArray(array, item);
	return item;
}

void json_append_text(cJSON *array, const char *text)
{
	cJSON_AddItemToArray(array, cJSON_CreateString(text));
}
