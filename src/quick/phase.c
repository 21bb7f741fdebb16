#include "quick/phase.h"

#include "base/size.h"

#include <string.h>

/* Of less, a sequential job tells little of what a disk can do. */
enum { SEQUENTIAL_BYTES = 64 << 10 };

const char *const quick_figure_names[QUICK_FIGURES] = {
	"read",
	"write",
	"total",
	"sync",
};

/* The percentile `percent` of a latency; 0: it was not asked for. */
static uint64_t percentile(const struct result_latency *l,
			   const struct percentiles *list, double percent)
{
	for (unsigned i = 0; l->has_percentiles && i < list->count; i++)
		if (list->of[i] == percent)
			return l->percentile[i];
	return 0;
}

static void set_times(struct quick_figures *f, const struct result_latency *l,
		      const struct percentiles *list)
{
	f->p50_ns = percentile(l, list, 50);
	f->p99_ns = percentile(l, list, 99);
	f->timed = f->p99_ns > 0;
}

static bool syncs_each(const struct job_options *o)
{
	return o->fsync == 1 || o->fdatasync == 1;
}

static void set_direction(struct quick_figures *f,
			  const struct result_unit *unit, unsigned direction)
{
	const struct result_direction *d = &unit->direction[direction];
	const struct job_options *o = unit->options;

	if (d->bytes == 0)
		return;
	*f = (struct quick_figures){ .used = true,
				     .bw_bytes = (double)d->bw_bytes,
				     .iops = d->iops };
	/* What a write to the page cache took is no figure of the disk. */
	if (o->direct || direction == DIRECTION_READ || syncs_each(o))
		set_times(f, &d->clat, &o->percentile_list);
}

static void set_total(struct quick_figures of[QUICK_FIGURES])
{
	if (!of[QUICK_READ].used || !of[QUICK_WRITE].used)
		return;
	of[QUICK_TOTAL] = (struct quick_figures){
		.used = true,
		.bw_bytes = of[QUICK_READ].bw_bytes + of[QUICK_WRITE].bw_bytes,
		.iops = of[QUICK_READ].iops + of[QUICK_WRITE].iops,
	};
}

static void set_sync(struct quick_figures *f, const struct result_unit *unit)
{
	uint64_t ms = unit->direction[DIRECTION_WRITE].runtime_ms;

	if (!syncs_each(unit->options) || unit->syncs == 0 || ms == 0)
		return;
	f->used = true;
	f->iops = (double)unit->syncs * 1000 / (double)ms;
	set_times(f, &unit->sync, &unit->options->percentile_list);
}

static bool is_brief(const struct result_unit *unit)
{
	uint64_t ios = 0, longest_ms = 0;

	for (unsigned d = 0; d < RESULT_DIRECTIONS; d++) {
		const struct result_direction *direction = &unit->direction[d];

		ios += direction->ios;
		if (direction->runtime_ms > longest_ms)
			longest_ms = direction->runtime_ms;
	}
	return ios < QUICK_BRIEF_IOS || longest_ms < QUICK_BRIEF_MS;
}

static struct quick_run make_run(const struct result_unit *unit)
{
	struct quick_run run = { .jobname = unit->name };

	set_direction(&run.of[QUICK_READ], unit, DIRECTION_READ);
	set_direction(&run.of[QUICK_WRITE], unit, DIRECTION_WRITE);
	set_total(run.of);
	/* Both directions as one (unified_rw_reporting=mixed). */
	if (!run.of[QUICK_READ].used && !run.of[QUICK_WRITE].used)
		set_direction(&run.of[QUICK_TOTAL], unit, RESULT_MIXED);
	set_sync(&run.of[QUICK_SYNC], unit);
	if (unit->failure)
		run.error = unit->failure->text;
	else if (unit->failure_signal)
		run.error = unit->failure_signal;
	else
		run.brief = is_brief(unit);
	return run;
}

static uint64_t block_bytes(const struct job_options *o)
{
	return o->bs.of[o->rw.flags & RW_READ ? 0 : 1].max;
}

