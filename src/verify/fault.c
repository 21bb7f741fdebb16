#include "verify/fault.h"

#include <inttypes.h>
#include <stdio.h>

/* What of the header is wrong, and how its numbers are written. */
static const struct {
	const char *what;
	bool hex;
} fields[VERIFY_FAULT_KINDS] = {
	[VERIFY_FAULT_MAGIC] = { "magic header", true },
	[VERIFY_FAULT_VERSION] = { "header version", false },
	[VERIFY_FAULT_SUM] = { "header crc", true },
	[VERIFY_FAULT_LENGTH] = { "header length", false },
	[VERIFY_FAULT_OFFSET] = { "header offset", false },
	[VERIFY_FAULT_NUMBER] = { "header numberio", false },
	[VERIFY_FAULT_SEED] = { "header rand_seed", true },
};

static void write_place(const struct verify_fault *f, const char *path,
			FILE *out)
{
	fprintf(out,
		" at file %s offset %" PRIu64 ", length %" PRIu32
		" (requested block: offset=%" PRIu64 ", length=%" PRIu32 ")",
		path, f->offset, f->length, f->io_offset, f->io_length);
}

static void write_hex(const unsigned char *bytes, size_t count, FILE *out)
{
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%02x", bytes[i]);
}

static void write_checksum(const struct verify_fault *f, const char *path,
			   FILE *out)
{
	fprintf(out, "%s: verify failed", verify_scheme_name(f->scheme));
	write_place(f, path, out);
	fputs(": expected CRC ", out);
	write_hex(f->wanted_digest, f->digest_bytes, out);
	fputs(", received CRC ", out);
	write_hex(f->found_digest, f->digest_bytes, out);
}

static void write_bytes(const struct verify_fault *f, const char *path,
			const char *what, FILE *out)
{
	fprintf(out, "%s: verify failed", what);
	write_place(f, path, out);
	fprintf(out,
		": got byte %02x, wanted %02x (%d bad bits), at offset %" PRIu64,
		(unsigned)f->found, (unsigned)f->wanted,
		__builtin_popcountll(f->found ^ f->wanted), f->place);
}

static void write_scheme(const struct verify_fault *f, const char *path,
			 FILE *out)
{
	const char *found = verify_scheme_name((enum verify_scheme)f->found);

	fprintf(out, "verify: bad header type %s, wanted %s",
		found ? found : "unknown", verify_scheme_name(f->scheme));
	write_place(f, path, out);
}

static void write_field(const struct verify_fault *f, const char *path,
			FILE *out)
{
	fprintf(out,
		fields[f->kind].hex
			? "verify: bad %s %" PRIx64 ", wanted %" PRIx64
			: "verify: bad %s %" PRIu64 ", wanted %" PRIu64,
		fields[f->kind].what, f->found, f->wanted);
	write_place(f, path, out);
}

void verify_fault_text(const struct verify_fault *fault, const char *path,
		       char *text, size_t size)
{
	FILE *out = fmemopen(text, size, "w");

	text[0] = '\0';
	if (!out)
		return;
	if (fault->kind == VERIFY_FAULT_CHECKSUM)
		write_checksum(fault, path, out);
	else if (fault->kind == VERIFY_FAULT_PATTERN)
		write_bytes(fault, path, "pattern", out);
	else if (fault->kind == VERIFY_FAULT_TRIMMED)
		write_bytes(fault, path, "zeroed data", out);
	else if (fault->kind == VERIFY_FAULT_SCHEME)
		write_scheme(fault, path, out);
	else
		write_field(fault, path, out);
	fclose(out);
	text[size - 1] = '\0';
}
