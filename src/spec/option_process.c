#include "spec/option_process.h"

#include "option_parse.h"

#include <inttypes.h>
#include <string.h>

/* Types of the options that say where and how a worker's process runs. */

/* ---- signed: int64_t ---- */

static int parse_signed(const struct option *o, const char *text,
			struct option_context *context, void *field)
{
	char range[OPTION_RANGE_MAX];
	const char *why;
	int64_t n;

	if (size_parse_signed(text, context->kb_base, &n, &why) < 0)
		return option_refuse(context, "%s", why);
	if (n < (int64_t)o->min || n > (int64_t)o->max)
		return option_refuse(context, "is out of range: %s",
				     option_range_text(o, range));
	*(int64_t *)field = n;
	return 0;
}

static void print_signed(const struct option *o, const void *field, FILE *out)
{
	(void)o;
	fprintf(out, "%" PRId64, *(const int64_t *)field);
}

const struct option_type option_signed = {
	.argument = "N",
	.parse = parse_signed,
	.print = print_signed,
	.measure = MEASURE_SIGNED,
};

/* ---- cpu_mask: struct cpu_list ---- */

enum { MASK_BITS = 64 };

static int parse_cpu_mask(const struct option *o, const char *text,
			  struct option_context *context, void *field)
{
	struct cpu_list list = { .given = true };
	uint64_t mask;

	(void)o;
	if (option_read_bytes(
		    &(struct option){ .type = &option_number, .min = 1 }, text,
		    context, &mask) < 0)
		return -1;
	for (size_t cpu = 0; cpu < MASK_BITS; cpu++)
		if (mask >> cpu & 1)
			CPU_SET(cpu, &list.set);
	*(struct cpu_list *)field = list;
	return 0;
}

static void print_cpu_mask(const struct option *o, const void *field, FILE *out)
{
	const struct cpu_list *list = field;
	uint64_t mask = 0;

	(void)o;
	if (!list->given)
		return;
	for (size_t cpu = 0; cpu < MASK_BITS; cpu++)
		if (CPU_ISSET(cpu, &list->set))
			mask |= UINT64_C(1) << cpu;
	fprintf(out, "%" PRIu64, mask);
}

const struct option_type option_cpu_mask = {
	.argument = "MASK",
	.parse = parse_cpu_mask,
	.print = print_cpu_mask,
};

/* ---- node_list ---- */

static int parse_node_list(const struct option *o, const char *text,
			   struct option_context *context, void *field)
{
	struct node_list nodes = { .all = strcmp(text, "all") == 0 };

	if (nodes.all)
		nodes.list.given = true;
	else if (option_cpu_list.parse(o, text, context, &nodes.list) < 0)
		return -1;
	*(struct node_list *)field = nodes;
	return 0;
}

static void print_node_list(const struct option *o, const void *field,
			    FILE *out)
{
	const struct node_list *nodes = field;

	if (nodes->all)
		fputs("all", out);
	else
		option_cpu_list.print(o, &nodes->list, out);
}

const struct option_type option_node_list = {
	.argument = "NODES|all",
	.parse = parse_node_list,
	.print = print_node_list,
};

/* ---- memory_policy ---- */

static const struct option_choice policy_words[] = {
	{ "default", MEMORY_POLICY_DEFAULT, "As the system does" },
	{ "prefer", MEMORY_POLICY_PREFER, "From the one node, if it has any" },
	{ "bind", MEMORY_POLICY_BIND, "From the nodes only" },
	{ "interleave", MEMORY_POLICY_INTERLEAVE, "From each node in turn" },
	{ "local", MEMORY_POLICY_LOCAL, "From the node of the CPU in use" },
	{ 0 },
};

static bool takes_nodes(enum memory_policy_kind kind)
{
	return kind != MEMORY_POLICY_DEFAULT && kind != MEMORY_POLICY_LOCAL;
}

