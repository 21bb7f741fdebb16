#include "verify/block.h"

#include "unit.h"

#include <string.h>

enum { SIZE = 4096, OFFSET = 3 * SIZE, NUMBER = 41, SEED = 7 };

/* The bytes of one write, stamped, and what a read of it should find. */
struct written {
	struct verify_options options;
	struct verify_format format;
	struct verify_expectation expected;
	struct pattern pattern;
	unsigned char buf[SIZE];
	unsigned char before[SIZE];
};

static void set_up(struct written *w)
{
	const char *why;

	ck_assert_msg(verify_format_init(&w->format, &w->options, SEED, &why) ==
			      0,
		      "%s", why);
	w->expected = (struct verify_expectation){
		.write = { .offset = OFFSET, .number = NUMBER, .time_s = 5 },
		.number = true,
		.seed = true,
	};
	for (size_t i = 0; i < SIZE; i++)
		w->buf[i] = (unsigned char)(i * 7 + i / 256);
	verify_stamp(&w->format, &w->expected.write, w->buf, SIZE);
	memcpy(w->before, w->buf, SIZE);
}

/* How many blocks are bad, and the last fault of them. */
static unsigned count_faults(struct written *w, struct verify_fault *last)
{
	struct verify_fault fault;
	unsigned count = 0;

	for (size_t at = 0; at < SIZE;) {
		if (verify_check(&w->format, &w->expected, w->buf, SIZE, &at,
				 &fault))
			continue;
		*last = fault;
		count++;
	}
	return count;
}

/* Every scheme of the option table that this build has. */
static const enum verify_scheme schemes[] = {
	VERIFY_CRC64,    VERIFY_CRC7,     VERIFY_CRC16,    VERIFY_CRC32,
	VERIFY_CRC32C,   VERIFY_CRC64,    VERIFY_XXHASH,   VERIFY_SHA1,
	VERIFY_SHA256,   VERIFY_SHA512,   VERIFY_SHA3_224, VERIFY_SHA3_256,
	VERIFY_SHA3_384, VERIFY_SHA3_512, VERIFY_META,     VERIFY_NULL,
};

static bool use_scheme(struct written *w, int i)
{
	memset(w, 0, sizeof(*w));
	w->options.scheme = schemes[i];
	if (verify_scheme_lack(schemes[i]))
		return false;
	set_up(w);
	return true;
}

START_TEST(what_was_written_is_right)
{
	struct verify_fault fault;
	struct written w;

	if (!use_scheme(&w, _i))
		return;
	ck_assert_uint_eq(count_faults(&w, &fault), 0);
	ck_assert_mem_eq(w.buf, w.before, SIZE);
}
END_TEST

/* A flip in the data, and in every byte of the header. */
START_TEST(every_flip_that_the_scheme_sees_is_found)
{
	struct verify_fault fault;
	struct written w;
	size_t seen;

	if (!use_scheme(&w, _i))
		return;
	seen = w.format.digest ? SIZE : w.format.overhead;
	for (size_t bit = 0; bit < seen * 8; bit += 1 + bit / 1024) {
		w.buf[bit / 8] ^= (unsigned char)(1 << bit % 8);
		if (count_faults(&w, &fault) != 1)
			ck_abort_msg("bit %zu was not seen", bit);
		if (fault.offset != OFFSET)
			ck_abort_msg("bit %zu: wrong place", bit);
		w.buf[bit / 8] ^= (unsigned char)(1 << bit % 8);
		if (memcmp(w.buf, w.before, SIZE) != 0)
			ck_abort_msg("bit %zu: data were changed", bit);
	}
}
END_TEST

START_TEST(intervals_are_checked_one_by_one)
{
	struct verify_fault fault = { 0 };
	struct written w = { .options = { .scheme = VERIFY_CRC32C,
					  .interval = 1000,
					  .offset = 100 } };

	set_up(&w);
	/* The last 96 bytes can't hold a header at 100. */
	w.buf[1500] ^= 1;
	w.buf[SIZE - 1] ^= 0x80;
	ck_assert_uint_eq(count_faults(&w, &fault), 2);
	ck_assert_uint_eq(fault.offset, OFFSET + 3000);
	ck_assert_uint_eq(fault.length, SIZE - 3000);
	ck_assert_uint_eq(fault.io_offset, OFFSET);
	ck_assert_int_eq(fault.kind, VERIFY_FAULT_CHECKSUM);
}
END_TEST

START_TEST(what_is_from_elsewhere_is_told_from_damage)
{
	struct written w = { .options = { .scheme = VERIFY_CRC64 } };
	struct verify_fault fault = { 0 };

	set_up(&w);
	w.expected.write.offset = OFFSET + SIZE;
	ck_assert_uint_eq(count_faults(&w, &fault), 1);
	ck_assert_int_eq(fault.kind, VERIFY_FAULT_OFFSET);
	ck_assert_uint_eq(fault.found, OFFSET);
	w.expected.write.offset = OFFSET;
	w.expected.write.number++;
	ck_assert_uint_eq(count_faults(&w, &fault), 1);
	ck_assert_int_eq(fault.kind, VERIFY_FAULT_NUMBER);
	w.expected.number = false;
	ck_assert_uint_eq(count_faults(&w, &fault), 0);
	w.format.seed++;
	ck_assert_uint_eq(count_faults(&w, &fault), 1);
	ck_assert_int_eq(fault.kind, VERIFY_FAULT_SEED);
	w.expected.seed = false;
	ck_assert_uint_eq(count_faults(&w, &fault), 0);
}
END_TEST

