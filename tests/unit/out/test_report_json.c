#include "out/report.h"

#include "sample.h"
#include "spec/option_values.h"
#include "unit.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>

static struct sample s;
static char *text;
static cJSON *root;

static void start(void)
{
	sample_start(&s);
	text = NULL;
	root = NULL;
}

static void end(void)
{
	cJSON_Delete(root);
	free(text);
	sample_end(&s);
}

/* The document as text and, in `root`, read back. */
static const char *report(void)
{
	size_t size;
	FILE *out = open_memstream(&text, &size);

	ck_assert_int_eq(report_json.write(sample_result(&s), out), 0);
	fclose(out);
	root = cJSON_Parse(text);
	ck_assert_msg(root, "not JSON:\n%s", text);
	return text;
}

/* "jobs/0/read/clat_ns" below the root; NULL if there is none. */
static const cJSON *find(const char *path)
{
	const cJSON *item = root;
	char *copy = strdup(path), *rest = copy, *name;

	while (item && (name = strsep(&rest, "/"))) {
		if (cJSON_IsArray(item))
			item = cJSON_GetArrayItem(item, atoi(name));
		else
			item = cJSON_GetObjectItemCaseSensitive(item, name);
	}
	free(copy);
	return item;
}

static double number(const char *path)
{
	const cJSON *item = find(path);

	ck_assert_msg(cJSON_IsNumber(item), "%s is no number", path);
	return item->valuedouble;
}

static const char *string(const char *path)
{
	const cJSON *item = find(path);

	ck_assert_msg(cJSON_IsString(item), "%s is no string", path);
	return item->valuestring;
}

/* The keys of the object, each followed by a blank. */
static void assert_keys(const char *path, const char *expected)
{
	const cJSON *item = *path ? find(path) : root;
	char *keys;
	size_t size;
	FILE *out = open_memstream(&keys, &size);

	ck_assert_msg(cJSON_IsObject(item), "%s is no object", path);
	for (item = item->child; item; item = item->next)
		fprintf(out, "%s ", item->string);
	fclose(out);
	ck_assert_str_eq(keys, expected);
	free(keys);
}

#define DIRECTION_KEYS                                                         \
	"io_bytes io_kbytes bw_bytes bw iops runtime total_ios short_ios "     \
	"drop_ios slat_ns clat_ns lat_ns bw_min bw_max bw_agg bw_mean bw_dev " \
	"bw_samples iops_min iops_max iops_mean iops_stddev iops_samples "
#define DEPTH_TARGET_KEYS                                                      \
	"latency_depth latency_target latency_target_ns latency_percentile "   \
	"latency_window latency_window_us "
#define JOB_KEYS                                                               \
	"read write trim sync job_runtime usr_cpu sys_cpu ctx majf minf "      \
	"iodepth_level iodepth_submit iodepth_complete latency_ns latency_us " \
	"latency_ms "

