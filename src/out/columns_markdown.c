#include "out/columns.h"

#include "spec/settings.h"
#include "stat/log_row.h"

/*
 * Where a field stands in a line of terse: counted from 1 in each version, or
 * from the disk's or the errors' own first one. The other directions stand
 * behind the reads, so many fields further on.
 */
enum { VERSIONS = TERSE_VERSION_MAX + 1 };

struct places {
	unsigned next[VERSIONS];
};

static unsigned fields_of(const struct column *c)
{
	return c->type == COLUMN_LATENCY ? PERCENTILES_MAX : 1;
}

static unsigned count_fields(const struct column_list *list, unsigned version)
{
	unsigned count = 0;

	for (size_t i = 0; i < list->count; i++)
		if (column_in_terse(&list->columns[i], version))
			count += fields_of(&list->columns[i]);
	return count;
}

/* "8", "17-36", or nothing. */
static void print_place(const struct column *c, struct places *p,
			unsigned version, FILE *out)
{
	unsigned first = p->next[version];
	unsigned count = fields_of(c);

	if (!column_in_terse(c, version)) {
		fputs("| ", out);
		return;
	}
	fprintf(out, "| %u", first);
	if (count > 1)
		fprintf(out, "–%u", first + count - 1);
	fputc(' ', out);
	p->next[version] += count;
}

static void print_column(const struct column *c, struct places *p,
			 const char *prefix, FILE *out)
{
	for (unsigned v = TERSE_VERSION_MIN; v <= TERSE_VERSION_MAX; v++)
		print_place(c, p, v, out);
	fprintf(out, "| %s ", c->name);
	if (c->csv)
		fprintf(out, "| `%s%s%s%s` ", prefix, c->name,
			c->unit ? "_" : "", c->unit ? c->unit : "");
	else
		fputs("| ", out);
	fprintf(out, "| %s | %s |\n", c->unit ? c->unit : "", c->help);
}

static void print_list(const struct column_list *list, struct places *p,
		       const char *prefix, FILE *out)
{
	fprintf(out,
		"\n## %s\n\n| v2 | v3 | v4 | v5 | field | csv | unit | meaning "
		"|\n|---|---|---|---|---|---|---|---|\n",
		list->title);
	for (size_t i = 0; i < list->count; i++)
		print_column(&list->columns[i], p, prefix, out);
}

/* Behind the other directions: version 3 knows of no trims. */
static void skip_directions(struct places *p)
{
	for (unsigned v = TERSE_VERSION_MIN; v <= TERSE_VERSION_MAX; v++)
		p->next[v] +=
			(v == 3 ? 1 : 2) * count_fields(&columns_direction, v);
}

static void print_log_fields(FILE *out)
{
	fputs("\n## Logs\n\nThe fields of a row of the logs of bandwidth, rate "
	      "and latency, with a comma and a\nblank between.\n\n"
	      "| field | when | unit | meaning |\n|---|---|---|---|\n",
	      out);
	for (const struct log_field *f = log_fields; f->name; f++)
		fprintf(out, "| %s | %s | %s | %s |\n", f->name,
			f->when ? f->when : "always", f->unit ? f->unit : "",
			f->help);
}

void columns_markdown(FILE *out)
{
	static const struct places from_one = { { 1, 1, 1, 1, 1, 1 } };
	struct places p = { { 0, 0, 2, 3, 3, 3 } };
	struct places own = from_one;

	fputs("# Columns\n\nThe fields of a line of `terse`, by version, the "
	      "columns of `csv` and the fields\nof logs. This file is made "
	      "from the program's tables. All are there since 0.1.0.\n\nField 1 of terse is its "
	      "version, field 2 (but not in version 2) `fio version`.\n",
	      out);
	print_list(&columns_head, &p, "", out);
	fputs("\nThen the directions. The numbers are those of the reads; "
	      "writes follow, then (but\nnot in version 3) trims, then with "
	      "`unified_rw_reporting=both` all as one; `mixed`\nhas only "
	      "that. In csv the names begin with `read_`, `write_`, `trim_` "
	      "or\n`mixed_`.\n",
	      out);
	print_list(&columns_direction, &p, "read_", out);
	skip_directions(&p);
	print_list(&columns_tail, &p, "", out);
	fputs("\nThen for each disk, counted from its first field:\n", out);
	print_list(&columns_disk, &own, "", out);
	fputs("\nIf the disk has members, then the word `slaves` and:\n", out);
	own = from_one;
	print_list(&columns_members, &own, "", out);
	fputs("\nThen in terse with `continue_on_error` only, in csv always:\n",
	      out);
	own = from_one;
	print_list(&columns_errors, &own, "", out);
	fputs("\nLast, if there is one, the job's description. In version 2 it "
	      "is a line of its\nown that begins with `;`. In csv it is the "
	      "column `description`; `direction` is the\nfirst one.\n",
	      out);
	print_log_fields(out);
}
