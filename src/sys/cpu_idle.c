#include "sys/cpu_idle.h"

#include "base/alloc.h"
#include "base/clock.h"

#include <errno.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	CALIBRATION_UNITS = 200,
	UNIT_WORDS = 4096,
};

/* Shared: written by the process on its CPU. */
struct idle_page {
	_Atomic uint64_t cpu_ns; /* that it has got */
	_Atomic uint32_t ready;  /* units are timed */
	double unit_sum_us;
	double unit_square_sum;
};

struct cpu_idle {
	struct idle_page *pages;
	pid_t *pids;
	uint64_t *before_ns;
	uint64_t start_ns;
	struct cpu_idleness idleness;
};

/* Something that neither the compiler nor the CPU can leave out. */
static void work_a_unit(void)
{
	static volatile uint64_t words[UNIT_WORDS];

	for (size_t i = 0; i < UNIT_WORDS; i++)
		words[i] = words[i] * UINT64_C(6364136223846793005) + i;
}

static uint64_t own_cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * NSEC_PER_SEC + (uint64_t)t.tv_nsec;
}

static void calibrate(struct idle_page *page)
{
	work_a_unit();
	for (int i = 0; i < CALIBRATION_UNITS; i++) {
		uint64_t from = own_cpu_ns();
		double us;

		work_a_unit();
		us = (double)(own_cpu_ns() - from) / (double)NSEC_PER_USEC;
		page->unit_sum_us += us;
		page->unit_square_sum += us * us;
	}
	atomic_store(&page->ready, 1);
}

static _Noreturn void work(struct idle_page *page, unsigned cpu, pid_t parent)
{
	const struct sched_param none = { 0 };
	cpu_set_t set;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
	/* When to end is for the parent to say. */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGUSR1, SIG_IGN);
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	calibrate(page);
	sched_setscheduler(0, SCHED_IDLE, &none);
	for (;;) {
		work_a_unit();
		atomic_store_explicit(&page->cpu_ns, own_cpu_ns(),
				      memory_order_relaxed);
	}
}

static void end_processes(struct cpu_idle *idle)
{
	for (size_t i = 0; i < idle->idleness.count; i++) {
		if (idle->pids[i] <= 0)
			continue;
		kill(idle->pids[i], SIGKILL);
		while (waitpid(idle->pids[i], NULL, 0) < 0 && errno == EINTR)
			continue;
	}
}

void cpu_idle_stop(struct cpu_idle *idle)
{
	if (!idle)
		return;
	end_processes(idle);
	if (idle->pages)
		munmap(idle->pages,
		       idle->idleness.count * sizeof(idle->pages[0]));
	free(idle->idleness.percent);
	free(idle->idleness.cpu);
	free(idle->before_ns);
	free(idle->pids);
	free(idle);
}

static void list_cpus(struct cpu_idleness *idleness)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	sched_getaffinity(0, sizeof(set), &set);
	idleness->percent = xcalloc(CPU_SETSIZE, sizeof(double));
	idleness->cpu = xcalloc(CPU_SETSIZE, sizeof(unsigned));
	for (unsigned i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &set))
			idleness->cpu[idleness->count++] = i;
}

static int start_processes(struct cpu_idle *idle)
{
	size_t count = idle->idleness.count;
	pid_t parent = getpid();

	idle->pages =
		mmap(NULL, count * sizeof(idle->pages[0]),
		     PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (idle->pages == MAP_FAILED) {
		idle->pages = NULL;
		return -1;
	}
	for (size_t i = 0; i < count; i++) {
		idle->pids[i] = fork();
		if (idle->pids[i] == 0)
			work(&idle->pages[i], idle->idleness.cpu[i], parent);
		if (idle->pids[i] < 0)
			return -1;
	}
	return 0;
}

/* One that dies before must not be waited for. */
static void wait_until_ready(struct cpu_idle *idle)
{
	for (size_t i = 0; i < idle->idleness.count; i++) {
		while (!atomic_load(&idle->pages[i].ready)) {
			if (waitpid(idle->pids[i], NULL, WNOHANG) != 0) {
				idle->pids[i] = 0;
				break;
			}
			clock_sleep_until(clock_now() + NSEC_PER_MSEC);
		}
	}
}

static void set_unit_times(struct cpu_idle *idle)
{
	struct cpu_idleness *r = &idle->idleness;
	double n = 0, sum = 0, squares = 0, square_rest;

	for (size_t i = 0; i < r->count; i++) {
		if (!atomic_load(&idle->pages[i].ready))
			continue;
		n += CALIBRATION_UNITS;
		sum += idle->pages[i].unit_sum_us;
		squares += idle->pages[i].unit_square_sum;
	}
	if (n == 0)
		return;
	r->unit_mean_us = sum / n;
	square_rest = squares - sum * sum / n;
	r->unit_deviation_us =
		square_rest > 0 ? sqrt(square_rest / (n - 1)) : 0;
}

struct cpu_idle *cpu_idle_start(void)
{
	struct cpu_idle *idle = xcalloc(1, sizeof(*idle));

	list_cpus(&idle->idleness);
	idle->pids = xcalloc(idle->idleness.count, sizeof(idle->pids[0]));
	idle->before_ns =
		xcalloc(idle->idleness.count, sizeof(idle->before_ns[0]));
	if (start_processes(idle) < 0) {
		int error = errno;

		cpu_idle_stop(idle);
		errno = error;
		return NULL;
	}
	wait_until_ready(idle);
	set_unit_times(idle);
	cpu_idle_reset(idle, clock_now());
	return idle;
}

static uint64_t cpu_ns(const struct cpu_idle *idle, size_t i)
{
	return atomic_load_explicit(&idle->pages[i].cpu_ns,
				    memory_order_relaxed);
}

void cpu_idle_reset(struct cpu_idle *idle, uint64_t now_ns)
{
	idle->start_ns = now_ns;
	for (size_t i = 0; i < idle->idleness.count; i++)
		idle->before_ns[i] = cpu_ns(idle, i);
}

const struct cpu_idleness *cpu_idle_read(struct cpu_idle *idle, uint64_t now_ns)
{
	struct cpu_idleness *r = &idle->idleness;
	double elapsed = (double)(now_ns - idle->start_ns);
	double sum = 0;

	for (size_t i = 0; i < r->count; i++) {
		double got = (double)(cpu_ns(idle, i) - idle->before_ns[i]);

		r->percent[i] = elapsed > 0 ? 100 * got / elapsed : 0;
		/* What it has got is noted at the end of a unit. */
		if (r->percent[i] > 100)
			r->percent[i] = 100;
		sum += r->percent[i];
	}
	r->mean = r->count ? sum / (double)r->count : 0;
	return r;
}