START_TEST(keys_stand_in_the_order_of_the_reference)
{
	sample_add(&s, "a");
	sample_io(&s.pages[0], DIRECTION_READ, 3, 4096, 1000, 2);
	report();
	assert_keys("", "fio version timestamp timestamp_ms time jobs runner ");
	assert_keys("jobs/0",
		    "jobname groupid job_start error eta elapsed " JOB_KEYS
			    DEPTH_TARGET_KEYS);
	assert_keys("jobs/0/read", DIRECTION_KEYS);
	assert_keys("jobs/0/write", DIRECTION_KEYS);
	assert_keys("jobs/0/trim", DIRECTION_KEYS);
	assert_keys("jobs/0/sync", "total_ios lat_ns ");
	assert_keys("jobs/0/sync/lat_ns", "min max mean stddev N ");
	assert_keys("jobs/0/read/lat_ns", "min max mean stddev N ");
	assert_keys("jobs/0/write/clat_ns", "min max mean stddev N ");
	assert_keys("jobs/0/read/clat_ns", "min max mean stddev N percentile ");
	assert_keys("jobs/0/read/clat_ns/percentile",
		    "1.000000 5.000000 10.000000 20.000000 30.000000 40.000000 "
		    "50.000000 60.000000 70.000000 80.000000 90.000000 "
		    "95.000000 99.000000 99.500000 99.900000 99.950000 "
		    "99.990000 ");
	assert_keys("jobs/0/iodepth_level", "1 2 4 8 16 32 >=64 ");
	assert_keys("jobs/0/iodepth_submit", "0 4 8 16 32 64 >=64 ");
	assert_keys("jobs/0/iodepth_complete", "0 4 8 16 32 64 >=64 ");
	assert_keys("jobs/0/latency_ns", "2 4 10 20 50 100 250 500 750 1000 ");
	assert_keys("jobs/0/latency_us", "2 4 10 20 50 100 250 500 750 1000 ");
	assert_keys("jobs/0/latency_ms",
		    "2 4 10 20 50 100 250 500 750 1000 2000 >=2000 ");
}
END_TEST

START_TEST(keys_that_depend_on_options_come_where_they_belong)
{
	struct job_options *o = sample_add(&s, "a");
	static struct given_option given[] = { { "rw", "read" },
					       { "direct", "" } };
	static char name[] = "vda";
	static struct disk disk = { .name = name };
	static struct diskstats stats = { .root = "",
					  .disks = &disk,
					  .count = 1 };

	s.plan.global = (struct given_list){ given, 1 };
	s.sections[0].given = (struct given_list){ given, 2 };
	s.input.disks = &stats;
	o->continue_on_error = CONTINUE_READ;
	o->description = "about it";
	counter_set(&s.pages[0].stats.errors, 3);
	counter_set(&s.pages[0].stats.first_error, EIO);
	report();
	assert_keys("", "fio version timestamp timestamp_ms time "
			"global options jobs disk_util runner ");
	assert_keys("global options", "rw ");
	assert_keys(
		"jobs/0",
		"jobname groupid job_start error eta elapsed job options " JOB_KEYS
		"total_err first_error " DEPTH_TARGET_KEYS "desc ");
	assert_keys("jobs/0/job options", "rw direct ");
	ck_assert_str_eq(string("jobs/0/job options/direct"), "");
	ck_assert_str_eq(string("jobs/0/desc"), "about it");
	ck_assert_double_eq(number("jobs/0/total_err"), 3);
	ck_assert_double_eq(number("jobs/0/first_error"), EIO);
	ck_assert_double_eq(number("jobs/0/error"), EIO);
}
END_TEST

START_TEST(figures_are_those_of_the_result)
{
	struct job_options *o = sample_add(&s, "a");

	o->percentile_list =
		(struct percentiles){ .of = { 50, 99.5 }, .count = 2 };
	o->iodepth = 16;
	sample_time(&s.pages[0], 20, 120);
	sample_io(&s.pages[0], DIRECTION_WRITE, 4, 5000, 120, 3);
	moments_add(&s.pages[0].stats.direction[DIRECTION_WRITE].bw, 3000);
	moments_add(&s.pages[0].stats.direction[DIRECTION_WRITE].iops, 70);
	s.pages[0].usage.system_ms = 50;
	report();
	ck_assert_double_eq(number("timestamp"), 1700000002);
	ck_assert_double_eq(number("timestamp_ms"), 1700000002345.0);
	ck_assert_str_eq(string("time"), "Tue Nov 14 22:13:22 2023");
	ck_assert_double_eq(number("jobs/0/job_start"), 1700000000020.0);
	ck_assert_double_eq(number("jobs/0/elapsed"), 3);
	ck_assert_double_eq(number("jobs/0/write/io_bytes"), 20000);
	ck_assert_double_eq(number("jobs/0/write/io_kbytes"), 19);
	ck_assert_double_eq(number("jobs/0/write/bw_bytes"), 6666666);
	ck_assert_double_eq(number("jobs/0/write/bw"), 6510);
	ck_assert_double_eq(number("jobs/0/write/total_ios"), 4);
	ck_assert_double_eq(number("jobs/0/write/runtime"), 3);
	ck_assert_double_eq(number("jobs/0/write/clat_ns/N"), 4);
	ck_assert_double_eq(number("jobs/0/write/clat_ns/percentile/99.500000"),
			    120);
	ck_assert_double_eq(number("jobs/0/write/lat_ns/max"), 220);
	ck_assert_double_eq(number("jobs/0/write/bw_mean"), 3000);
	ck_assert_double_eq(number("jobs/0/write/iops_max"), 70);
	ck_assert_double_eq(number("jobs/0/job_runtime"), 100);
	ck_assert_double_eq(number("jobs/0/sys_cpu"), 50);
	ck_assert_double_eq(number("jobs/0/latency_ns/250"), 100);
	ck_assert_double_eq(number("jobs/0/latency_depth"), 16);
}
END_TEST