START_TEST(another_scheme_is_named)
{
	struct written w = { .options = { .scheme = VERIFY_CRC64 } };
	struct verify_fault fault = { 0 };
	char text[VERIFY_FAULT_TEXT_MAX];
	const char *why;

	set_up(&w);
	w.options.scheme = VERIFY_CRC32C;
	verify_format_init(&w.format, &w.options, SEED, &why);
	ck_assert_uint_eq(count_faults(&w, &fault), 1);
	verify_fault_text(&fault, "f", text, sizeof(text));
	ck_assert_str_eq(text,
			 "verify: bad header type crc64, wanted crc32c at "
			 "file f offset 12288, length 4096 (requested "
			 "block: offset=12288, length=4096)");
}
END_TEST

START_TEST(a_bad_checksum_reads_like_the_references)
{
	struct written w = { .options = { .scheme = VERIFY_CRC16 } };
	struct verify_fault fault = { 0 };
	const char *expected =
		"crc16: verify failed at file dir/f offset 12288, length 4096 "
		"(requested block: offset=12288, length=4096): expected CRC ";
	char text[VERIFY_FAULT_TEXT_MAX];

	set_up(&w);
	w.buf[SIZE / 2] ^= 4;
	ck_assert_uint_eq(count_faults(&w, &fault), 1);
	verify_fault_text(&fault, "dir/f", text, sizeof(text));
	ck_assert_msg(strncmp(text, expected, strlen(expected)) == 0, "%s",
		      text);
}
END_TEST

START_TEST(patterns_have_no_header_or_one)
{
	struct written w = { .options = { .scheme = _i ? VERIFY_PATTERN_HDR
						       : VERIFY_PATTERN } };
	struct verify_fault fault = { 0 };

	w.options.pattern = (struct pattern){
		.bytes = (const unsigned char *)"abc",
		.length = 3,
	};
	set_up(&w);
	ck_assert_uint_eq(count_faults(&w, &fault), 0);
	ck_assert_uint_eq(w.buf[300], 'a');
	w.buf[301] = 'x';
	ck_assert_uint_eq(count_faults(&w, &fault), 1);
	ck_assert_int_eq(fault.kind, VERIFY_FAULT_PATTERN);
	ck_assert_uint_eq(fault.place, OFFSET + 301);
	ck_assert_uint_eq(fault.wanted, 'b');
	w.buf[301] = 'b';
	w.buf[0] ^= 1;
	ck_assert_uint_eq(count_faults(&w, &fault), 1);
	ck_assert_int_eq(fault.kind,
			 _i ? VERIFY_FAULT_MAGIC : VERIFY_FAULT_PATTERN);
}
END_TEST

START_TEST(the_format_does_not_change)
{
	static const unsigned char begin[] = {
		'r', 'u',  'V', 'F', 1, VERIFY_META, 0, 0,
		0,   0x30, 0,   0,   0, 0,           0, 0,
	};
	struct written w = { .options = { .scheme = VERIFY_META } };
	struct verify_header header;

	set_up(&w);
	ck_assert_mem_eq(w.buf, begin, sizeof(begin));
	ck_assert_uint_eq(w.buf[24], NUMBER);
	ck_assert_uint_eq(w.buf[33], SIZE >> 8);
	ck_assert_uint_eq(w.buf[40], 5);
	ck_assert(verify_read_header(&w.format, w.buf, SIZE, &header));
	ck_assert_uint_eq(header.sum, UINT32_C(4180060000));
	ck_assert_uint_eq(header.seed, verify_data_seed(&w.format, NUMBER));
}
END_TEST

START_TEST(trimmed_data_are_zero)
{
	unsigned char buf[64] = { 0 };
	struct verify_fault fault;

	ck_assert(verify_check_zero(128, buf, sizeof(buf), &fault));
	buf[63] = 2;
	ck_assert(!verify_check_zero(128, buf, sizeof(buf), &fault));
	ck_assert_uint_eq(fault.place, 128 + 63);
	ck_assert_uint_eq(fault.found, 2);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("verify/block");
	TCase *t = tcase_create("all");

	tcase_add_loop_test(t, what_was_written_is_right, 0, COUNT_OF(schemes));
	tcase_add_loop_test(t, every_flip_that_the_scheme_sees_is_found, 0,
			    COUNT_OF(schemes) - 1);
	tcase_add_test(t, intervals_are_checked_one_by_one);
	tcase_add_test(t, what_is_from_elsewhere_is_told_from_damage);
	tcase_add_test(t, another_scheme_is_named);
	tcase_add_test(t, a_bad_checksum_reads_like_the_references);
	tcase_add_loop_test(t, patterns_have_no_header_or_one, 0, 2);
	tcase_add_test(t, the_format_does_not_change);
	tcase_add_test(t, trimmed_data_are_zero);
	suite_add_tcase(s, t);
	return unit_main(s);
}