static int parse_policy_nodes(const char *text, const char *nodes,
			      struct option_context *context,
			      struct memory_policy *policy)
{
	if (!takes_nodes(policy->kind))
		return nodes ? option_refuse(context, "takes no nodes") : 0;
	if (!nodes)
		return option_refuse(context, "needs nodes, as in %s:0", text);
	if (parse_node_list(NULL, nodes, context, &policy->nodes) < 0)
		return option_refuse_part(context, text, nodes);
	if (policy->kind == MEMORY_POLICY_PREFER &&
	    (policy->nodes.all || CPU_COUNT(&policy->nodes.list.set) != 1))
		return option_refuse(context, "takes one node");
	return 0;
}

static int parse_memory_policy(const struct option *o, const char *text,
			       struct option_context *context, void *field)
{
	size_t length = strcspn(text, ":");
	const struct option_choice *word =
		option_word_find(policy_words, text, length);
	struct memory_policy policy = { .kind = MEMORY_POLICY_DEFAULT };

	(void)o;
	if (!word)
		return option_refuse_word(context, policy_words);
	policy.kind = (enum memory_policy_kind)word->value;
	if (parse_policy_nodes(text, text[length] ? text + length + 1 : NULL,
			       context, &policy) < 0)
		return -1;
	*(struct memory_policy *)field = policy;
	return 0;
}

static void print_memory_policy(const struct option *o, const void *field,
				FILE *out)
{
	const struct memory_policy *policy = field;

	for (const struct option_choice *w = policy_words; w->name; w++)
		if (w->value == (int)policy->kind)
			fputs(w->name, out);
	if (!takes_nodes(policy->kind))
		return;
	fputc(':', out);
	print_node_list(o, &policy->nodes, out);
}

const struct option_type option_memory_policy = {
	.argument = "WORD[:NODES]",
	.parse = parse_memory_policy,
	.print = print_memory_policy,
};

/* ---- sync_range ---- */

static const struct option_choice sync_range_words[] = {
	{ "wait_before", SYNC_RANGE_WAIT_BEFORE,
	  "Wait for writes that were begun before" },
	{ "write", SYNC_RANGE_WRITE, "Begin to write what isn't" },
	{ "wait_after", SYNC_RANGE_WAIT_AFTER, "Wait for those writes" },
	{ 0 },
};

static int parse_sync_flags(const char *whole, size_t length,
			    struct option_context *context, unsigned *flags)
{
	char *words = arena_strndup(context->arena, whole, length);
	char **parts;
	size_t count = option_split(context->arena, words, ',', &parts);

	*flags = 0;
	for (size_t i = 0; i < count; i++) {
		const struct option_choice *word = option_word_find(
			sync_range_words, parts[i], strlen(parts[i]));

		if (!word) {
			option_refuse_word(context, sync_range_words);
			return option_refuse_part(context, whole, parts[i]);
		}
		*flags |= (unsigned)word->value;
	}
	return 0;
}

/* "wait_before,write:4"; without a number after each write. */
static int parse_sync_range(const struct option *o, const char *text,
			    struct option_context *context, void *field)
{
	const struct option any = { .type = &option_number };
	size_t length = strcspn(text, ":");
	struct sync_range range = { .every = 1 };

	(void)o;
	if (parse_sync_flags(text, length, context, &range.flags) < 0)
		return -1;
	if (text[length] && option_read_bytes(&any, text + length + 1, context,
					      &range.every) < 0)
		return option_refuse_part(context, text, text + length + 1);
	*(struct sync_range *)field = range;
	return 0;
}

static void print_sync_range(const struct option *o, const void *field,
			     FILE *out)
{
	const struct sync_range *range = field;
	const char *joint = "";

	(void)o;
	if (!range->flags)
		return;
	for (const struct option_choice *w = sync_range_words; w->name; w++) {
		if (!(range->flags & (unsigned)w->value))
			continue;
		fprintf(out, "%s%s", joint, w->name);
		joint = ",";
	}
	fprintf(out, ":%" PRIu64, range->every);
}

const struct option_type option_sync_range = {
	.argument = "WORD[,WORD]...[:N]",
	.parse = parse_sync_range,
	.print = print_sync_range,
	.words = sync_range_words,
};