START_TEST(the_layout_is_two_blanks_a_level)
{
	sample_add(&s, "a");
	report();
	ck_assert_int_eq(strncmp(text, "{\n  \"fio version\" : \"fio-3.42", 28),
			 0);
	ck_assert_ptr_nonnull(strstr(
		text,
		",\n  \"jobs\" : [\n    {\n      \"jobname\" : \"a\",\n"));
	ck_assert_ptr_nonnull(strstr(text, "\n      \"sync\" : {\n"
					   "        \"total_ios\" : 0,\n"
					   "        \"lat_ns\" : {\n"
					   "          \"min\" : 0,\n"
					   "          \"max\" : 0,\n"
					   "          \"mean\" : 0.000000,\n"
					   "          \"stddev\" : 0.000000,\n"
					   "          \"N\" : 0\n"
					   "        }\n"
					   "      },\n"
					   "      \"job_runtime\" : 0,\n"));
	ck_assert_ptr_nonnull(
		strstr(text, "\n    \"targets\" : [\n\n    ],\n"));
	ck_assert_str_eq(text + strlen(text) - 3, "\n}\n");
}
END_TEST

START_TEST(integers_are_exact_to_64_bits)
{
	sample_add(&s, "a");
	counter_set(&s.pages[0].stats.direction[DIRECTION_READ].bytes,
		    UINT64_C(9007199254740993));
	counter_set(&s.pages[0].stats.direction[DIRECTION_READ].issued,
		    UINT64_MAX);
	report();
	ck_assert_ptr_nonnull(
		strstr(text, "\"io_bytes\" : 9007199254740993,\n"));
	ck_assert_ptr_nonnull(
		strstr(text, "\"total_ios\" : 18446744073709551615,\n"));
}
END_TEST

START_TEST(what_is_no_number_is_printed_as_0)
{
	struct result *result;
	size_t size;
	FILE *out;

	sample_add(&s, "a");
	result = sample_result(&s);
	result->units[0].user_percent = 0.0 / 0.0;
	result->units[0].system_percent = 1.0 / 0.0;
	out = open_memstream(&text, &size);
	ck_assert_int_eq(report_json.write(result, out), 0);
	fclose(out);
	ck_assert_ptr_nonnull(strstr(text, "\"usr_cpu\" : 0.000000,\n"));
	ck_assert_ptr_nonnull(strstr(text, "\"sys_cpu\" : 0.000000,\n"));
}
END_TEST