static const char *flavour(struct arena *arena, const struct result_unit *unit)
{
	const struct job_options *o = unit->options;
	char size[SIZE_TEXT_MAX];
	const char *text =
		arena_printf(arena, "%s %s", o->direct ? "direct" : "buffered",
			     size_format(block_bytes(o), size));

	if (o->iodepth > 1)
		text = arena_printf(arena, "%s depth %llu", text,
				    (unsigned long long)o->iodepth);
	if (o->numjobs > 1)
		text = arena_printf(arena, "%s x %llu", text,
				    (unsigned long long)o->numjobs);
	/* Whatever of the two it is, it is at the end, and counted. */
	if (o->end_fsync)
		text = arena_printf(arena, "%s, synced", text);
	return text;
}

static enum quick_kind kind_of(const struct job_options *o)
{
	unsigned ways = o->rw.flags & (RW_READ | RW_WRITE | RW_TRIM);
	bool random = o->rw.flags & RW_RANDOM;

	if (syncs_each(o) && ways == RW_WRITE)
		return QUICK_SYNCED;
	if (!random && (ways == RW_READ || ways == RW_WRITE) &&
	    block_bytes(o) >= SEQUENTIAL_BYTES)
		return QUICK_SEQUENTIAL;
	if (random && o->iodepth == 1 && o->numjobs == 1)
		return QUICK_LATENCY;
	return QUICK_OTHER;
}

static void average(struct quick_phase *phase, size_t f)
{
	struct quick_figures mean = { 0 };
	double bw = 0, iops = 0, p50 = 0, p99 = 0, count = 0;

	for (size_t r = 0; r < phase->run_count; r++) {
		const struct quick_figures *one = &phase->runs[r].of[f];

		if (!one->used)
			continue;
		count++;
		bw += one->bw_bytes;
		iops += one->iops;
		p50 += (double)one->p50_ns;
		p99 += (double)one->p99_ns;
		mean.timed |= one->timed;
	}
	if (count == 0)
		return;
	mean.used = true;
	mean.bw_bytes = bw / count;
	mean.iops = iops / count;
	mean.p50_ns = (uint64_t)(p50 / count);
	mean.p99_ns = (uint64_t)(p99 / count);
	phase->of[f] = mean;
}

/* The phase that the unit is one more run of, or a new one. */
static struct quick_phase *phase_of(struct quick_phases *phases,
				    struct arena *arena,
				    const struct result_unit *unit)
{
	const char *description = unit->options->description;
	const char *label = description ? description : unit->name;
	const char *kind = flavour(arena, unit);
	struct quick_phase *last =
		phases->count ? &phases->list[phases->count - 1] : NULL;

	if (last && strcmp(last->label, label) == 0 &&
	    strcmp(last->flavour, kind) == 0)
		return last;
	phases->list = arena_grow(arena, phases->list, phases->count,
				  sizeof(*phases->list));
	last = &phases->list[phases->count++];
	*last = (struct quick_phase){
		.label = label,
		.flavour = kind,
		.kind = kind_of(unit->options),
	};
	return last;
}

struct quick_phases quick_phases_make(struct arena *arena,
				      const struct result *result)
{
	struct quick_phases phases = { NULL, 0 };

	for (size_t i = 0; i < result->unit_count; i++) {
		const struct result_unit *unit = &result->units[i];
		struct quick_phase *phase;

		if (!unit->ran && !unit->failure && !unit->failure_signal)
			continue;
		phase = phase_of(&phases, arena, unit);
		phase->runs = arena_grow(arena, phase->runs, phase->run_count,
					 sizeof(*phase->runs));
		phase->runs[phase->run_count++] = make_run(unit);
		phase->brief |= phase->runs[phase->run_count - 1].brief;
	}
	for (size_t i = 0; i < phases.count; i++)
		for (size_t f = 0; f < QUICK_FIGURES; f++)
			average(&phases.list[i], f);
	return phases;
}
