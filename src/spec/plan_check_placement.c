#include "plan_check.h"

#include "spec/engine_info.h"

/* Rules of the options that tell a device where what is written belongs. */

static void fdp_is_a_placement(struct check *c)
{
	struct placement_options *p = &c->options->placement;

	if (!p->fdp)
		return;
	if (p->data == PLACEMENT_STREAMS ||
	    (p->data == PLACEMENT_NONE && GIVEN(c, placement.data))) {
		diag_error(c->diag, SOURCE(c, placement.fdp),
			   "fdp: means dataplacement=fdp, and another one is "
			   "given");
		return;
	}
	p->data = PLACEMENT_FDP;
}

static void placements_are_in_commands(struct check *c)
{
	const struct placement_options *p = &c->options->placement;

	if (p->data == PLACEMENT_NONE ||
	    c->section->engine->flags & ENGINE_PLACES)
		return;
	diag_error(c->diag,
		   p->fdp ? SOURCE(c, placement.fdp)
			  : SOURCE(c, placement.data),
		   "%s: ioengine=%s can't say where a write is to go; "
		   "io_uring_cmd can",
		   p->fdp ? "fdp" : "dataplacement", c->section->engine->name);
}

static void streams_have_names(struct check *c)
{
	const struct placement_options *p = &c->options->placement;

	if (p->data == PLACEMENT_STREAMS && !p->ids.count)
		diag_error(c->diag, SOURCE(c, placement.data),
			   "dataplacement: streams needs plids, the streams to "
			   "write to");
}

static bool is_listed(const struct placement_ids *ids, uint16_t id)
{
	for (size_t i = 0; i < ids->count; i++)
		if (ids->of[i] == id)
			return true;
	return false;
}

static void schemes_have_a_file(struct check *c)
{
	const struct placement_options *p = &c->options->placement;

	if (p->data == PLACEMENT_NONE || p->select != PLACEMENT_SCHEME)
		return;
	if (!p->scheme.path || !p->ids.count) {
		diag_error(c->diag, SOURCE(c, placement.select),
			   "plid_select: scheme needs dp_scheme, and plids");
		return;
	}
	for (size_t i = 0; i < p->scheme.count; i++) {
		if (is_listed(&p->ids, p->scheme.of[i].id))
			continue;
		diag_error(c->diag, SOURCE(c, placement.scheme),
			   "dp_scheme: '%s' names placement %u, which is not "
			   "one of plids",
			   p->scheme.path, p->scheme.of[i].id);
		return;
	}
}

static void placements_have_something_to_place(struct check *c)
{
	const struct placement_options *p = &c->options->placement;

	if (p->data == PLACEMENT_NONE) {
		NOTE_PART_WITHOUT(c, placement.ids, "plids", "dataplacement");
		NOTE_PART_WITHOUT(c, placement.select, "plid_select",
				  "dataplacement");
		NOTE_PART_WITHOUT(c, placement.scheme, "dp_scheme",
				  "dataplacement");
	} else if (p->select != PLACEMENT_SCHEME) {
		NOTE_PART_WITHOUT(c, placement.scheme, "dp_scheme",
				  "plid_select=scheme");
	}
}

static void (*const rules[])(struct check *) = {
	fdp_is_a_placement,
	placements_are_in_commands,
	streams_have_names,
	schemes_have_a_file,
	placements_have_something_to_place,
};

void plan_check_placement(struct check *c)
{
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
		rules[i](c);
}
