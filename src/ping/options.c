#include "ping/options.h"

#include "base/clock.h"
#include "ping/amount.h"
#include "ping/schedule.h"

#include <getopt.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* What was given, before any of it is put together. */
struct given {
	struct ping_options *options;
	struct schedule_limits limits;
	uint64_t writes; /* how often -W */
	uint64_t size;   /* 0: not given, as those below */
	uint64_t help;
	uint64_t version;
	uint64_t rapid;
	uint64_t read_write;
	struct arena *arena;
};

enum entry_kind {
	ENTRY_FLAG,  /* a bool */
	ENTRY_TALLY, /* a number: how often it is given */
	ENTRY_COUNT,
	ENTRY_BYTES,
	ENTRY_TIME,
	ENTRY_TEXT,
	ENTRY_CONDITION,
	ENTRY_TIME_FORMAT, /* the only one whose value may be missing */
};

/* Where a value goes: into the options, or into what is put together. */
struct entry {
	char letter; /* 0: none */
	const char *name;
	const char *argument; /* NULL: there is none */
	enum entry_kind kind;
	bool is_given;
	size_t offset;
	const char *help; /* NULL: the heading of those that follow */
};

#define IN_OPTIONS(field) false, offsetof(struct ping_options, field)
#define IN_GIVEN(field) true, offsetof(struct given, field)
#define HEADING(text)                                                          \
	{                                                                      \
		.name = (text)                                                 \
	}

