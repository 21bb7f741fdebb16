#include "keys.h"

#include <string.h>

struct jobfile_key *keys_find(const struct jobfile_section *section,
			      const char *name)
{
	for (size_t k = section->key_count; k > 0; k--)
		if (strcmp(section->keys[k - 1].name, name) == 0)
			return &section->keys[k - 1];
	return NULL;
}

struct jobfile_key *keys_effective(const struct jobfile *file, size_t section,
				   const char *name)
{
	struct jobfile_key *key = keys_find(&file->sections[section], name);

	while (!key && section-- > 0)
		if (file->sections[section].global)
			key = keys_find(&file->sections[section], name);
	return key;
}

void keys_append(struct jobfile *file, struct jobfile_section *section,
		 const char *name, const char *value)
{
	struct jobfile_key *keys = arena_calloc(
		file->arena, section->key_count + 1, sizeof(*keys));

	for (size_t k = 0; k < section->key_count; k++)
		keys[k] = section->keys[k];
	keys[section->key_count] = (struct jobfile_key){ .name = name,
							 .value = value,
							 .at = section->at };
	section->keys = keys;
	section->key_count++;
}
