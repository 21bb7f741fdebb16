#include "spec/option.h"

#include "option_parse.h"

#include <inttypes.h>
#include <string.h>

/* Types of which each value is a word, and maybe a number after a colon. */

static const struct option_choice rw_words[] = {
	{ "read", RW_READ, "Sequential reads" },
	{ "write", RW_WRITE, "Sequential writes" },
	{ "trim", RW_TRIM, "Sequential trims" },
	{ "randread", RW_RANDOM | RW_READ, "Random reads" },
	{ "randwrite", RW_RANDOM | RW_WRITE, "Random writes" },
	{ "randtrim", RW_RANDOM | RW_TRIM, "Random trims" },
	{ "rw", RW_READ | RW_WRITE, "Sequential reads and writes, mixed" },
	{ "readwrite", RW_READ | RW_WRITE, "The same as rw" },
	{ "randrw", RW_RANDOM | RW_READ | RW_WRITE,
	  "Random reads and writes, mixed" },
	{ "trimwrite", RW_TRIM | RW_WRITE | RW_TRIM_FIRST,
	  "Sequential: each block is trimmed, then written" },
	{ "randtrimwrite", RW_RANDOM | RW_TRIM | RW_WRITE | RW_TRIM_FIRST,
	  "Random: each block is trimmed, then written" },
	{ 0 },
};

/* Offsets that come in a row are counted in 32 bits. */
#define RW_IOS_MAX UINT32_MAX

static int read_rw_modifier(bool random, const char *text,
			    struct option_context *context, int64_t *out)
{
	const struct option limits = { .type = &option_number,
				       .min = 1,
				       .max = RW_IOS_MAX };
	const char *why;
	uint64_t ios;
	int64_t bytes;

	if (random) {
		if (option_read_bytes(&limits, text, context, &ios) < 0)
			return -1;
		*out = (int64_t)ios;
		return 0;
	}
	if (size_parse_signed(text, context->kb_base, &bytes, &why) < 0)
		return option_refuse(context, "%s", why);
	if (bytes == 0)
		return option_refuse(context, "skips nothing");
	*out = bytes;
	return 0;
}

/* The word before the colon, and the text after it, or NULL. */
static const struct option_choice *read_word(const char *text,
					     const struct option_choice *words,
					     const char **after)
{
	size_t length = strcspn(text, ":");

	*after = text[length] ? text + length + 1 : NULL;
	return option_word_find(words, text, length);
}

static int parse_rw(const struct option *o, const char *text,
		    struct option_context *context, void *field)
{
	const struct option_choice *word;
	const char *after;
	struct rw rw;
	bool random;

	(void)o;
	word = read_word(text, rw_words, &after);
	if (!word)
		return option_refuse_word(context, rw_words);
	random = word->value & RW_RANDOM;
	rw = (struct rw){ .flags = (unsigned)word->value, .modifier = random };
	if (after && read_rw_modifier(random, after, context, &rw.modifier) < 0)
		return option_refuse_part(context, text, after);
	*(struct rw *)field = rw;
	return 0;
}

static const char *word_for(const struct option_choice *words, int value)
{
	while (words->name && words->value != value)
		words++;
	return words->name ? words->name : "";
}

static void print_rw(const struct option *o, const void *field, FILE *out)
{
	const struct rw *rw = field;
	char buf[SIZE_TEXT_MAX];

	(void)o;
	fputs(word_for(rw_words, (int)rw->flags), out);
	if (rw->flags & RW_RANDOM) {
		if (rw->modifier != 1)
			fprintf(out, ":%" PRId64, rw->modifier);
	} else if (rw->modifier) {
		/* The size without its sign: -2^63 has one, too. */
		fprintf(out, ":%s%s", rw->modifier < 0 ? "-" : "",
			size_format(rw->modifier < 0 ? -(uint64_t)rw->modifier
						     : (uint64_t)rw->modifier,
				    buf));
	}
}

const struct option_type option_rw = {
	.argument = "WORD[:N]",
	.parse = parse_rw,
	.print = print_rw,
	.words = rw_words,
};

static const struct option_choice service_words[] = {
	{ "random", SERVICE_RANDOM, "Any file, each as likely" },
	{ "roundrobin", SERVICE_ROUNDROBIN, "One file after the other" },
	{ "sequential", SERVICE_SEQUENTIAL, "The next when one is finished" },
	{ 0 },
};

/* Known words that cannot be had. */
static const char *const services_refused[] = {
	"zipf",
	"pareto",
	"normal",
	"gauss",
};

static int refuse_service(const char *text, struct option_context *context)
{
	size_t length = strcspn(text, ":");

	for (size_t i = 0;
	     i < sizeof(services_refused) / sizeof(services_refused[0]); i++)
		if (strlen(services_refused[i]) == length &&
		    strncmp(services_refused[i], text, length) == 0)
			return option_refuse(context, "is not supported yet");
	return option_refuse_word(context, service_words);
}

static int parse_file_service(const struct option *o, const char *text,
			      struct option_context *context, void *field)
{
	const struct option limits = { .type = &option_number, .min = 1 };
	struct file_service service = { .ios = 1 };
	const struct option_choice *word;
	const char *after;

	(void)o;
	word = read_word(text, service_words, &after);
	if (!word)
		return refuse_service(text, context);
	service.kind = (enum service)word->value;
	if (after &&
	    option_read_bytes(&limits, after, context, &service.ios) < 0)
		return option_refuse_part(context, text, after);
	*(struct file_service *)field = service;
	return 0;
}

static void print_file_service(const struct option *o, const void *field,
			       FILE *out)
{
	const struct file_service *service = field;

	(void)o;
	fputs(word_for(service_words, (int)service->kind), out);
	if (service->ios != 1)
		fprintf(out, ":%" PRIu64, service->ios);
}

const struct option_type option_file_service = {
	.argument = "WORD[:N]",
	.parse = parse_file_service,
	.print = print_file_service,
	.words = service_words,
};
