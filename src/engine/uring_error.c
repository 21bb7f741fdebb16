#include "engine/uring_error.h"

#include "sys/sysfile.h"

#include <errno.h>
#include <string.h>

enum { DISABLED_FOR_ALL = 2 /* of /proc/sys/kernel/io_uring_disabled */ };

static int not_permitted(struct job_error *error, int code, const char *root)
{
	uint64_t disabled =
		sysfile_number("%s/proc/sys/kernel/io_uring_disabled", root);

	if (disabled >= DISABLED_FOR_ALL)
		return job_error_set(error, code, "io_uring_setup",
				     "io_uring is disabled on this machine "
				     "(sysctl kernel.io_uring_disabled=2)");
	if (disabled)
		return job_error_set(
			error, code, "io_uring_setup",
			"io_uring is disabled for this user (sysctl "
			"kernel.io_uring_disabled=1): only root and the group "
			"of kernel.io_uring_group may use it");
	return job_error_set(error, code, "io_uring_setup",
			     "io_uring is forbidden to this process, as "
			     "containers do (a seccomp filter): %s",
			     strerror(code));
}

int uring_error_set(struct job_error *error, int code, unsigned depth,
		    const char *root)
{
	switch (code) {
	case EPERM:
	case EACCES:
		return not_permitted(error, code, root);
	case ENOSYS:
		return job_error_set(error, code, "io_uring_setup",
				     "this kernel has no io_uring (Linux 5.1 "
				     "and later, CONFIG_IO_URING), or a "
				     "container hides it");
	case ENOMEM:
		return job_error_set(error, code, "io_uring_setup",
				     "no memory for iodepth=%u: raise the "
				     "limit of locked memory (ulimit -l)",
				     depth);
	default:
		return job_error_set(error, code, "io_uring_setup",
				     "iodepth=%u: %s", depth, strerror(code));
	}
}