/* A job's name and how it stands in the document. */
static const struct {
	const char *name;
	const char *json;
} names[] = {
	{ "tab\there \"q\" \\ \xC3\xA9",
	  "\"tab\\there \\\"q\\\" \\\\ \xC3\xA9\"" },
	{ "\b\f\n\r\v\x01\x1F\x7F",
	  "\"\\b\\f\\n\\r\\u000B\\u0001\\u001F\x7F\"" },
	{ "", "\"\"" },
	{ "/slash", "\"/slash\"" },
	{ "\xE2\x82\xAC \xF0\x9F\x98\x80",
	  "\"\xE2\x82\xAC \xF0\x9F\x98\x80\"" },
	{ "\xFF", "\"\xEF\xBF\xBD\"" },
	{ "a\x80z", "\"a\xEF\xBF\xBDz\"" },
	/* cut short, overlong, a surrogate, above U+10FFFF */
	{ "\xE2\x82", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"" },
	{ "\xE2\x82x", "\"\xEF\xBF\xBD\xEF\xBF\xBDx\"" },
	{ "\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"" },
	{ "\xE0\x80\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"" },
	{ "\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"" },
	{ "\xF4\x90\x80\x80",
	  "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"" },
};

START_TEST(strings_are_valid_whatever_is_in_them)
{
	char expected[200];

	sample_add(&s, names[_i].name);
	snprintf(expected, sizeof(expected), "      \"jobname\" : %s,\n",
		 names[_i].json);
	ck_assert_msg(strstr(report(), expected), "no %s in:\n%s", expected,
		      text);
}
END_TEST

START_TEST(a_device_of_others_has_their_mean)
{
	static char name[2][4] = { "md0", "sda" };
	static size_t members[] = { 1 };
	static struct disk disks[] = {
		{ .name = name[0],
		  .last = { .ios = { 10, 20 }, .merges = { 1, 2 } },
		  .members = members,
		  .member_count = 1 },
		{ .name = name[1],
		  .last = { .ios = { 5, 6 },
			    .merges = { 3, 4 },
			    .sectors = { 40, 48 },
			    .ticks_ms = { 7, 8 },
			    .in_queue_ms = 15,
			    .busy_ms = 500 },
		  .last_ns = NSEC_PER_SEC },
	};
	static struct diskstats stats = { .root = "",
					  .disks = disks,
					  .count = 2 };
	const char *plain =
		"name read_ios write_ios read_sectors write_sectors "
		"read_merges write_merges read_ticks write_ticks in_queue util ";

	s.input.disks = &stats;
	report();
	assert_keys("disk_util/1", plain);
	assert_keys("disk_util/0",
		    "name read_ios write_ios read_sectors write_sectors "
		    "read_merges write_merges read_ticks write_ticks in_queue "
		    "util aggr_read_ios aggr_write_ios aggr_read_sectors "
		    "aggr_write_sectors aggr_read_merges aggr_write_merge "
		    "aggr_read_ticks aggr_write_ticks aggr_in_queue "
		    "aggr_util ");
	ck_assert_double_eq(number("disk_util/0/read_ios"), 10);
	ck_assert_double_eq(number("disk_util/0/write_merges"), 2);
	ck_assert_double_eq(number("disk_util/0/aggr_write_merge"), 4);
	ck_assert_double_eq(number("disk_util/0/aggr_read_sectors"), 40);
	ck_assert_double_eq(number("disk_util/0/aggr_util"), 50);
	ck_assert_double_eq(number("disk_util/1/write_ticks"), 8);
	ck_assert_double_eq(number("disk_util/1/util"), 50);
}
END_TEST

START_TEST(the_runner_object_tells_of_the_run)
{
	static const char *files[] = { "a.fio", "b.fio" };

	sample_add(&s, "a");
	s.settings.job_files = files;
	s.settings.job_file_count = 2;
	s.input.signal = SIGINT;
	diag_warning(s.diag, (struct source){ "a.fio", 4 }, "odd");
	diag_note(s.diag, (struct source){ "b.fio", 0 }, "all of it");
	diag_error(s.diag, (struct source){ NULL, 0 }, "broken");
	report();
	assert_keys("runner", "schema version command interrupted host targets "
			      "job_files diagnostics jobs ");
	ck_assert_double_eq(number("runner/schema"), 1);
	ck_assert_str_eq(string("runner/version"), PROGRAM_VERSION);
	ck_assert_str_eq(string("runner/command"), "runner t.fio");
	ck_assert_str_eq(string("runner/interrupted"), "SIGINT");
	ck_assert_str_eq(string("runner/job_files/1"), "b.fio");
	assert_keys("runner/diagnostics/0", "severity file line message ");
	assert_keys("runner/diagnostics/1", "severity file message ");
	assert_keys("runner/diagnostics/2", "severity message ");
	ck_assert_str_eq(string("runner/diagnostics/0/severity"), "warning");
	ck_assert_double_eq(number("runner/diagnostics/0/line"), 4);
	ck_assert_str_eq(string("runner/diagnostics/2/message"), "broken");
}
END_TEST

START_TEST(the_host_is_described)
{
	report();
	assert_keys("runner/host",
		    "hostname kernel architecture os cpu memory_bytes "
		    "memory_limit_bytes virtualization ");
	assert_keys("runner/host/cpu", "model count usable governor ");
	ck_assert_str_eq(string("runner/host/hostname"), "box");
	ck_assert_str_eq(string("runner/host/virtualization"), "kvm");
	ck_assert_double_eq(number("runner/host/memory_bytes"), 8589934592.0);
	ck_assert_ptr_null(find("runner/interrupted"));
}
END_TEST

START_TEST(a_target_has_what_is_known_of_it)
{
	static char words[][12] = { "ext4", "/",    "rw",   "/dev/vda1",
				    "vda",  "disk", "none", "write back",
				    "sda",  "raid1" };
	static char *members[] = { words[8] };
	static struct filesystem fs = { .type = words[0],
					.mount_point = words[1],
					.options = words[2],
					.source = words[3],
					.size_bytes = 1000,
					.free_bytes = 10 };
	static struct blockdev device = { .name = words[4],
					  .model = words[5],
					  .scheduler = words[6],
					  .write_cache = words[7],
					  .raid_level = words[9],
					  .logical_block = 512,
					  .physical_block = 4096,
					  .rotational = true,
					  .queue_depth = 64,
					  .members = members,
					  .member_count = 1 };
	static struct result_target targets[] = {
		{ .path = "/tmp/f", .filesystem = &fs, .device = &device },
		{ .path = "/dev/null" },
	};

	s.input.targets = targets;
	s.input.target_count = 2;
	report();
	assert_keys("runner/targets/0", "path filesystem device ");
	assert_keys("runner/targets/1", "path ");
	assert_keys("runner/targets/0/filesystem",
		    "type mount_point options source size_bytes free_bytes ");
	assert_keys("runner/targets/0/device",
		    "name model size_bytes logical_block physical_block "
		    "rotational scheduler write_cache queue_depth "
		    "discard_max_bytes raid_level members ");
	ck_assert(cJSON_IsTrue(find("runner/targets/0/device/rotational")));
	ck_assert_double_eq(number("runner/targets/0/filesystem/free_bytes"),
			    10);
	ck_assert_str_eq(string("runner/targets/0/device/members/0"), "sda");
}
END_TEST

START_TEST(a_unit_keeps_its_members)
{
	sample_add_jobs(&s, "a", 3, true);
	sample_time(&s.pages[1], 100, 350);
	s.pages[1].clock_source = CLOCKSOURCE_CPU;
	job_error_set(&s.pages[1].error, ENOSPC, "io_u", "f: no space");
	s.pages[2].signal = SIGKILL;
	report();
	ck_assert_int_eq(cJSON_GetArraySize(find("jobs")), 1);
	assert_keys("runner/jobs/0",
		    "jobname groupid effective_options members ");
	assert_keys("runner/jobs/0/members/0",
		    "jobname number pid started_ms ended_ms error ");
	assert_keys("runner/jobs/0/members/1",
		    "jobname number pid started_ms ended_ms clocksource error "
		    "error_text ");
	ck_assert_str_eq(string("runner/jobs/0/members/1/clocksource"), "cpu");
	assert_keys("runner/jobs/0/members/2",
		    "jobname number pid started_ms ended_ms error signal ");
	ck_assert_double_eq(number("runner/jobs/0/members/1/number"), 2);
	ck_assert_double_eq(number("runner/jobs/0/members/1/pid"), 1001);
	ck_assert_double_eq(number("runner/jobs/0/members/1/started_ms"),
			    1700000000100.0);
	ck_assert_double_eq(number("runner/jobs/0/members/1/ended_ms"),
			    1700000000350.0);
	ck_assert_str_eq(string("runner/jobs/0/members/1/error_text"),
			 "f: no space");
	ck_assert_str_eq(string("runner/jobs/0/members/2/signal"), "SIGKILL");
	ck_assert_double_eq(number("jobs/0/error"), ENOSPC);
}
END_TEST

START_TEST(effective_options_are_all_of_them)
{
	struct job_options *o = sample_add(&s, "a");
	const cJSON *options;

	o->iodepth = 77;
	report();
	options = find("runner/jobs/0/effective_options");
	ck_assert_int_eq(cJSON_GetArraySize(options),
			 (int)job_option_table.count);
	ck_assert_str_eq(string("runner/jobs/0/effective_options/iodepth"),
			 "77");
	ck_assert_str_eq(string("runner/jobs/0/effective_options/ioengine"),
			 o->ioengine);
}
END_TEST

struct engine_values {
	bool reap;
};

#define VALUES_FLAG(member) OPTION_FLAG(struct engine_values, member)

START_TEST(options_of_the_engine_are_among_them)
{
	static const struct option list[] = {
		{ .name = "userspace_reap",
		  VALUES_FLAG(reap),
		  .initial = "0",
		  .help = "Reap without a system call" },
	};
	static const struct option_table table = { list, 1 };
	static const struct engine_info engine = { .name = "x",
						   .options = &table };
	static const struct engine_values values = { .reap = true };

	sample_add(&s, "a");
	s.sections[0].engine = &engine;
	s.sections[0].engine_options = &values;
	report();
	ck_assert_str_eq(
		string("runner/jobs/0/effective_options/userspace_reap"), "1");
}
END_TEST

static void add_reference(TCase *tc)
{
	tcase_add_test(tc, keys_stand_in_the_order_of_the_reference);
	tcase_add_test(tc, keys_that_depend_on_options_come_where_they_belong);
	tcase_add_test(tc, figures_are_those_of_the_result);
	tcase_add_test(tc, the_layout_is_two_blanks_a_level);
	tcase_add_test(tc, integers_are_exact_to_64_bits);
	tcase_add_test(tc, what_is_no_number_is_printed_as_0);
	tcase_add_loop_test(tc, strings_are_valid_whatever_is_in_them, 0,
			    COUNT_OF(names));
	tcase_add_test(tc, a_device_of_others_has_their_mean);
}

static void add_runner(TCase *tc)
{
	tcase_add_test(tc, the_runner_object_tells_of_the_run);
	tcase_add_test(tc, the_host_is_described);
	tcase_add_test(tc, a_target_has_what_is_known_of_it);
	tcase_add_test(tc, a_unit_keeps_its_members);
	tcase_add_test(tc, effective_options_are_all_of_them);
	tcase_add_test(tc, options_of_the_engine_are_among_them);
}

int main(void)
{
	Suite *suite = suite_create("report_json");
	TCase *tc = tcase_create("report_json");

	tcase_add_checked_fixture(tc, start, end);
	add_reference(tc);
	add_runner(tc);
	suite_add_tcase(suite, tc);
	return unit_main(suite);
}
