#include "verify/pattern.h"

#include "unit.h"

#include <string.h>

enum { SIZE = 300 };

/* %o, then a byte: the offset of where the pattern last began. */
static const size_t offsets[] = { 0 };
static const struct pattern with_offset = {
	.bytes = (const unsigned char *)"\0\0\0\0\0\0\0\0z",
	.length = 9,
	.offsets = offsets,
	.offset_count = 1,
};

START_TEST(offsets_are_those_of_the_last_beginning)
{
	struct verify_pattern p = { &with_offset, 100 };
	unsigned char buf[SIZE];

	verify_pattern_fill(&p, 0x1000, buf, SIZE);
	ck_assert_mem_eq(buf, "\0\x10\0\0\0\0\0\0z\0\x10", 11);
	ck_assert_mem_eq(buf + 100, "\x64\x10\0\0\0\0\0\0z\x64\x10", 11);
	ck_assert_mem_eq(buf + 200, "\xc8\x10\0\0\0\0\0\0z\xc8\x10", 11);
}
END_TEST

/* From any byte to any other, a wrong one is found, and no right one. */
START_TEST(a_wrong_byte_is_found_where_it_is)
{
	static const uint64_t intervals[] = { 0, 7, 9, 100, 1000 };
	struct verify_pattern p = { &with_offset, intervals[_i] };
	unsigned char buf[SIZE], wanted = 0;

	verify_pattern_fill(&p, 4096, buf, SIZE);
	for (size_t from = 0; from < SIZE; from += 13) {
		if (verify_pattern_compare(&p, 4096, buf, from, SIZE,
					   &wanted) != SIZE)
			ck_abort_msg("from %zu: a false alarm", from);
		for (size_t bad = 0; bad < SIZE; bad++) {
			size_t due = bad < from ? SIZE : bad;
			unsigned char right = buf[bad];
			size_t found;

			buf[bad] ^= 0x20;
			found = verify_pattern_compare(&p, 4096, buf, from,
						       SIZE, &wanted);
			if (found != due || (due != SIZE && wanted != right))
				ck_abort_msg("from %zu: byte %zu, not %zu",
					     from, found, due);
			buf[bad] = right;
		}
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("verify/pattern");
	TCase *t = tcase_create("all");

	tcase_add_test(t, offsets_are_those_of_the_last_beginning);
	tcase_add_loop_test(t, a_wrong_byte_is_found_where_it_is, 0, 5);
	suite_add_tcase(s, t);
	return unit_main(s);
}
