#include "quick/verdict.h"

#include "base/clock.h"
#include "out/figure.h"

/* From the top; the last holds for all that is less. */
static const struct {
	double from_mb;
	const char *words;
	enum quick_grade grade;
} bandwidths[] = {
	{ 1000, "NVMe class", QUICK_GOOD },
	{ 200, "right for web hosting", QUICK_GOOD },
	{ 100, "good", QUICK_GOOD },
	{ 50, "acceptable (hard disk)", QUICK_FAIR },
	{ 0, "very slow", QUICK_BAD },
};

#define LATENCY_BAD_NS (20 * NSEC_PER_MSEC)
#define SYNC_SUITABLE_NS (10 * NSEC_PER_MSEC)

const char *const quick_scale_lines[] = {
	"Sequential MB/s: <50 very slow, 50-100 acceptable (hard disk),",
	"  >100 good, >200 right for web hosting, >1000 NVMe class.",
	"Latency, one at a time (p50): over 20 ms is bad for data storage.",
	"Write and sync (p99): under 10 ms suits a consensus store (etcd).",
	NULL,
};

const char *quick_judge_bandwidth(double bw_bytes, enum quick_grade *grade)
{
	size_t i = 0;

	while (bw_bytes < bandwidths[i].from_mb * 1e6)
		i++;
	*grade = bandwidths[i].grade;
	return bandwidths[i].words;
}

const char *quick_judge_latency(uint64_t p50_ns, enum quick_grade *grade)
{
	*grade = p50_ns > LATENCY_BAD_NS ? QUICK_BAD : QUICK_GOOD;
	return p50_ns > LATENCY_BAD_NS ? "bad for data storage"
				       : "fine for data storage";
}

const char *quick_judge_sync(uint64_t p99_ns, enum quick_grade *grade)
{
	*grade = p99_ns < SYNC_SUITABLE_NS ? QUICK_GOOD : QUICK_BAD;
	return p99_ns < SYNC_SUITABLE_NS ? "suits a consensus store"
					 : "too slow for a consensus store";
}

static void add(struct quick_verdicts *verdicts, struct arena *arena,
		struct quick_verdict v)
{
	verdicts->list =
		arena_grow(arena, verdicts->list, verdicts->count, sizeof(v));
	verdicts->list[verdicts->count++] = v;
}

static void judge_bandwidth(struct quick_verdicts *verdicts,
			    struct arena *arena,
			    const struct quick_phase *phase)
{
	const struct quick_figures *f = phase->of[QUICK_READ].used
						? &phase->of[QUICK_READ]
						: &phase->of[QUICK_WRITE];
	struct quick_verdict v = { .label = phase->label,
				   .brief = phase->brief,
				   .measure = "bandwidth" };
	char text[FIGURE_MAX];

	if (!f->used)
		return;
	v.value = arena_printf(arena, "%s MB/s", figure_mb(f->bw_bytes, text));
	v.words = quick_judge_bandwidth(f->bw_bytes, &v.grade);
	add(verdicts, arena, v);
}

static void judge_latency(struct quick_verdicts *verdicts, struct arena *arena,
			  const struct quick_phase *phase)
{
	for (size_t i = QUICK_READ; i <= QUICK_WRITE; i++) {
		const struct quick_figures *f = &phase->of[i];
		struct quick_verdict v = { .label = phase->label,
					   .brief = phase->brief,
					   .measure = "p50" };
		char text[FIGURE_MAX];

		if (!f->timed)
			continue;
		v.value = arena_strdup(arena, figure_time(f->p50_ns, text));
		v.words = quick_judge_latency(f->p50_ns, &v.grade);
		add(verdicts, arena, v);
	}
}

static void judge_sync(struct quick_verdicts *verdicts, struct arena *arena,
		       const struct quick_phase *phase)
{
	const struct quick_figures *f = &phase->of[QUICK_SYNC];
	struct quick_verdict v = { .label = phase->label,
				   .brief = phase->brief,
				   .measure = "p99" };
	char text[FIGURE_MAX];

	if (!f->timed)
		return;
	v.value = arena_strdup(arena, figure_time(f->p99_ns, text));
	v.words = quick_judge_sync(f->p99_ns, &v.grade);
	add(verdicts, arena, v);
}

struct quick_verdicts quick_verdicts_make(struct arena *arena,
					  const struct quick_phases *phases)
{
	struct quick_verdicts verdicts = { NULL, 0 };

	for (size_t i = 0; i < phases->count; i++) {
		const struct quick_phase *phase = &phases->list[i];

		switch (phase->kind) {
		case QUICK_SEQUENTIAL:
			judge_bandwidth(&verdicts, arena, phase);
			break;
		case QUICK_LATENCY:
			judge_latency(&verdicts, arena, phase);
			break;
		case QUICK_SYNCED:
			judge_sync(&verdicts, arena, phase);
			break;
		case QUICK_OTHER:
			break;
		}
	}
	return verdicts;
}
