#include "base/alloc.h"
#include "sys/blockdev.h"
#include "sys/sysfile.h"

#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

/* "ng0n1" goes to the same namespace as "nvme0n1". */
static char *name_of_nvme(const char *name)
{
	if (strncmp(name, "ng", 2) != 0 || !strchr(name + 2, 'n'))
		return NULL;
	return xasprintf("nvme%s", name + 2);
}

/* That of a SCSI generic device is beside it, below what both belong to. */
static char *name_of_scsi(const char *folder)
{
	struct sysfile_names names = sysfile_names("%s/device/block", folder);
	char *name = names.count ? xstrdup(names.name[0]) : NULL;

	sysfile_names_free(&names);
	return name;
}

bool blockdev_of_character(const char *root, dev_t character, dev_t *number)
{
	char *link = xasprintf("%s/sys/dev/char/%u:%u", root, major(character),
			       minor(character));
	char *folder = realpath(link, NULL);
	char *name = NULL;
	bool found;

	free(link);
	if (!folder)
		return false;
	name = name_of_nvme(strrchr(folder, '/') + 1);
	if (!name)
		name = name_of_scsi(folder);
	free(folder);
	found = name && blockdev_number(root, name, number);
	free(name);
	return found;
}
