#include "status_parts.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/scaled.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 4 };

struct status *status_new(const struct plan *plan,
			  const struct prepared *prepared,
			  const struct job_page *pages, uint64_t start_ns)
{
	struct status *s = xcalloc(1, sizeof(*s));

	s->plan = plan;
	s->prepared = prepared;
	s->pages = pages;
	s->start_ns = start_ns;
	s->last_ns = start_ns;
	s->end_before = xcalloc(plan->job_count + 1, sizeof(*s->end_before));
	return s;
}

void status_set_newline(struct status *s, uint64_t every_ns)
{
	s->newline_ns = every_ns;
	s->line_ns = s->start_ns;
}

void status_free(struct status *s)
{
	if (!s)
		return;
	free(s->end_before);
	free(s->text);
	free(s);
}

static uint32_t state_of(const struct status *s, size_t job)
{
	return atomic_load_explicit(&s->pages[job].state, memory_order_relaxed);
}

/* In RAMP and the states after it, a job is at work until it has exited. */
static bool is_at_work(uint32_t state)
{
	return state >= JOB_RAMP && state < JOB_EXITED;
}

static char running_letter(unsigned flags)
{
	bool random = flags & RW_RANDOM;

	if ((flags & RW_READ) && (flags & RW_WRITE))
		return random ? 'm' : 'M';
	if (flags & RW_READ)
		return random ? 'r' : 'R';
	if (flags & RW_WRITE)
		return random ? 'w' : 'W';
	return random ? 'd' : 'D';
}

static char letter(const struct status *s, size_t job)
{
	static const char letters[] = {
		[JOB_NOT_STARTED] = 'P', [JOB_CREATED] = 'C',
		[JOB_INIT] = 'I',        [JOB_RAMP] = '/',
		[JOB_VERIFYING] = 'V',   [JOB_SYNCING] = 'F',
		[JOB_FINISHING] = 'f',   [JOB_EXITED] = 'E',
		[JOB_REAPED] = '_',      [JOB_FAILED] = 'X',
		[JOB_KILLED] = 'K',
	};
	uint32_t state = state_of(s, job);

	if (state == JOB_RUNNING || state >= sizeof(letters))
		return running_letter(
			s->plan->jobs[job].section->options->rw.flags);
	return letters[state];
}

struct totals {
	size_t at_work;
	size_t ramping;
	uint64_t open_files;
	uint64_t rate; /* that the options of jobs at work aim for */
	uint64_t rate_iops;
	uint64_t bytes[DIRECTION_COUNT];
	uint64_t ios[DIRECTION_COUNT];
	unsigned kb_base;
	bool bits;
};

static void add_targets(struct totals *t, const struct job_options *o)
{
	for (int d = 0; d < DIRECTION_COUNT; d++) {
		if (!job_moves(o, d))
			continue;
		t->rate += o->rate.of[d];
		t->rate_iops += o->rate_iops.of[d];
	}
}

static struct totals gather(const struct status *s)
{
	const struct job_options *first = s->plan->jobs[0].section->options;
	struct totals t = { .kb_base = (unsigned)first->kb_base,
			    .bits = first->unit_base == 1 };

	for (size_t i = 0; i < s->plan->job_count; i++) {
		const struct job_page *page = &s->pages[i];
		uint32_t state = state_of(s, i);

		for (int d = 0; d < DIRECTION_COUNT; d++) {
			t.bytes[d] += counter_read(&page->live_bytes[d]);
			t.ios[d] += counter_read(&page->live_ios[d]);
		}
		if (!is_at_work(state))
			continue;
		t.at_work++;
		t.ramping += state == JOB_RAMP;
		t.open_files += atomic_load_explicit(&page->open_files,
						     memory_order_relaxed);
		add_targets(&t, s->plan->jobs[i].section->options);
	}
	return t;
}

static const char *rate_text(const struct totals *t, uint64_t rate,
			     char text[SCALED_TEXT_MAX])
{
	return scaled_format(
		rate, DIGITS, t->kb_base == 1000 ? SCALED_SI : SCALED_IEC,
		t->bits ? SCALED_BITS_PER_S : SCALED_BYTES_PER_S, text);
}

static void print_targets(const struct totals *t, FILE *out)
{
	char least[SCALED_TEXT_MAX], most[SCALED_TEXT_MAX];

	if (t->rate)
		fprintf(out, ", %s-%s", rate_text(t, 0, least),
			rate_text(t, t->rate, most));
	else if (t->rate_iops)
		fprintf(out, ", 0-%s IOPS",
			scaled_format(t->rate_iops, DIGITS, SCALED_SI,
				      SCALED_NONE, most));
}

/* "m(1),/(2)": neighbours of one state together. */
static void print_states(const struct status *s, FILE *out)
{
	size_t i = 0;

	fputs(": [", out);
	while (i < s->plan->job_count) {
		char c = letter(s, i);
		size_t first = i;

		while (i < s->plan->job_count && letter(s, i) == c)
			i++;
		fprintf(out, "%s%c(%zu)", first ? "," : "", c, i - first);
	}
	fputc(']', out);
}

