#include "verify/block.h"
#include "verify/checksum.h"

#include <assert.h>

const char *verify_scheme_lack(enum verify_scheme scheme)
{
	const struct checksum *checksum;

	if (!verify_scheme_digest(scheme))
		return NULL;
	checksum = checksum_find(verify_scheme_name(scheme));
	return checksum ? checksum->lacks : "is not known to this build";
}

int verify_format_init(struct verify_format *format,
		       const struct verify_options *options, uint64_t seed,
		       const char **why)
{
	const struct checksum *checksum;

	*format = (struct verify_format){
		.scheme = options->scheme,
		.overhead = verify_scheme_overhead(options->scheme),
		.digest_bytes = verify_scheme_digest(options->scheme),
		.seed = seed,
	};
	if (format->overhead) {
		format->interval = (size_t)options->interval;
		format->header_at = (size_t)options->offset;
	}
	if (options->pattern.length)
		format->pattern = (struct verify_pattern){
			.pattern = &options->pattern,
			.interval = options->pattern_interval,
		};
	*why = verify_scheme_lack(options->scheme);
	if (*why)
		return -1;
	if (!format->digest_bytes)
		return 0;
	checksum = checksum_find(verify_scheme_name(options->scheme));
	assert(checksum->digest_size == format->digest_bytes);
	format->digest = checksum->compute;
	return 0;
}