static const struct entry entries[] = {
	HEADING("what a request is"),
	{ 's', "size", "SIZE", ENTRY_BYTES, IN_GIVEN(size),
	  "request size (4k; 256k with -L)" },
	{ 'S', "work-size", "SIZE", ENTRY_BYTES, IN_OPTIONS(work_size),
	  "of the part that is used (1m of a folder's, or all)" },
	{ 'o', "work-offset", "SIZE", ENTRY_BYTES, IN_OPTIONS(work_offset),
	  "where that part begins (0)" },
	{ 'L', "linear", NULL, ENTRY_FLAG, IN_OPTIONS(linear),
	  "one after the other, not in random places" },
	{ 'W', "write", NULL, ENTRY_TALLY, IN_GIVEN(writes),
	  "write; -WWW: and lose what a file or device has" },
	{ 'G', "read-write", NULL, ENTRY_TALLY, IN_GIVEN(read_write),
	  "write and read by turns" },
	{ 'e', "entropy", "SEED", ENTRY_COUNT, IN_OPTIONS(seed),
	  "the same random places each time (0: new ones)" },
	{ 'k', "keep", NULL, ENTRY_FLAG, IN_OPTIONS(keep),
	  "keep and reuse the file ioping.tmp in a folder" },

	HEADING("how it is done"),
	{ 0, "ioengine", "NAME", ENTRY_TEXT, IN_OPTIONS(engine),
	  "as for jobs (psync): runner --enghelp lists them" },
	{ 'A', "async", NULL, ENTRY_FLAG, IN_OPTIONS(async),
	  "asynchronous: the same as --ioengine=libaio" },
	{ 'C', "cached", NULL, ENTRY_FLAG, IN_OPTIONS(cached),
	  "don't drop the cache before, nor sync after a write" },
	{ 'D', "direct", NULL, ENTRY_FLAG, IN_OPTIONS(direct),
	  "direct I/O (O_DIRECT)" },
	{ 'Y', "sync", NULL, ENTRY_FLAG, IN_OPTIONS(sync),
	  "synchronous I/O (O_SYNC)" },
	{ 'y', "dsync", NULL, ENTRY_FLAG, IN_OPTIONS(dsync),
	  "synchronous I/O of data (O_DSYNC)" },
	{ 'N', "nowait", NULL, ENTRY_FLAG, IN_OPTIONS(nowait),
	  "fail where it would have to wait (RWF_NOWAIT)" },
	{ 'H', "hipri", NULL, ENTRY_FLAG, IN_OPTIONS(hipri),
	  "poll for its end (RWF_HIPRI)" },

	HEADING("when"),
	{ 'c', "count", "COUNT", ENTRY_COUNT, IN_OPTIONS(count),
	  "stop after so many requests" },
	{ 'w', "work-time", "TIME", ENTRY_TIME, IN_OPTIONS(work_time),
	  "stop after this time" },
	{ 'i', "interval", "TIME", ENTRY_TIME, IN_GIVEN(limits.interval_ns),
	  "from the start of one to the next (1s)" },
	{ 'l', "speed-limit", "SIZE", ENTRY_BYTES, IN_GIVEN(limits.bytes_per_s),
	  "no more bytes a second" },
	{ 'r', "rate-limit", "COUNT", ENTRY_COUNT,
	  IN_GIVEN(limits.requests_per_s), "no more requests a second" },
	{ 'b', "burst", "COUNT", ENTRY_COUNT, IN_OPTIONS(burst),
	  "so many without an interval between them" },
	{ 'R', "rapid", NULL, ENTRY_TALLY, IN_GIVEN(rapid),
	  "as many as can be: -q -i 0 -w 3 -S 64m" },

	HEADING("what counts"),
	{ 'a', "warmup", "COUNT", ENTRY_COUNT, IN_OPTIONS(warmup),
	  "the first requests don't (1)" },
	{ 't', "min-time", "TIME", ENTRY_TIME, IN_OPTIONS(min_time),
	  "faster ones don't" },
	{ 'T', "max-time", "TIME", ENTRY_TIME, IN_OPTIONS(max_time),
	  "slower ones don't" },

	HEADING("what is shown"),
	{ 'q', "quiet", NULL, ENTRY_FLAG, IN_OPTIONS(quiet),
	  "no line for each request" },
	{ 'B', "batch", NULL, ENTRY_FLAG, IN_OPTIONS(batch),
	  "only the statistics, as one line of numbers" },
	{ 'p', "print-count", "COUNT", ENTRY_COUNT, IN_OPTIONS(print_count),
	  "that line after so many requests" },
	{ 'P', "print-interval", "TIME", ENTRY_TIME, IN_OPTIONS(print_interval),
	  "that line so often" },
	{ 'I', "time", "[FORMAT]", ENTRY_TIME_FORMAT, IN_OPTIONS(time_format),
	  "the time before each line, as by strftime(3)" },
	{ 'J', "json", NULL, ENTRY_FLAG, IN_OPTIONS(json), "a JSON array" },
	{ 0, "ndjson", NULL, ENTRY_FLAG, IN_OPTIONS(ndjson),
	  "a line of JSON for each request, as it ends" },
	{ 0, "warn", "CONDITION", ENTRY_CONDITION, IN_OPTIONS(warn),
	  "status 1 when it holds: 'p99>10ms'" },
	{ 0, "crit", "CONDITION", ENTRY_CONDITION, IN_OPTIONS(crit),
	  "status 2 when it holds; 3: nothing was measured" },
	{ 'h', "help", NULL, ENTRY_TALLY, IN_GIVEN(help), "print this" },
	{ 'v', "version", NULL, ENTRY_TALLY, IN_GIVEN(version),
	  "print the version" },
};

enum {
	ENTRY_MAX = sizeof(entries) / sizeof(entries[0]),
	LONG_FIRST = UCHAR_MAX + 1, /* what getopt says to a long option */
	DEFAULT_SIZE = 4096,
	DEFAULT_LINEAR_SIZE = 256 * 1024,
	FOLDER_SIZE = 1 << 20,
	RAPID_FOLDER_SIZE = 64 << 20,
	SHRED_WRITES = 3,
};

static const char default_time_format[] = "%b %d %T";

static struct source place(const struct given *given, const struct entry *e)
{
	return (struct source){
		e->letter
			? arena_printf(given->arena, "command line: -%c (--%s)",
				       e->letter, e->name)
			: arena_printf(given->arena, "command line: --%s",
				       e->name),
		0
	};
}

