#include "quick/report.h"

/* Goes up when a reader would have to change. */
enum { SCHEMA_VERSION = 1 };

static const char *const kind_names[] = {
	[QUICK_OTHER] = "other",
	[QUICK_SEQUENTIAL] = "sequential",
	[QUICK_LATENCY] = "latency",
	[QUICK_SYNCED] = "synced",
};

static const char *const grade_names[] = {
	[QUICK_BAD] = "bad",
	[QUICK_FAIR] = "fair",
	[QUICK_GOOD] = "good",
};

static void add_figures(struct json *object,
			const struct quick_figures of[QUICK_FIGURES])
{
	for (size_t f = 0; f < QUICK_FIGURES; f++) {
		struct json *figures;

		if (!of[f].used)
			continue;
		figures = json_add_object(object, quick_figure_names[f]);
		if (f != QUICK_SYNC)
			json_add_real(figures, "bw_bytes", of[f].bw_bytes);
		json_add_real(figures, "iops", of[f].iops);
		if (!of[f].timed)
			continue;
		json_add_uint(figures, "p50_ns", of[f].p50_ns);
		json_add_uint(figures, "p99_ns", of[f].p99_ns);
	}
}

static void add_phase(struct json *phases, const struct quick_phase *phase)
{
	struct json *object = json_append_object(phases);
	struct json *runs;

	json_add_text(object, "label", phase->label);
	json_add_text(object, "flavour", phase->flavour);
	json_add_text(object, "kind", kind_names[phase->kind]);
	json_add_bool(object, "brief", phase->brief);
	add_figures(object, phase->of);
	runs = json_add_array(object, "runs");
	for (size_t i = 0; i < phase->run_count; i++) {
		struct json *run = json_append_object(runs);

		json_add_text(run, "jobname", phase->runs[i].jobname);
		if (phase->runs[i].error)
			json_add_text(run, "error", phase->runs[i].error);
		add_figures(run, phase->runs[i].of);
	}
}

static void add_verdicts(struct json *object,
			 const struct quick_verdicts *verdicts)
{
	struct json *list = json_add_array(object, "verdicts");

	for (size_t i = 0; i < verdicts->count; i++) {
		const struct quick_verdict *v = &verdicts->list[i];
		struct json *verdict = json_append_object(list);

		json_add_text(verdict, "label", v->label);
		json_add_text(verdict, "measure", v->measure);
		json_add_text(verdict, "value", v->value);
		json_add_text(verdict, "grade", grade_names[v->grade]);
		json_add_text(verdict, "words", v->words);
	}
}

static void add_state(struct json *object, const struct host_state *s)
{
	struct json *state = json_add_object(object, "state");
	static const char *const loads[] = { "load_1", "load_5", "load_15" };

	json_add_real(state, "cpu_mhz", s->cpu_mhz);
	json_add_real(state, "cpu_max_mhz", s->cpu_max_mhz);
	json_add_uint(state, "memory_available_bytes",
		      s->memory_available_bytes);
	json_add_uint(state, "swap_bytes", s->swap_bytes);
	json_add_uint(state, "swap_free_bytes", s->swap_free_bytes);
	json_add_uint(state, "uptime_s", s->uptime_s);
	for (size_t i = 0; i < 3; i++)
		json_add_real(state, loads[i], s->load[i]);
}

void quick_report_json(const struct quick_report *r, struct json *root)
{
	struct json *object = json_add_object(root, "quick");
	struct json *list;

	json_add_uint(object, "schema", SCHEMA_VERSION);
	json_add_text(object, "profile", r->profile);
	json_add_text(object, "folder", r->machine->folder);
	json_add_bool(object, "direct", r->direct);
	json_add_real(object, "share", r->share);
	add_state(object, &r->machine->state);
	list = json_add_array(object, "notes");
	for (size_t i = 0; i < r->note_count; i++)
		json_append_text(list, r->notes[i]);
	list = json_add_array(object, "phases");
	for (size_t i = 0; i < r->phases.count; i++)
		add_phase(list, &r->phases.list[i]);
	add_verdicts(object, &r->verdicts);
}
