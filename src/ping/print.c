#include "print.h"

#include <stdlib.h>

void printer_begin(struct printer *p, const struct ping_options *options,
		   const struct storage *storage, FILE *out)
{
	bool is_json = options->json || options->ndjson;

	*p = (struct printer){
		.form = is_json ? &form_json : &form_text,
		.options = options,
		.storage = storage,
		.description = storage_describe(storage),
		.out = out,
	};
}

void printer_end(struct printer *p)
{
	fflush(p->out);
	free(p->description);
}

uint64_t printer_total_ns(const struct figures *f)
{
	return f->end_ns - f->start_ns;
}
