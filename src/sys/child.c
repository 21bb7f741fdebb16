#include "sys/child.h"

#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <unistd.h>

/* What some part of the program ignores, or takes from a descriptor. */
static const int changed[] = { SIGINT,  SIGTERM, SIGHUP, SIGQUIT,
			       SIGUSR1, SIGPIPE, SIGXFSZ };

void child_begin(void)
{
	sigset_t none;

	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (size_t i = 0; i < sizeof(changed) / sizeof(changed[0]); i++)
		signal(changed[i], SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}
