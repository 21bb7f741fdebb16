#include "sys/storage.h"

#include "unit.h"

#include <errno.h>
#include <string.h>

START_TEST(a_folder_is_on_a_file_system)
{
	struct storage *s = storage_read("/proc");
	char *text;

	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(s->kind, STORAGE_FILE_SYSTEM);
	ck_assert_str_eq(s->path, "/proc");
	ck_assert_str_eq(s->type, "proc");
	ck_assert_uint_eq(s->number, 0);
	text = storage_describe(s);
	ck_assert_ptr_eq(strstr(text, "proc "), text);
	ck_assert_ptr_nonnull(strstr(text, " 0 B"));
	free(text);
	storage_free(s);
}
END_TEST

START_TEST(a_file_has_the_size_of_its_file_system)
{
	struct storage *s = storage_read("/proc/self/exe");

	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(s->kind, STORAGE_FILE_SYSTEM);
	ck_assert_uint_gt(s->size_bytes, 0);
	ck_assert_str_ne(s->type, "");
	storage_free(s);
}
END_TEST

START_TEST(a_character_device_is_itself)
{
	struct storage *s = storage_read("/dev/zero");
	char *text;

	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(s->kind, STORAGE_CHARACTER);
	ck_assert_str_eq(s->device, "/dev/zero");
	text = storage_describe(s);
	ck_assert_str_eq(text, "character device 0 B");
	free(text);
	storage_free(s);
}
END_TEST

START_TEST(what_is_not_there_is_not_described)
{
	errno = 0;
	ck_assert_ptr_null(storage_read("/proc/no such file"));
	ck_assert_int_eq(errno, ENOENT);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("storage");
	TCase *tc = tcase_create("storage");

	tcase_add_test(tc, a_folder_is_on_a_file_system);
	tcase_add_test(tc, a_file_has_the_size_of_its_file_system);
	tcase_add_test(tc, a_character_device_is_itself);
	tcase_add_test(tc, what_is_not_there_is_not_described);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
