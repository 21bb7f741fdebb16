#include "prepare_parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void add(struct arena *arena, struct text_list *list, const char *path)
{
	list->items = arena_grow(arena, list->items, list->count,
				 sizeof(list->items[0]));
	list->items[list->count++] = path;
}

static int is_entry(const struct dirent *entry)
{
	return strcmp(entry->d_name, ".") != 0 &&
	       strcmp(entry->d_name, "..") != 0;
}

/* What is in one folder: the files, and the folders to look into later. */
static int read_folder(struct arena *arena, const char *folder,
		       struct text_list *files, struct text_list *folders)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_entry, alphasort);
	int error = 0;

	if (count < 0)
		return errno;
	for (int i = 0; i < count; i++) {
		const char *path = arena_printf(arena, "%s/%s", folder,
						entries[i]->d_name);
		struct stat st;

		if (lstat(path, &st) < 0)
			error = errno;
		else if (S_ISREG(st.st_mode))
			add(arena, files, path);
		else if (S_ISDIR(st.st_mode))
			add(arena, folders, path);
		free(entries[i]);
	}
	free(entries);
	return error;
}

/* The list of folders grows while it is walked: no recursion. */
int prepare_folder(struct arena *arena, const char *folder,
		   struct text_list *list, const char **failed)
{
	struct text_list folders = { .count = 0 };
	int error = 0;

	add(arena, &folders, folder);
	for (size_t i = 0; i < folders.count && !error; i++) {
		*failed = folders.items[i];
		error = read_folder(arena, folders.items[i], list, &folders);
	}
	return error;
}