static uint64_t per_second(uint64_t now, uint64_t last, uint64_t elapsed_ns)
{
	if (now <= last || elapsed_ns == 0)
		return 0;
	return (uint64_t)((double)(now - last) * (double)NSEC_PER_SEC /
				  (double)elapsed_ns +
			  0.5);
}

/* "[r=1,w=2]" of those that are not zero, and nothing if all are. */
static void print_bracket(const char *const text[DIRECTION_COUNT],
			  const char *unit, FILE *out)
{
	static const char names[] = { 'r', 'w', 't' };
	char before = '[';

	for (int d = 0; d < DIRECTION_COUNT; d++) {
		if (!text[d])
			continue;
		fprintf(out, "%c%c=%s", before, names[d], text[d]);
		before = ',';
	}
	if (before == ',')
		fprintf(out, "%s]", unit);
}

/* What moved since the last time. */
static void print_speeds(const struct status *s, const struct totals *t,
			 uint64_t now_ns, FILE *out)
{
	uint64_t elapsed = now_ns - s->last_ns;
	char rates[DIRECTION_COUNT][SCALED_TEXT_MAX];
	char iops[DIRECTION_COUNT][SCALED_TEXT_MAX];
	const char *rate_texts[DIRECTION_COUNT] = { NULL };
	const char *iops_texts[DIRECTION_COUNT] = { NULL };

	for (int d = 0; d < DIRECTION_COUNT; d++) {
		uint64_t bytes =
			per_second(t->bytes[d], s->last_bytes[d], elapsed);
		uint64_t ios = per_second(t->ios[d], s->last_ios[d], elapsed);

		if (bytes)
			rate_texts[d] = rate_text(t, bytes, rates[d]);
		if (ios)
			iops_texts[d] = scaled_format(ios, DIGITS, SCALED_SI,
						      SCALED_NONE, iops[d]);
	}
	print_bracket(rate_texts, "", out);
	print_bracket(iops_texts, " IOPS", out);
}

static void print_left(uint64_t left_ns, FILE *out)
{
	uint64_t s = (left_ns + NSEC_PER_SEC / 2) / NSEC_PER_SEC;
	uint64_t days = s / 86400, hours = s / 3600 % 24;

	fputs("[eta ", out);
	if (left_ns == UINT64_MAX) {
		fputs("--]", out);
		return;
	}
	if (days)
		fprintf(out, "%02" PRIu64 "d:", days);
	if (days || hours)
		fprintf(out, "%02" PRIu64 "h:", hours);
	fprintf(out, "%02" PRIu64 "m:%02" PRIu64 "s]", s / 60 % 60, s % 60);
}

static void print_share(uint64_t elapsed_ns, uint64_t left_ns, FILE *out)
{
	double elapsed = (double)elapsed_ns;

	fprintf(out, "[%3.1f%%]", 100 * elapsed / (elapsed + (double)left_ns));
}

static void print_line(const struct status *s, const struct totals *t,
		       uint64_t now_ns, FILE *out)
{
	uint64_t elapsed = now_ns - s->start_ns;
	uint64_t left;

	fprintf(out, "Jobs: %zu (f=%" PRIu64 ")", t->at_work, t->open_files);
	print_targets(t, out);
	if (elapsed < STATUS_FIRST_ESTIMATE_NS)
		return;
	left = status_left_ns(s, now_ns);
	print_states(s, out);
	if (left == UINT64_MAX || (t->at_work && t->ramping == t->at_work))
		fputs("[-.-%]", out);
	else
		print_share(elapsed, left, out);
	print_speeds(s, t, now_ns, out);
	print_left(left, out);
}

const char *status_line(struct status *s, uint64_t now_ns)
{
	struct totals t = gather(s);
	FILE *out;

	free(s->text);
	s->text = NULL;
	out = open_memstream(&s->text, &s->text_size);
	if (!out)
		return "";
	print_line(s, &t, now_ns, out);
	fclose(out);
	memcpy(s->last_bytes, t.bytes, sizeof(t.bytes));
	memcpy(s->last_ios, t.ios, sizeof(t.ios));
	s->last_ns = now_ns;
	return s->text;
}

void status_draw(struct status *s, FILE *out, uint64_t now_ns)
{
	const char *line = status_line(s, now_ns);
	size_t length = strlen(line);
	size_t rest = s->drawn > length ? s->drawn - length : 0;

	fprintf(out, "%s%*s\r", line, (int)rest, "");
	s->drawn = length;
	if (s->newline_ns && now_ns - s->line_ns >= s->newline_ns) {
		fputc('\n', out);
		s->line_ns = now_ns;
		s->drawn = 0;
	}
	fflush(out);
}

void status_erase(struct status *s, FILE *out)
{
	if (!s->drawn)
		return;
	fprintf(out, "%*s\r", (int)s->drawn, "");
	fflush(out);
	s->drawn = 0;
}
