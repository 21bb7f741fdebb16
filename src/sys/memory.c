#include "sys/memory.h"

#include "sys/sysfile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* "MemAvailable:   16384256 kB", in bytes; 0 if it isn't there. */
static uint64_t meminfo_bytes(const char *root, const char *key)
{
	char *text = sysfile_text("%s/proc/meminfo", root);
	char *rest = text, *line;
	size_t length = strlen(key);
	uint64_t bytes = 0;

	while ((line = sysfile_line(&rest)))
		if (strncmp(line, key, length) == 0 && line[length] == ':')
			bytes = strtoull(line + length + 1, NULL, 10) * 1024;
	free(text);
	return bytes;
}

uint64_t memory_available(const char *root)
{
	return meminfo_bytes(root, "MemAvailable");
}

struct hugepages hugepages_read(const char *root, uint64_t size)
{
	const char *folder = "sys/kernel/mm/hugepages/hugepages";
	uint64_t usual = meminfo_bytes(root, "Hugepagesize");
	struct hugepages pages = { .size = size ? size : usual };
	uint64_t kib = pages.size / 1024;

	pages.usual = pages.size == usual;
	if (!sysfile_exists("%s/%s-%" PRIu64 "kB", root, folder, kib))
		return (struct hugepages){ 0 };
	pages.total = sysfile_number("%s/%s-%" PRIu64 "kB/nr_hugepages", root,
				     folder, kib);
	pages.free = sysfile_number("%s/%s-%" PRIu64 "kB/free_hugepages", root,
				    folder, kib);
	return pages;
}
