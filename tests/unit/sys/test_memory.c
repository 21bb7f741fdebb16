#include "sys/memory.h"

#include "unit.h"

#define RECORDED FIXTURES "/memory_huge"

static const struct {
	const char *root;
	uint64_t asked;
	struct hugepages pages;
} rows[] = {
	{ RECORDED, 0, { 2 << 20, 12, 5, true } },
	{ RECORDED, 2 << 20, { 2 << 20, 12, 5, true } },
	{ RECORDED, 1 << 30, { 1 << 30, 1, 0, false } },
	{ RECORDED, 4 << 20, { 0 } },
	{ FIXTURES "/host_kvm", 0, { 0 } },
	{ FIXTURES "/none", 0, { 0 } },
};

START_TEST(reads_the_huge_pages_of_a_size)
{
	struct hugepages pages = hugepages_read(rows[_i].root, rows[_i].asked);

	ck_assert_uint_eq(pages.size, rows[_i].pages.size);
	ck_assert_uint_eq(pages.total, rows[_i].pages.total);
	ck_assert_uint_eq(pages.free, rows[_i].pages.free);
	ck_assert_int_eq(pages.usual, rows[_i].pages.usual);
}
END_TEST

START_TEST(reads_what_is_available)
{
	ck_assert_uint_eq(memory_available(RECORDED), UINT64_C(8000000) * 1024);
	ck_assert_uint_eq(memory_available(FIXTURES "/host_arm"), 0);
	ck_assert_uint_eq(memory_available(FIXTURES "/none"), 0);
	ck_assert_uint_gt(memory_available(""), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("memory");
	TCase *tc = tcase_create("memory");

	tcase_add_loop_test(tc, reads_the_huge_pages_of_a_size, 0,
			    COUNT_OF(rows));
	tcase_add_test(tc, reads_what_is_available);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