static int set_amount(const struct given *given, const struct entry *e,
		      const char *value, uint64_t *field, struct diag *diag)
{
	static const enum amount_kind kinds[] = {
		[ENTRY_COUNT] = AMOUNT_COUNT,
		[ENTRY_BYTES] = AMOUNT_BYTES,
		[ENTRY_TIME] = AMOUNT_TIME,
	};
	const char *why;

	if (amount_parse(value, kinds[e->kind], field, &why) < 0)
		return diag_error(diag, place(given, e), "'%s' %s", value, why);
	return 0;
}

static int apply(struct given *given, const struct entry *e, const char *value,
		 struct diag *diag)
{
	char *owner = e->is_given ? (char *)given : (char *)given->options;
	void *field = owner + e->offset;

	switch (e->kind) {
	case ENTRY_FLAG:
		*(bool *)field = true;
		return 0;
	case ENTRY_TALLY:
		++*(uint64_t *)field;
		return 0;
	case ENTRY_TEXT:
		*(const char **)field = value;
		return 0;
	case ENTRY_TIME_FORMAT:
		*(const char **)field = value ? value : default_time_format;
		return 0;
	case ENTRY_CONDITION:
		given->options->judges = true;
		return thresholds_add(field, arena_strdup(given->arena, value),
				      place(given, e), diag);
	default:
		if (field == &given->limits.interval_ns)
			given->limits.has_interval = true;
		return set_amount(given, e, value, field, diag);
	}
}

static int argument_of(const struct entry *e)
{
	if (!e->argument)
		return no_argument;
	return e->kind == ENTRY_TIME_FORMAT ? optional_argument
					    : required_argument;
}

/* What getopt wants to know of the table. */
struct tables {
	char letters[3 * ENTRY_MAX + 2];
	struct option names[ENTRY_MAX + 1];
};

static void fill_tables(struct tables *t)
{
	size_t length = 0, count = 0;

	*t = (struct tables){ 0 };
	t->letters[length++] = ':'; /* tell apart what is wrong, in silence */
	for (int i = 0; i < ENTRY_MAX; i++) {
		const struct entry *e = &entries[i];
		int argument = argument_of(e);

		if (!e->help)
			continue;
		t->names[count++] = (struct option){ e->name, argument, NULL,
						     LONG_FIRST + i };
		if (!e->letter)
			continue;
		t->letters[length++] = e->letter;
		for (int colons = argument; colons > 0; colons--)
			t->letters[length++] = ':';
	}
}

static const struct entry *entry_of(int found)
{
	if (found >= LONG_FIRST)
		return &entries[found - LONG_FIRST];
	for (int i = 0; i < ENTRY_MAX; i++)
		if (entries[i].letter && entries[i].letter == (char)found)
			return &entries[i];
	return NULL;
}

static int refuse(int found, char **argv, struct diag *diag)
{
	struct source at = { "command line", 0 };
	const char *word = argv[optind - 1];

	if (found == ':')
		return diag_error(diag, at, "%s needs a value", word);
	if (optopt >= LONG_FIRST)
		return diag_error(diag, at, "%s takes no value", word);
	if (optopt)
		return diag_error(diag, at, "unknown option '-%c'", optopt);
	return diag_error(diag, at,
			  "'%s' is no option, or the beginning of several",
			  word);
}

static int read_words(int argc, char **argv, struct given *given,
		      struct diag *diag)
{
	struct tables tables;
	int found, status = 0;

	fill_tables(&tables);
	optind = 0; /* begin anew, with whatever argv this is */
	opterr = 0;
	while ((found = getopt_long_only(argc, argv, tables.letters,
					 tables.names, NULL)) != -1) {
		const struct entry *e = entry_of(found == ':' ? optopt : found);

		if (found == ':' && e && e->kind == ENTRY_CONDITION)
			given->options->judges = true;
		if (found == '?' || found == ':')
			status = refuse(found, argv, diag);
		else if (e && apply(given, e, optarg, diag) < 0)
			status = -1;
	}
	if (argc - optind > 1)
		status = diag_error(diag, (struct source){ "command line", 0 },
				    "'%s': there is a target already, '%s'",
				    argv[optind + 1], argv[optind]);
	if (optind < argc)
		given->options->path = argv[optind];
	return status;
}

