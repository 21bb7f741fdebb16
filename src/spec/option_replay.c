#include "spec/replay_options.h"

#include "option_parse.h"

#include <string.h>

enum {
	SKIP_READS,
	SKIP_WRITES,
	SKIP_TRIMS,
	SKIP_SYNCS,
	SKIPS,
};

static const struct option_choice skip_words[] = {
	{ "read", SKIP_READS, "Reads" },
	{ "write", SKIP_WRITES, "Writes" },
	{ "trim", SKIP_TRIMS, "Trims" },
	{ "sync", SKIP_SYNCS, "Syncs, of data alone, too" },
	{ "flush", SKIP_SYNCS, NULL },
	{ 0 },
};

static int parse_skip(const struct option *o, const char *text,
		      struct option_context *context, void *field)
{
	struct replay_skip *skip = field;
	bool skips[SKIPS] = { false };
	char **parts;
	size_t n = option_split(context->arena, text, ',', &parts);

	(void)o;
	for (size_t i = 0; i < n; i++) {
		const struct option_choice *word = option_word_find(
			skip_words, parts[i], strlen(parts[i]));

		if (!word) {
			option_refuse_word(context, skip_words);
			return option_refuse_part(context, text, parts[i]);
		}
		skips[word->value] = true;
	}
	*skip = (struct replay_skip){
		.reads = skips[SKIP_READS],
		.writes = skips[SKIP_WRITES],
		.trims = skips[SKIP_TRIMS],
		.syncs = skips[SKIP_SYNCS],
	};
	return 0;
}

static void print_skip(const struct option *o, const void *field, FILE *out)
{
	const struct replay_skip *skip = field;
	const bool skips[SKIPS] = { skip->reads, skip->writes, skip->trims,
				    skip->syncs };
	const char *comma = "";

	(void)o;
	for (int i = 0; i < SKIPS; i++) {
		if (!skips[i])
			continue;
		fprintf(out, "%s%s", comma, option_word_for(skip_words, i));
		comma = ",";
	}
}

const struct option_type option_replay_skip = {
	.argument = "LIST",
	.parse = parse_skip,
	.print = print_skip,
	.words = skip_words,
};
