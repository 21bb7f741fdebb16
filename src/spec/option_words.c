#include "spec/option_values.h"

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

static int parse_rw(const struct option *o, const char *text,
		    struct option_context *context, void *field)
{
	const struct option_choice *word;
	const char *after;
	struct rw rw;
	bool random;

	(void)o;
	word = option_word_read(text, rw_words, &after);
	if (!word)
		return option_refuse_word(context, rw_words);
	random = word->value & RW_RANDOM;
	rw = (struct rw){ .flags = (unsigned)word->value, .modifier = random };
	if (after && read_rw_modifier(random, after, context, &rw.modifier) < 0)
		return option_refuse_part(context, text, after);
	*(struct rw *)field = rw;
	return 0;
}

static void print_rw(const struct option *o, const void *field, FILE *out)
{
	const struct rw *rw = field;
	char buf[SIZE_TEXT_MAX];

	(void)o;
	fputs(option_word_for(rw_words, (int)rw->flags), out);
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

/* Those that prefer some files; the number is that of the distribution. */
static const struct option_choice skew_words[] = {
	{ "zipf", DISTRIBUTION_ZIPF, "Some files far more often than others" },
	{ "pareto", DISTRIBUTION_PARETO, "The same by another formula" },
	{ "normal", DISTRIBUTION_NORMAL, "Mostly those in the middle" },
	{ "gauss", DISTRIBUTION_NORMAL, NULL },
	{ 0 },
};

/* All of them, for help. */
static const struct option_choice file_words[] = {
	{ "random", SERVICE_RANDOM, "Any file, each as likely" },
	{ "roundrobin", SERVICE_ROUNDROBIN, "One file after the other" },
	{ "sequential", SERVICE_SEQUENTIAL, "The next when one is finished" },
	{ "zipf", SERVICE_SKEWED, "Some files far more often than others" },
	{ "pareto", SERVICE_SKEWED, "The same by another formula" },
	{ "normal", SERVICE_SKEWED, "Mostly those in the middle" },
	{ 0 },
};

static int read_service(const struct option_choice *word, const char *after,
			struct option_context *context,
			struct file_service *service)
{
	const struct option limits = { .type = &option_number, .min = 1 };

	service->kind = (enum service)word->value;
	if (!after)
		return 0;
	return option_read_bytes(&limits, after, context, &service->ios);
}

static int read_skewed(const struct option_choice *word, const char *after,
		       struct option_context *context,
		       struct file_service *service)
{
	service->kind = SERVICE_SKEWED;
	service->skew.kind = (enum distribution_kind)word->value;
	return option_read_skew(after, context, &service->skew);
}

static int parse_file_service(const struct option *o, const char *text,
			      struct option_context *context, void *field)
{
	struct file_service service = { .ios = 1 };
	const struct option_choice *word;
	const char *after;
	int status;

	(void)o;
	word = option_word_read(text, service_words, &after);
	if (word) {
		status = read_service(word, after, context, &service);
	} else {
		word = option_word_read(text, skew_words, &after);
		if (!word)
			return option_refuse_word(context, file_words);
		status = read_skewed(word, after, context, &service);
	}
	if (status < 0)
		return after ? option_refuse_part(context, text, after) : -1;
	*(struct file_service *)field = service;
	return 0;
}

static void print_file_service(const struct option *o, const void *field,
			       FILE *out)
{
	const struct file_service *service = field;

	(void)o;
	if (service->kind == SERVICE_SKEWED) {
		fputs(option_word_for(skew_words, (int)service->skew.kind),
		      out);
		option_print_skew(&service->skew, out);
		return;
	}
	fputs(option_word_for(service_words, (int)service->kind), out);
	if (service->ios != 1)
		fprintf(out, ":%" PRIu64, service->ios);
}

const struct option_type option_file_service = {
	.argument = "WORD[:N]",
	.parse = parse_file_service,
	.print = print_file_service,
	.words = file_words,
};
