#include "out/columns.h"

#include <inttypes.h>

static const void *field(const struct column *c, const void *of)
{
	return (const char *)of + c->offset;
}

const char *column_text(const struct column *c, const void *of)
{
	return *(const char *const *)field(c, of);
}

const struct result_latency *column_latency(const struct column *c,
					    const void *of)
{
	return field(c, of);
}

static uint64_t whole(const struct column *c, const void *of)
{
	const void *value = field(c, of);

	switch (c->type) {
	case COLUMN_UINT:
		return *(const uint64_t *)value;
	case COLUMN_UNSIGNED:
		return *(const unsigned *)value;
	case COLUMN_INT:
		return (uint64_t) * (const int *)value; /* an errno */
	default:
		return (uint64_t) * (const double *)value;
	}
}

static double real(const struct column *c, const void *of)
{
	return c->type == COLUMN_REAL ? *(const double *)field(c, of)
				      : (double)whole(c, of);
}

void column_write_terse(const struct column *c, const void *of, FILE *out)
{
	switch (c->form) {
	case FORM_PLAIN:
		fprintf(out, "%" PRIu64, whole(c, of) / c->divide);
		break;
	case FORM_REAL:
		fprintf(out, "%f", real(c, of) / c->divide);
		break;
	case FORM_SHARE:
		fprintf(out, "%f%%", real(c, of));
		break;
	case FORM_SHARE1:
		fprintf(out, "%3.1f%%", real(c, of));
		break;
	case FORM_SHARE2:
		fprintf(out, "%3.2f%%", real(c, of));
		break;
	}
}

void column_write_csv(const struct column *c, const void *of, FILE *out)
{
	if (c->type == COLUMN_REAL)
		fprintf(out, "%f", real(c, of));
	else
		fprintf(out, "%" PRIu64, whole(c, of));
}
