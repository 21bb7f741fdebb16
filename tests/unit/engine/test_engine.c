#include "engine/engine.h"

#include "engine/activity.h"
#include "engine/task.h"

#include "unit.h"

#include <ctype.h>
#include <string.h>

static const struct {
	const char *name;
	const struct engine_ops *ops;
} known[] = {
	{ "libaio", &engine_libaio },
	{ "aio", &engine_libaio },
	{ "linuxaio", &engine_libaio },
	{ "null", &engine_null },
	{ "psync", &engine_psync },
	{ "sync", &engine_sync },
	{ "vsync", &engine_vsync },
	{ "pvsync", &engine_pvsync },
	{ "pvsync2", &engine_pvsync2 },
	{ "mmap", &engine_mmap },
	{ "falloc", &engine_falloc },
	{ "ftruncate", &engine_ftruncate },
	{ "splice", &engine_splice },
	{ "posixaio", &engine_posixaio },
	{ "io_uring", &engine_io_uring },
	{ "io_uring_cmd", &engine_io_uring_cmd },
	{ "sg", &engine_sg },
};

START_TEST(finds_an_engine_by_each_of_its_names)
{
	const struct engine_info *info;

	info = engine_list_find(&engine_list, known[_i].name);
	ck_assert_ptr_nonnull(info);
	ck_assert_ptr_eq(engine_of(info), known[_i].ops);
}
END_TEST

START_TEST(does_not_know_what_is_no_engine)
{
	struct engine_info other = { .name = "sync" };

	ck_assert_ptr_null(engine_list_find(&engine_list, ""));
	ck_assert_ptr_null(engine_list_find(&engine_list, "SYNC"));
	ck_assert_ptr_null(engine_of(&other));
}
END_TEST

START_TEST(every_engine_is_complete)
{
	for (size_t i = 0; i < engine_list.count; i++) {
		const struct engine_info *info = engine_list.engines[i];
		const struct engine_ops *ops = engine_of(info);
		const struct activity_ops *activity = activity_of(info);
		const struct task_ops *task = task_of(info);

		ck_assert_int_eq(activity != NULL,
				 (info->flags & ENGINE_ACTIVITY) != 0);
		ck_assert_int_eq(task != NULL,
				 (info->flags & ENGINE_TASK) != 0);
		ck_assert_int_eq(!!ops + !!activity + !!task, 1);
		if (task)
			ck_assert(task->open && task->close && task->run &&
				  info->introduce);
		else if (ops)
			ck_assert(ops->open && ops->close && ops->submit &&
				  ops->reap);
		else
			ck_assert(activity->open && activity->close &&
				  activity->step);
		ck_assert(info->help && isalpha((unsigned char)*info->help));
		ck_assert(info->help[strlen(info->help) - 1] != '.');
		ck_assert_int_eq(info->options != NULL, info->options_size > 0);
		if (i > 0)
			ck_assert_str_gt(info->name,
					 engine_list.engines[i - 1]->name);
	}
}
END_TEST

START_TEST(options_of_engines_read_their_own_defaults)
{
	for (size_t i = 0; i < engine_list.count; i++) {
		const struct engine_info *info = engine_list.engines[i];
		struct arena *arena = arena_new();
		void *values;

		if (info->options) {
			values = arena_alloc(arena, info->options_size);
			option_table_defaults(info->options, values, arena);
		}
		arena_free(arena);
	}
}
END_TEST

START_TEST(userspace_reap_is_on_unless_asked_otherwise)
{
	const struct engine_info *info = &engine_libaio.info;
	const struct option *o = option_find(info->options, "userspace_reap");
	struct arena *arena = arena_new();
	void *values = arena_alloc(arena, info->options_size);
	char *text;

	ck_assert_ptr_nonnull(o);
	option_table_defaults(info->options, values, arena);
	text = option_value_text(o, values);
	ck_assert_str_eq(text, "1");
	free(text);
	arena_free(arena);
}
END_TEST

START_TEST(what_the_reference_has_is_there_or_refused_with_a_reason)
{
	static const char *const names[] = {
		"cpuio",        "dircreate", "dirdelete", "dirstat",
		"e4defrag",     "exec",      "falloc",    "filecreate",
		"filedelete",   "filestat",  "ftruncate", "io_uring",
		"io_uring_cmd", "libaio",    "mmap",      "mtd",
		"net",          "netsplice", "null",      "page_fault",
		"posixaio",     "psync",     "pvsync",    "pvsync2",
		"sg",           "splice",    "sync",      "vsync",
		"dev-dax",      "gfapi",     "libpmem",   "nbd",
		"rados",        "rbd",       "rdma",      "spdk",
		"windowsaio",   "http",      "hdfs",      "xnvme",
		"libblkio",     "nfs",       "libzbc",    "solarisaio",
	};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const struct engine_refused *r = engine_list.refused;

		while (r->name && strcmp(r->name, names[i]) != 0)
			r++;
		ck_assert_msg(
			!r->name == !!engine_list_find(&engine_list, names[i]),
			"%s", names[i]);
	}
}
END_TEST

START_TEST(reasons_are_sorted_phrases)
{
	const struct engine_refused *r = engine_list.refused;

	ck_assert_ptr_nonnull(r->name);
	for (; r->name; r++) {
		ck_assert(islower((unsigned char)*r->reason));
		ck_assert(r->reason[strlen(r->reason) - 1] != '.');
		if (r[1].name)
			ck_assert_str_lt(r->name, r[1].name);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("engine");
	TCase *tc = tcase_create("engine");

	tcase_add_loop_test(tc, finds_an_engine_by_each_of_its_names, 0,
			    COUNT_OF(known));
	tcase_add_test(tc, does_not_know_what_is_no_engine);
	tcase_add_test(tc, every_engine_is_complete);
	tcase_add_test(tc, options_of_engines_read_their_own_defaults);
	tcase_add_test(tc, userspace_reap_is_on_unless_asked_otherwise);
	tcase_add_test(
		tc, what_the_reference_has_is_there_or_refused_with_a_reason);
	tcase_add_test(tc, reasons_are_sorted_phrases);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