/* What options mean for each other. */
static void put_together(struct given *given)
{
	struct ping_options *o = given->options;

	if (given->version)
		o->action = PING_VERSION;
	if (given->help)
		o->action = PING_HELP;
	o->size = given->size;
	if (!o->size)
		o->size = o->linear ? DEFAULT_LINEAR_SIZE : DEFAULT_SIZE;
	o->folder_size = given->rapid ? RAPID_FOLDER_SIZE : FOLDER_SIZE;
	o->read_write = given->read_write;
	o->writes = given->writes || given->read_write;
	o->shred = given->writes >= SHRED_WRITES;
	if (given->rapid) {
		/* An interval that is given holds. */
		given->limits.has_interval = true;
		if (!o->work_time)
			o->work_time = 3 * NSEC_PER_SEC;
		o->quiet = true;
	}
	o->interval_ns = schedule_interval(&given->limits, o->size);
	o->quiet |= o->batch || ping_options_judge(o);
}

static int check(const struct ping_options *o, struct diag *diag)
{
	struct source at = { "command line", 0 };

	if (o->action != PING_RUN)
		return 0;
	if (!o->path) {
		diag_error(diag, at, "no folder, file or device is named");
		diag_hint(diag, at, "runner ping --help tells more");
		return -1;
	}
	if (o->async && o->engine && strcmp(o->engine, "libaio") != 0)
		return diag_error(diag, at,
				  "-A and --ioengine=%s are two engines",
				  o->engine);
	if (o->json && o->ndjson)
		return diag_error(diag, at,
				  "--json and --ndjson exclude each other");
	return 0;
}

int ping_options_read(char **words, struct arena *arena,
		      struct ping_options *options, struct diag *diag)
{
	struct given given = { .options = options, .arena = arena };
	int count = 0, status;
	char **argv;

	/* getopt changes their order, and begins with the second. */
	while (words[count])
		count++;
	argv = arena_calloc(arena, (size_t)count + 2, sizeof(*argv));
	memcpy(argv + 1, words, (size_t)count * sizeof(*argv));
	argv[0] = arena_strdup(arena, "ping");
	*options = (struct ping_options){ .warmup = 1 };
	status = read_words(count + 1, argv, &given, diag);
	put_together(&given);
	return status < 0 ? -1 : check(options, diag);
}

bool ping_options_judge(const struct ping_options *options)
{
	return options->judges;
}

static void print_entry(const struct entry *e, FILE *out)
{
	char form[48];

	if (!e->help) {
		fprintf(out, "\n%s:\n", e->name);
		return;
	}
	snprintf(form, sizeof(form), "--%s%s%s", e->name,
		 e->argument ? " " : "", e->argument ? e->argument : "");
	if (e->letter)
		fprintf(out, "  -%c, ", e->letter);
	else
		fputs("      ", out);
	fprintf(out, "%-22s %s\n", form, e->help);
}

void ping_options_help(FILE *out)
{
	fputs("usage: runner ping [OPTIONS] FOLDER|FILE|DEVICE\n"
	      "\n"
	      "How long single requests take, one at a time; until Ctrl-C if "
	      "no option says\nhow long. In a folder it works on a temporary "
	      "file of its own.\n",
	      out);
	for (int i = 0; i < ENTRY_MAX; i++)
		print_entry(&entries[i], out);
	fputs("\nTIME is in seconds, or with ns, us, ms, s, min, hour; SIZE in "
	      "bytes, or with\nsector, page, k, m, g, t (powers of 1024); "
	      "COUNT may have k, m, g, t (of 1000).\nA CONDITION is a figure "
	      "(p50, p99.9, min, avg, max, mdev, iops, speed), < or >,\nand a "
	      "limit; several are joined by commas.\n",
	      out);
}
