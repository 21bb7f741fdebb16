#include "engine/task.h"

#include "base/clock.h"
#include "base/random.h"
#include "spec/option_values.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

/*
 * Keeps a CPU busy for a share of the time, as other programs beside those that
 * do I/O would: in cycles of a burst of work, measured by the CPU time of this
 * thread, and a pause.
 */
enum cpu_mode {
	CPU_NOOP,
	CPU_QSORT,
};

struct cpuio_options {
	uint64_t cpuload;          /* % */
	struct duration cpuchunks; /* of a burst */
	enum cpu_mode cpumode;
	bool exit_on_io_done;
};

enum {
	SPINS = 50000,  /* between two looks at the clocks */
	NUMBERS = 4096, /* that are sorted in between */
	PERCENT = 100,
};

struct cpuio_state {
	enum cpu_mode mode;
	uint64_t burst_ns;  /* of CPU time */
	uint64_t cycle_ns;  /* from one burst to the next */
	uint64_t start_ns;  /* of the burst, 0: none is under way */
	uint64_t target_ns; /* of CPU time, at which it ends */
	uint64_t next_ns;   /* when the next one begins */
	struct random random;
	uint64_t numbers[NUMBERS];
};

static const struct option_choice modes[] = {
	{ "noop", CPU_NOOP, "Do nothing, over and over" },
	{ "qsort", CPU_QSORT, "Sort numbers, which takes memory, too" },
	{ 0 },
};

static const struct option option_list[] = {
	{
		.name = "cpuchunks",
		OPTION_FIELD(struct cpuio_options, cpuchunks, struct duration,
			     &option_duration),
		.category = OPTION_ENGINE,
		.unit_ns = 1000,
		.initial = "50000",
		.min = 1,
		.help = "How long a burst of work is (bare numbers: "
			"microseconds)",
	},
	{
		.name = "cpuload",
		OPTION_NUMBER(struct cpuio_options, cpuload),
		.category = OPTION_ENGINE,
		.initial = "0",
		.max = PERCENT,
		.help = "Share of a CPU's time to use, in %: has to be given",
	},
	{
		.name = "cpumode",
		OPTION_FIELD(struct cpuio_options, cpumode, enum cpu_mode,
			     &option_choice),
		.choices = modes,
		.category = OPTION_ENGINE,
		.initial = "noop",
		.help = "What the work is",
	},
	{
		.name = "exit_on_io_done",
		OPTION_FLAG(struct cpuio_options, exit_on_io_done),
		.category = OPTION_ENGINE,
		.initial = "0",
		.help = "End when there is no job any more that does I/O",
	},
};

static const struct option_table cpuio_option_table = {
	.list = option_list,
	.count = sizeof(option_list) / sizeof(option_list[0]),
};

static const char *find_conflict(const void *options)
{
	const struct cpuio_options *o = options;

	return o->cpuload ? NULL
			  : "cpuload is missing, the share of a CPU to use "
			    "(1 to 100)";
}

static bool ends_with_io(const void *options)
{
	return ((const struct cpuio_options *)options)->exit_on_io_done;
}

static uint64_t cycle_ns(const struct cpuio_options *o)
{
	return o->cpuchunks.ns * PERCENT / o->cpuload;
}

/* The line that readers of the reference's output know. */
static void introduce(const struct job_section *section, FILE *out)
{
	const struct cpuio_options *o = section->engine_options;

	fprintf(out,
		"%s (%s): ioengine=cpuio, cpuload=%" PRIu64
		", cpucycle=%" PRIu64 "\n",
		section->name, modes[o->cpumode].name, o->cpuload,
		cycle_ns(o) / NSEC_PER_USEC);
}

static uint64_t cpu_time_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * NSEC_PER_SEC + (uint64_t)t.tv_nsec;
}

static int cpuio_open(void **state, const struct job *job,
		      struct job_error *error)
{
	const struct cpuio_options *o = job->section->engine_options;
	struct cpuio_state *s = calloc(1, sizeof(*s));

	if (!s)
		return job_error_set(error, ENOMEM, "calloc",
				     "no memory for the engine");
	s->mode = o->cpumode;
	s->burst_ns = o->cpuchunks.ns;
	s->cycle_ns = cycle_ns(o);
	random_seed(&s->random, job->number);
	*state = s;
	return 0;
}

static void spin(void)
{
	for (unsigned i = 0; i < SPINS; i++)
		__asm__ volatile("" ::: "memory");
}

static void sift(uint64_t *heap, size_t at, size_t count)
{
	uint64_t value = heap[at];

	for (size_t child; (child = 2 * at + 1) < count; at = child) {
		if (child + 1 < count && heap[child + 1] > heap[child])
			child++;
		if (heap[child] <= value)
			break;
		heap[at] = heap[child];
	}
	heap[at] = value;
}

/* Williams' heapsort (1964). qsort(3) would allocate memory. */
static void sort(uint64_t *list, size_t count)
{
	for (size_t i = count / 2; i-- > 0;)
		sift(list, i, count);
	while (count-- > 1) {
		uint64_t largest = list[0];

		list[0] = list[count];
		list[count] = largest;
		sift(list, 0, count);
	}
}

static void sort_numbers(struct cpuio_state *s)
{
	for (size_t i = 0; i < NUMBERS; i++)
		s->numbers[i] = random_next(&s->random);
	sort(s->numbers, NUMBERS);
}

/* Bursts come at equal distances: what one was late the next makes good. */
static enum task_progress end_burst(struct cpuio_state *s,
				    struct task_step *step)
{
	uint64_t now = clock_now();

	*step = (struct task_step){ s->start_ns, now };
	s->start_ns = 0;
	s->next_ns += s->cycle_ns;
	if (s->next_ns < now)
		s->next_ns = now;
	return TASK_STEP;
}

static void begin_burst(struct cpuio_state *s)
{
	s->start_ns = clock_now();
	s->target_ns = cpu_time_ns() + s->burst_ns;
	if (!s->next_ns)
		s->next_ns = s->start_ns;
}

static enum task_progress cpuio_run(void *state, uint64_t until_ns,
				    struct task_step *step,
				    struct job_error *error)
{
	struct cpuio_state *s = state;

	(void)error;
	if (!s->start_ns && s->next_ns > clock_now()) {
		clock_sleep_until(s->next_ns < until_ns ? s->next_ns
							: until_ns);
		if (clock_now() < s->next_ns)
			return TASK_UNDER_WAY;
	}
	if (!s->start_ns)
		begin_burst(s);
	while (cpu_time_ns() < s->target_ns) {
		if (clock_now() >= until_ns)
			return TASK_UNDER_WAY;
		if (s->mode == CPU_QSORT)
			sort_numbers(s);
		else
			spin();
	}
	return end_burst(s, step);
}

const struct task_ops task_cpuio = {
	.info = {
		.name = "cpuio",
		.help = "Keeps a CPU busy and does no I/O: a load beside other "
			"jobs. Options of I/O have no effect",
		.flags = ENGINE_TASK | ENGINE_DISKLESS | ENGINE_SYNC |
			 ENGINE_NO_DATA,
		.options = &cpuio_option_table,
		.options_size = sizeof(struct cpuio_options),
		.find_conflict = find_conflict,
		.ends_with_io = ends_with_io,
		.introduce = introduce,
	},
	.open = cpuio_open,
	.close = free,
	.run = cpuio_run,
};
