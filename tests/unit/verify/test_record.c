#include "verify/record.h"

#include "unit.h"

#include "base/random.h"

#include <string.h>

#define UNIT UINT64_C(512)

enum { UNITS = 64, FILES = 2 };

static const struct record_file files[FILES] = {
	{ .offset = 8192, .length = UNITS * UNIT },
	{ .offset = 0, .length = UNITS * UNIT - 100 },
};

static struct record *new_record(void)
{
	const struct record_request request = {
		.files = files,
		.file_count = FILES,
		.unit = UNIT,
		.least = UNIT,
		.depth = 4,
	};
	struct record *r = record_new(&request);

	ck_assert_ptr_nonnull(r);
	return r;
}

static void write_block(struct record *r, uint32_t file, unsigned unit,
			unsigned units, uint64_t number)
{
	uint32_t b = record_begin(r, file, files[file].offset + unit * UNIT,
				  (uint32_t)(units * UNIT), number);

	record_set_state(r, b, RECORD_WRITTEN);
}

START_TEST(the_last_writer_of_a_byte_holds)
{
	struct record_cursor cursor = { 0 };
	struct record *r = new_record();
	uint32_t b;

	write_block(r, 0, 0, 8, 1);
	write_block(r, 0, 8, 8, 2);
	write_block(r, 1, 0, 8, 3);
	write_block(r, 0, 4, 8, 4); /* parts of two */
	ck_assert_uint_eq(record_count(r), 2);
	b = record_next(r, &cursor);
	ck_assert_uint_eq(record_at(r, b)->number, 4);
	ck_assert_uint_eq(record_at(r, b)->offset, 8192 + 4 * UNIT);
	b = record_next(r, &cursor);
	ck_assert_uint_eq(record_at(r, b)->number, 3);
	ck_assert_uint_eq(record_next(r, &cursor), RECORD_NONE);
	record_free(r);
}
END_TEST

START_TEST(what_is_in_flight_is_busy)
{
	struct record *r = new_record();
	uint32_t b = record_begin(r, 1, 4 * UNIT, 2 * UNIT, 1);

	ck_assert(record_is_busy(r, 1, 5 * UNIT, UNIT));
	ck_assert(record_is_busy(r, 1, 0, 4 * UNIT + 1));
	ck_assert(!record_is_busy(r, 1, 0, 4 * UNIT));
	ck_assert(!record_is_busy(r, 1, 6 * UNIT, UNIT));
	ck_assert(!record_is_busy(r, 0, 8192 + 4 * UNIT, UNIT));
	record_set_state(r, b, RECORD_WRITTEN);
	ck_assert(!record_is_busy(r, 1, 5 * UNIT, UNIT));
	record_set_state(r, b, RECORD_READING);
	ck_assert(record_is_busy(r, 1, 5 * UNIT, UNIT));
	record_forget(r, b);
	ck_assert(!record_is_busy(r, 1, 5 * UNIT, UNIT));
	ck_assert_uint_eq(record_count(r), 0);
	record_free(r);
}
END_TEST

/* Beside a plain array of who wrote each unit last. */
START_TEST(each_block_is_passed_once)
{
	struct record *r = new_record();

	ck_assert_uint_eq(record_unpassed(r), RECORD_NONE);
	for (unsigned i = 0; i < 4; i++)
		write_block(r, 0, 8 * i, 8, i + 1);
	ck_assert_uint_eq(record_at(r, record_unpassed(r))->number, 1);
	record_pass(r);
	record_forget(r, record_unpassed(r));
	ck_assert_uint_eq(record_at(r, record_unpassed(r))->number, 3);
	write_block(r, 0, 0, 8, 5); /* over one that was passed */
	ck_assert_uint_eq(record_at(r, record_unpassed(r))->number, 3);
	for (unsigned i = 0; i < 3; i++)
		record_pass(r);
	ck_assert_uint_eq(record_unpassed(r), RECORD_NONE);
	write_block(r, 1, 0, 8, 6);
	ck_assert_uint_eq(record_at(r, record_unpassed(r))->number, 6);
	record_free(r);
}
END_TEST

START_TEST(random_writes_are_as_a_plain_array_has_them)
{
	uint64_t owner[FILES][UNITS] = { 0 };
	struct record *r = new_record();
	struct record_cursor cursor = { 0 };
	struct random random;
	uint64_t last = 0;
	uint32_t b;

	random_seed(&random, 3);
	for (uint64_t n = 1; n < 20000; n++) {
		uint32_t file = (uint32_t)random_below(&random, FILES);
		unsigned unit = (unsigned)random_below(&random, UNITS);
		unsigned units =
			1 + (unsigned)random_below(&random, UNITS - unit);

		for (unsigned i = unit; i < unit + units; i++)
			for (unsigned k = 0; owner[file][i] && k < UNITS; k++)
				if (k != i && owner[file][k] == owner[file][i])
					owner[file][k] = 0;
		for (unsigned i = unit; i < unit + units; i++)
			owner[file][i] = n;
		write_block(r, file, unit, units, n);
	}
	while ((b = record_next(r, &cursor))) {
		const struct record_block *block = record_at(r, b);
		uint64_t first =
			(block->offset - files[block->file].offset) / UNIT;

		for (uint64_t i = 0; i < block->length / UNIT; i++) {
			if (owner[block->file][first + i] != block->number)
				ck_abort_msg("unit %zu", (size_t)(first + i));
			owner[block->file][first + i] = 0;
		}
	}
	for (size_t file = 0; file < FILES; file++)
		for (size_t i = 0; i < UNITS; i++)
			if (owner[file][i])
				ck_abort_msg("unit %zu is missing", i);
	for (b = record_oldest(r); b; b = record_at(r, b)->newer) {
		ck_assert_uint_gt(record_at(r, b)->number, last);
		last = record_at(r, b)->number;
	}
	record_free(r);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("verify/record");
	TCase *t = tcase_create("all");

	tcase_add_test(t, each_block_is_passed_once);
	tcase_add_test(t, the_last_writer_of_a_byte_holds);
	tcase_add_test(t, what_is_in_flight_is_busy);
	tcase_add_test(t, random_writes_are_as_a_plain_array_has_them);
	suite_add_tcase(s, t);
	return unit_main(s);
}
