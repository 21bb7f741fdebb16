#include "spec/job_options.h"

#include "option_parse.h"

#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

#define FIELD(member, ctype, optype)                                           \
	OPTION_FIELD(struct job_options, member, ctype, optype)
#define FLAG(member) OPTION_FLAG(struct job_options, member)
#define SWITCH(member) OPTION_SWITCH(struct job_options, member)
#define NUMBER(member) OPTION_NUMBER(struct job_options, member)
#define BYTES(member) OPTION_BYTES(struct job_options, member)
#define TEXT(member) OPTION_TEXT(struct job_options, member)
#define TEXT_LIST(member) FIELD(member, struct text_list, &option_text_list)
#define SIZE(member) FIELD(member, struct size, &option_size)
#define CHOICE(member, ctype, list)                                            \
	FIELD(member, ctype, &option_choice), .choices = (list)
#define DURATION(member, unit)                                                 \
	FIELD(member, struct duration, &option_duration), .unit_ns = (unit)

/* Limits of this program: far above use, far below trouble. */
#define JOBS_MAX 65536
#define FILES_MAX 1048576
#define DEPTH_MAX 65535
#define ID_MAX (UINT32_MAX - 1)
#define CLOCKS_MAX 15
#define THREADS_MAX 1024
#define TRIM_RANGES_MAX 256 /* of an NVMe command */
#define ZONES_LIMIT 4096
#define ALIGN_MAX (UINT64_C(1) << 40)

#define USEC UINT64_C(1000)
#define MSEC UINT64_C(1000000)
#define SEC UINT64_C(1000000000)

static const struct option_choice fallocate_modes[] = {
	{ "none", FALLOCATE_NONE, "Do not allocate ahead" },
	{ "native", FALLOCATE_NATIVE,
	  "fallocate(2), or nothing where the file system can't" },
	{ "posix", FALLOCATE_POSIX, "posix_fallocate(3)" },
	{ "keep", FALLOCATE_KEEP, "fallocate(2) without a change of size" },
	{ "truncate", FALLOCATE_TRUNCATE, "ftruncate(2) to the full size" },
	{ "0", FALLOCATE_NONE, NULL },
	{ "1", FALLOCATE_POSIX, NULL },
	{ 0 },
};

static const struct option_choice sync_modes[] = {
	{ "none", SYNC_NONE, "Writes return as the kernel likes" },
	{ "sync", SYNC_SYNC, "O_SYNC: data and metadata are on the device" },
	{ "dsync", SYNC_DSYNC, "O_DSYNC: data is on the device" },
	{ "0", SYNC_NONE, NULL },
	{ "1", SYNC_SYNC, NULL },
	{ 0 },
};

static const struct option_choice dedupe_modes[] = {
	{ "repeat", DEDUPE_REPEAT, "The last new block again" },
	{ "working_set", DEDUPE_WORKING_SET,
	  "Any block of a working set, which the first new ones are" },
	{ 0 },
};

static const struct option_choice random_generators[] = {
	{ "tausworthe", GENERATOR_TAUSWORTHE, "The default generator" },
	{ "tausworthe64", GENERATOR_TAUSWORTHE64, "The same" },
	{ "lfsr", GENERATOR_LFSR,
	  "The same, and norandommap has no effect: each block is hit once" },
	{ 0 },
};

static const struct option_choice zone_modes[] = {
	{ "none", ZONES_NONE, "Files are not divided" },
	{ "strided", ZONES_STRIDED,
	  "So many bytes in a zone, then a jump to the next one; behind the "
	  "last of the file the first follows" },
	{ "zbd", ZONES_ZBD,
	  "As a zoned block device has them: written from front to back, and "
	  "begun again once they are full; of any other file or device, as if "
	  "it were one, of zones of zonesize that hold nothing yet" },
	{ 0 },
};

static const struct option_choice clock_sources[] = {
	{ "cpu", CLOCKSOURCE_CPU,
	  "The CPU's counter of cycles, if it runs at one rate; it is held to "
	  "CLOCK_MONOTONIC. Otherwise as clock_gettime" },
	{ "clock_gettime", CLOCKSOURCE_CLOCK_GETTIME,
	  "clock_gettime(2), CLOCK_MONOTONIC" },
	{ "gettimeofday", CLOCKSOURCE_GETTIMEOFDAY,
	  "gettimeofday(2): microseconds, and they move when the clock of the "
	  "system is set" },
	{ 0 },
};

static const struct option_choice cpu_policies[] = {
	{ "shared", CPUS_SHARED, "Each copy of the job may use all of them" },
	{ "split", CPUS_SPLIT, "Each copy of the job has the next one" },
	{ 0 },
};

static const struct option_choice fadvise_hints[] = {
	{ "0", FADVISE_NONE, "No advice" },
	{ "1", FADVISE_PATTERN, "Sequential or random, as rw says" },
	{ "sequential", FADVISE_SEQUENTIAL, "POSIX_FADV_SEQUENTIAL" },
	{ "random", FADVISE_RANDOM, "POSIX_FADV_RANDOM" },
	{ "noreuse", FADVISE_NOREUSE, "POSIX_FADV_NOREUSE" },
	{ 0 },
};

static const struct option_choice file_types[] = {
	{ "none", FILETYPE_ANY, "Whatever they are" },
	{ "file", FILETYPE_REGULAR, "Regular files" },
	{ "block", FILETYPE_BLOCK, "Block devices" },
	{ "char", FILETYPE_CHARACTER, "Character devices" },
	{ 0 },
};

static const struct option_choice lock_modes[] = {
	{ "none", LOCKFILE_NONE, "No locks" },
	{ "exclusive", LOCKFILE_EXCLUSIVE, "One process at a time" },
	{ "readwrite", LOCKFILE_READWRITE,
	  "Many that read, or one that writes or trims" },
	{ 0 },
};

static const struct option_choice verify_policies[] = {
	{ "all", VERIFY_ALL, "All that the writes which ended well have left" },
	{ "fsync", VERIFY_SYNCED,
	  "Only what an fsync or fdatasync of its file came after: what else "
	  "was written, a crash may take away" },
	{ 0 },
};

static const struct option_choice continue_modes[] = {
	{ "none", 0, "Stop the job at the first error" },
	{ "read", CONTINUE_READ, "Go on after an error of a read" },
	{ "write", CONTINUE_WRITE, "Go on after an error of a write" },
	{ "io", CONTINUE_READ | CONTINUE_WRITE, "Go on after either" },
	{ "verify", CONTINUE_VERIFY, "Go on after a failed verification" },
	{ "all", CONTINUE_READ | CONTINUE_WRITE | CONTINUE_VERIFY,
	  "Go on after any of them" },
	{ "0", 0, NULL },
	{ "1", CONTINUE_READ | CONTINUE_WRITE | CONTINUE_VERIFY, NULL },
	{ 0 },
};

static const struct option_choice submit_modes[] = {
	{ "inline", SUBMIT_INLINE, "The job's process submits its I/Os" },
	{ "offload", SUBMIT_OFFLOAD,
	  "A thread for each I/O in flight does, so that one that blocks "
	  "holds up no other" },
	{ 0 },
};

static const struct option_choice log_window_values[] = {
	{ "avg", LOG_WINDOW_AVG, "The mean" },
	{ "max", LOG_WINDOW_MAX, "The greatest" },
	{ "both", LOG_WINDOW_BOTH,
	  "The mean and, in a column of its own, the "
	  "greatest" },
	{ "0", LOG_WINDOW_AVG, NULL },
	{ "1", LOG_WINDOW_MAX, NULL },
	{ 0 },
};

static const struct option_choice kb_bases[] = {
	{ "1024", 1024, "k is 1024" },
	{ "1000", 1000, "k is 1000, ki is 1024" },
	{ 0 },
};

static const struct option_choice unit_bases[] = {
	{ "0", 0, "Bytes" },
	{ "8", 8, "Bytes" },
	{ "1", 1, "Bits" },
	{ 0 },
};

static const struct option_choice exit_scopes[] = {
	{ "group", EXIT_GROUP, "All jobs of its reporting group" },
	{ "stonewall", EXIT_STONEWALL,
	  "All jobs before the next stonewall, with which the run goes on" },
	{ "all", EXIT_ALL, "All jobs of the run" },
	{ 0 },
};

static const struct option_choice unified_modes[] = {
	{ "none", UNIFIED_NONE, "Reads, writes and trims each by themselves" },
	{ "mixed", UNIFIED_MIXED, "All directions as one" },
	{ "both", UNIFIED_BOTH, "Each by itself, and all as one" },
	{ "0", UNIFIED_NONE, NULL },
	{ "1", UNIFIED_MIXED, NULL },
	{ "2", UNIFIED_BOTH, NULL },
	{ 0 },
};

static const struct option_choice rate_processes[] = {
	{ "linear", RATE_LINEAR, "One I/O after the other at equal gaps" },
	{ "poisson", RATE_POISSON,
	  "Gaps are drawn, as of many users who know nothing of each other" },
	{ 0 },
};

static const struct option_choice thinktime_blocks_types[] = {
	{ "complete", THINK_COMPLETE, "I/Os that have ended" },
	{ "issue", THINK_ISSUE, "I/Os that were started" },
	{ 0 },
};

static const struct option_choice sequencers[] = {
	{ "sequential", SEQUENCER_SEQUENTIAL, "Blocks that follow each other" },
	{ "identical", SEQUENCER_IDENTICAL, "The same block again" },
	{ 0 },
};

/* Sorted by name. */
static const struct option table[] = {
	{
		.name = "allow_file_create",
		FLAG(allow_file_create),
		.category = OPTION_FILE,
		.initial = "1",
		.help = "Make files that are missing",
	},
	{
		.name = "allow_mounted_write",
		FLAG(allow_mounted_write),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Write to block devices that are in use "
			"(mounted, swap or held by md or dm)",
	},
	{
		.name = "allrandrepeat",
		FLAG(allrandrepeat),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Draw everything that is random the same in every "
			"run, as randrepeat does for offsets",
	},
	{
		.name = "atomic",
		FLAG(atomic),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Write each block as a whole or not at all, whatever "
			"happens (RWF_ATOMIC, Linux 6.11 and later): means "
			"direct=1, and is refused where it can't be done",
	},
	{
		.name = "ba",
		.alias = "blockalign",
		FIELD(ba, struct direction_numbers, &option_by_direction),
		.category = OPTION_IO,
		.initial = "0",
		.max = ALIGN_MAX,
		.help = "Random offsets are multiples of this many bytes, "
			"drawn each by itself as with norandommap; 0 stands "
			"for the smallest block, each hit once",
	},
	{
		.name = "block_error_percentiles",
		SWITCH(block_error_percentiles),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Report how often blocks of the size of a trim were "
			"trimmed until writing or trimming them failed",
	},
	{
		.name = "bs",
		.alias = "blocksize",
		FIELD(bs, struct block_sizes, &option_block_sizes),
		.category = OPTION_IO,
		.initial = "4k",
		.help = "Bytes in one I/O: for all directions, or for "
			"reads, writes and trims; a range is drawn from",
	},
	{
		.name = "bs_is_seq_rand",
		FLAG(bs_is_seq_rand),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Take the sizes of reads for sequential I/O and "
			"those of writes for random I/O, in every direction",
	},
	{
		.name = "bs_unaligned",
		.alias = "blocksize_unaligned",
		SWITCH(bs_unaligned),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Draw any number of bytes from a range of block "
			"sizes, not only multiples of the smallest",
	},
	{
		.name = "bsrange",
		.alias = "blocksize_range",
		FIELD(bsrange, struct block_sizes, &option_block_sizes),
		.category = OPTION_IO,
		.initial = "4k",
		.help = "The same as bs: ranges that block sizes are drawn "
			"from, which are multiples of the smallest",
	},
	{
		.name = "bssplit",
		FIELD(bssplit, struct block_splits, &option_block_splits),
		.category = OPTION_IO,
		.min = 1,
		.help = "Block sizes with a share in percent each, in place "
			"of bs; those without one share the rest. By "
			"direction as bs",
	},
	{
		.name = "buffer_compress_chunk",
		BYTES(buffer_compress_chunk),
		.category = OPTION_BUFFER,
		.initial = "512",
		.help = "Size of the chunks of a block, each of which "
			"has its share of compressible data, as "
			"buffer_compress_percentage says: 64 bytes at "
			"least; 0 stands for the whole block",
	},
	{
		.name = "buffer_compress_percentage",
		NUMBER(buffer_compress_percentage),
		.category = OPTION_BUFFER,
		.initial = "0",
		.max = 100,
		.help = "How far what is written can be compressed, in "
			"%: that share is zeros, or buffer_pattern, and "
			"the rest random; implies refill_buffers below "
			"100",
	},
	{
		.name = "buffer_pattern",
		FIELD(buffer_pattern, struct pattern, &option_pattern),
		.category = OPTION_BUFFER,
		.help = "What to write: \"strings\", numbers (-12, "
			"0xdeadface) and the content of 'files', one "
			"after the other; turns scramble_buffers off, "
			"unless that is given after it",
	},
	{
		.name = "buffered",
		FLAG(buffered),
		.category = OPTION_IO,
		.initial = "1",
		.help = "Use the page cache: the opposite of direct",
	},
	{
		.name = "bwavgtime",
		.alias = "bw_avg_time",
		DURATION(bwavgtime, MSEC),
		.category = OPTION_REPORT,
		.initial = "500",
		.min = 1,
		.help = "Window of a bandwidth sample (bare numbers: "
			"milliseconds)",
	},
	{
		.name = "cgroup",
		TEXT(cgroup),
		.category = OPTION_PROCESS,
		.help = "Control group (version 2) that the job runs "
			"in: a folder below the mount point, which is "
			"made if it is missing and removed again at the "
			"end of the run",
	},
	{
		.name = "cgroup_nodelete",
		FLAG(cgroup_nodelete),
		.category = OPTION_PROCESS,
		.initial = "0",
		.help = "Leave the control group where it was made",
	},
	{
		.name = "cgroup_weight",
		NUMBER(cgroup_weight),
		.category = OPTION_PROCESS,
		.min = 1,
		.max = 10000,
		.help = "Share of I/O of the control group (io.weight), "
			"1 to 10000",
	},
	{
		.name = "clat_percentiles",
		FLAG(clat_percentiles),
		.category = OPTION_REPORT,
		.initial = "1",
		.help = "Report percentiles of completion latency",
	},
	{
		.name = "clocksource",
		CHOICE(clocksource, enum clock_source, clock_sources),
		.category = OPTION_TIME,
		.initial = "cpu",
		.help = "What times are read from; the report says what was "
			"used",
	},
	{
		.name = "comm",
		TEXT(comm),
		.category = OPTION_PROCESS,
		.help = "Name of the process, of up to 15 characters",
	},
	{
		.name = "continue_on_error",
		CHOICE(continue_on_error, int, continue_modes),
		.category = OPTION_IO,
		.initial = "none",
		.help = "Which errors (EIO and EILSEQ, and those of "
			"ignore_error) do not end the job",
	},
	{
		.name = "cpumask",
		FIELD(cpumask, struct cpu_list, &option_cpu_mask),
		.category = OPTION_PROCESS,
		.help = "The same as cpus_allowed, as a number whose "
			"bits are the CPUs",
	},
	{
		.name = "cpus_allowed",
		FIELD(cpus_allowed, struct cpu_list, &option_cpu_list),
		.category = OPTION_PROCESS,
		.help = "CPUs that the job may run on, as 0-3,7",
	},
	{
		.name = "cpus_allowed_policy",
		CHOICE(cpus_allowed_policy, enum cpu_policy, cpu_policies),
		.category = OPTION_PROCESS,
		.initial = "shared",
		.help = "What copies of the job do with the CPUs of "
			"cpus_allowed, cpumask or numa_cpu_nodes",
	},
	{
		.name = "create_fsync",
		FLAG(create_fsync),
		.category = OPTION_FILE,
		.initial = "1",
		.help = "Sync files after laying them out",
	},
	{
		.name = "create_on_open",
		FLAG(create_on_open),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Lay nothing out: the job makes its files when "
			"it opens them",
	},
	{
		.name = "create_only",
		FLAG(create_only),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Lay the files out, and do no I/O",
	},
	{
		.name = "create_serialize",
		FLAG(create_serialize),
		.category = OPTION_FILE,
		.initial = "1",
		.help = "Lay out one file after the other",
	},
	{
		.name = "dataplacement",
		CHOICE(placement.data, enum data_placement, data_placements),
		.category = OPTION_IO,
		.initial = "none",
		.help = "Tell an NVMe device which of its placements each "
			"write goes to (ioengine=io_uring_cmd); not yet run "
			"on hardware",
	},
	{
		.name = "dedupe_global",
		FLAG(dedupe_global),
		.category = OPTION_BUFFER,
		.initial = "0",
		.help = "Share the working set of "
			"dedupe_mode=working_set among all jobs that "
			"have this",
	},
	{
		.name = "dedupe_mode",
		CHOICE(dedupe_mode, enum dedupe_mode, dedupe_modes),
		.category = OPTION_BUFFER,
		.initial = "repeat",
		.help = "Which blocks are written again, for "
			"dedupe_percentage",
	},
	{
		.name = "dedupe_percentage",
		NUMBER(dedupe_percentage),
		.category = OPTION_BUFFER,
		.initial = "0",
		.max = 100,
		.help = "Share of the blocks written, each as large as "
			"the smallest of the job, that repeat others, "
			"in %; implies refill_buffers",
	},
	{
		.name = "dedupe_working_set_percentage",
		NUMBER(dedupe_working_set_percentage),
		.category = OPTION_BUFFER,
		.initial = "5",
		.max = 100,
		.help = "How large the working set of "
			"dedupe_mode=working_set is, in % of the job's "
			"size",
	},
	{
		.name = "description",
		TEXT(description),
		.category = OPTION_JOB,
		.help = "Text that the report repeats",
	},
	{
		.name = "direct",
		FLAG(direct),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Bypass the page cache (O_DIRECT)",
	},
	{
		.name = "directory",
		TEXT_LIST(directory),
		.category = OPTION_FILE,
		.help = "Folder of the files; of several, separated by "
			"colons, each copy of the job takes the next",
	},
	{
		.name = "disable_bw_measurement",
		.alias = "disable_bw",
		FLAG(disable_bw_measurement),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Do not sample bandwidth",
	},
	{
		.name = "disable_clat",
		FLAG(disable_clat),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Do not measure completion latency",
	},
	{
		.name = "disable_lat",
		FLAG(disable_lat),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Do not measure total latency",
	},
	{
		.name = "disable_slat",
		FLAG(disable_slat),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Do not measure submission latency",
	},
	{
		.name = "disk_util",
		FLAG(disk_util),
		.category = OPTION_REPORT,
		.initial = "1",
		.help = "Report the load of the disks",
	},
	{
		.name = "do_verify",
		FLAG(verify.do_verify),
		.category = OPTION_VERIFY,
		.initial = "1",
		.help = "Read back what a pass has written, and check it, "
			"when the pass is over",
	},
	{
		.name = "dp_scheme",
		FIELD(placement.scheme, struct placement_scheme,
		      &option_placement_scheme),
		.category = OPTION_IO,
		.help = "File that says which placement a write goes to, for "
			"plid_select=scheme: lines of FROM, TO, ID, where "
			"offsets from FROM up to, but without, TO belong to "
			"ID, one of plids; what is in no line has no placement",
	},
	{
		.name = "end_fsync",
		FLAG(end_fsync),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Do fsync(2) of what was written when the job is "
			"done",
	},
	{
		.name = "end_syncfs",
		FLAG(end_syncfs),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Do syncfs(2) of the file systems that were written "
			"to when the job is done",
	},
	{
		.name = "error_dump",
		FLAG(error_dump),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Report errors that are ignored",
	},
	{
		.name = "exec_postrun",
		TEXT(exec_postrun),
		.category = OPTION_JOB,
		.help = "Command that the shell runs after the job; "
			"what it prints goes to JOB.postrun.txt, and if "
			"it fails so has the job",
	},
	{
		.name = "exec_prerun",
		TEXT(exec_prerun),
		.category = OPTION_JOB,
		.help = "Command that the shell runs before the job; "
			"what it prints goes to JOB.prerun.txt, and if "
			"it fails the job does not start",
	},
	{
		.name = "exit_what",
		CHOICE(exit_what, enum exit_what, exit_scopes),
		.category = OPTION_JOB,
		.initial = "group",
		.help = "Which jobs exitall and exitall_on_error end, those "
			"that have not started included",
	},
	{
		.name = "exitall",
		SWITCH(exitall),
		.category = OPTION_JOB,
		.initial = "0",
		.help = "End other jobs when this one is done, as exit_what "
			"says",
	},
	{
		.name = "exitall_on_error",
		SWITCH(exitall_on_error),
		.category = OPTION_JOB,
		.initial = "0",
		.help = "End other jobs when this one fails, as exit_what says",
	},
	{
		.name = "experimental_verify",
		FLAG(verify.experimental),
		.category = OPTION_VERIFY,
		.initial = "0",
		.help = "Find out what is to be read back by going through "
			"the workload again, and keep no record of it while "
			"writing",
	},
	{
		.name = "fadvise_hint",
		CHOICE(fadvise_hint, enum fadvise_hint, fadvise_hints),
		.category = OPTION_FILE,
		.initial = "1",
		.help = "How the kernel is told that files will be "
			"used: posix_fadvise(2)",
	},
	{
		.name = "fallocate",
		CHOICE(fallocate, enum fallocate_mode, fallocate_modes),
		.category = OPTION_FILE,
		.initial = "native",
		.help = "How space is allocated when a file is laid out",
	},
	{
		.name = "fdatasync",
		NUMBER(fdatasync),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Do fdatasync(2) after this many writes; 0 stands "
			"for never",
	},
	{
		.name = "fdp",
		FLAG(placement.fdp),
		.category = OPTION_IO,
		.initial = "0",
		.help = "The same as dataplacement=fdp",
	},
	{
		.name = "file_append",
		FLAG(file_append),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Begin behind what is in the file",
	},
	{
		.name = "file_service_type",
		FIELD(file_service_type, struct file_service,
		      &option_file_service),
		.category = OPTION_FILE,
		.initial = "roundrobin",
		.help = "Which file the next I/O goes to: random, "
			"roundrobin or sequential, and with :N after "
			"how many I/Os it changes; or some more often "
			"than others, as random_distribution says it: "
			"zipf, pareto or normal",
	},
	{
		.name = "filename",
		TEXT_LIST(filename),
		.gathers = true,
		.category = OPTION_FILE,
		.help = "Files or devices to use, separated by colons "
			"(\\: stands for a colon); given again, it adds "
			"to the list",
	},
	{
		.name = "filename_format",
		TEXT(filename_format),
		.category = OPTION_FILE,
		.initial = "$jobname.$jobnum.$filenum",
		.help = "How files without filename are called: "
			"$jobname, $jobnum and $filenum are replaced",
	},
	{
		.name = "filesize",
		FIELD(filesize, struct number_range, &option_size_range),
		.category = OPTION_FILE,
		.help = "Size of each file; of a range, each file gets "
			"a size drawn from it",
	},
	{
		.name = "filetype",
		CHOICE(filetype, enum file_type, file_types),
		.category = OPTION_FILE,
		.initial = "none",
		.help = "What all files of the job have to be",
	},
	{
		.name = "fill_device",
		.alias = "fill_fs",
		FLAG(fill_device),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Write until there is no space left, which is a good "
			"end; with size, until that is written",
	},
	{
		.name = "flow",
		NUMBER(control.flow.weight),
		.category = OPTION_TIME,
		.initial = "0",
		.max = 1000,
		.help = "Weight of the job in its flow: the jobs of a flow do "
			"I/Os in proportion to their weights, as long as they "
			"are at work together; 0 stands for none",
	},
	{
		.name = "flow_id",
		NUMBER(control.flow.id),
		.category = OPTION_TIME,
		.initial = "0",
		.max = ID_MAX,
		.help = "Which flow",
	},
	{
		.name = "flow_sleep",
		DURATION(control.flow.sleep, USEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "How long a job that is ahead of its share waits "
			"before it looks again (bare numbers: microseconds); 0 "
			"stands for 50",
	},
	{
		.name = "flow_watermark",
		NUMBER(control.flow.watermark),
		.category = OPTION_TIME,
		.initial = "32",
		.min = 1,
		.max = 1000000,
		.help = "How many I/Os a job may be ahead of its share",
	},
	{
		.name = "fsync",
		NUMBER(fsync),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Do fsync(2) after this many writes; 0 stands for "
			"never",
	},
	{
		.name = "fsync_on_close",
		FLAG(fsync_on_close),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Sync each file when it is closed",
	},
	{
		.name = "gid",
		NUMBER(gid),
		.category = OPTION_PROCESS,
		.max = ID_MAX,
		.help = "Number of the group that the job runs as",
	},
	{
		.name = "group_reporting",
		SWITCH(group_reporting),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Report the jobs of a group as one",
	},
	{
		.name = "gtod_cpu",
		NUMBER(gtod_cpu),
		.category = OPTION_PROCESS,
		.max = CPU_SETSIZE - 1,
		.help = "CPU that the job keeps off; no process reads the "
			"clock there, since each job does that by itself",
	},
	{
		.name = "gtod_reduce",
		FLAG(gtod_reduce),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Read the clock as little as possible: no "
			"latencies",
	},
	{
		.name = "hugepage-size",
		BYTES(hugepage_size),
		.category = OPTION_BUFFER,
		.initial = "0",
		.help = "Size of the pages of mem=mmaphuge and shmhuge; "
			"0 stands for the system's huge pages",
	},
	{
		.name = "ignore_error",
		FIELD(ignore_error, struct ignored_errors,
		      &option_ignored_errors),
		.category = OPTION_IO,
		.help = "Errors to go on after: lists for reads, writes "
			"and verification, separated by commas, of "
			"names or numbers separated by colons",
	},
	{
		.name = "ignore_zone_limits",
		FLAG(zone.ignore_limits),
		.category = OPTION_IO,
		.initial = "0",
		.help = "With zonemode=zbd, open more zones than the device "
			"says that it can have open",
	},
	{
		.name = "invalidate",
		FLAG(invalidate),
		.category = OPTION_FILE,
		.initial = "1",
		.help = "Drop what is cached of a file before I/O to it "
			"starts",
	},
	{
		.name = "io_size",
		.alias = "io_limit",
		SIZE(io_size),
		.category = OPTION_FILE,
		.help = "Bytes to move, where that is not size: less, "
			"or more in several passes",
	},
	{
		.name = "io_submit_mode",
		CHOICE(control.submit_mode, enum submit_mode, submit_modes),
		.category = OPTION_IO,
		.initial = "inline",
		.help = "Who submits I/Os and waits for them",
	},
	{
		.name = "iodepth",
		NUMBER(iodepth),
		.category = OPTION_IO,
		.initial = "1",
		.min = 1,
		.max = DEPTH_MAX,
		.help = "I/Os in flight at once; a synchronous engine "
			"has 1",
	},
	{
		.name = "iodepth_batch",
		.alias = "iodepth_batch_submit",
		NUMBER(iodepth_batch),
		.category = OPTION_IO,
		.initial = "0",
		.max = DEPTH_MAX,
		.help = "I/Os to submit with one call; 0 stands for all "
			"that are ready",
	},
	{
		.name = "iodepth_batch_complete_max",
		NUMBER(iodepth_batch_complete_max),
		.category = OPTION_IO,
		.initial = "0",
		.max = DEPTH_MAX,
		.help = "Completions to take with one call; 0 stands "
			"for as many as the minimum",
	},
	{
		.name = "iodepth_batch_complete_min",
		.alias = "iodepth_batch_complete",
		NUMBER(iodepth_batch_complete_min),
		.category = OPTION_IO,
		.initial = "1",
		.max = DEPTH_MAX,
		.help = "Completions to wait for with one call",
	},
	{
		.name = "iodepth_low",
		NUMBER(iodepth_low),
		.category = OPTION_IO,
		.initial = "0",
		.max = DEPTH_MAX,
		.help = "Once iodepth is reached, wait until this few "
			"are in flight; 0 stands for iodepth",
	},
	{
		.name = "ioengine",
		TEXT(ioengine),
		.category = OPTION_IO,
		.initial = "psync",
		.help = "How I/O is done: --enghelp lists the engines; of "
			"several with commas between, the first that this "
			"machine lets us use",
	},
	{
		.name = "iomem_align",
		.alias = "mem_align",
		BYTES(iomem_align),
		.category = OPTION_BUFFER,
		.initial = "0",
		.help = "Alignment of the I/O buffers in bytes, a power "
			"of two; 0 stands for what the target needs",
	},
	{
		.name = "iopsavgtime",
		.alias = "iops_avg_time",
		DURATION(iopsavgtime, MSEC),
		.category = OPTION_REPORT,
		.initial = "500",
		.min = 1,
		.help = "Window of a sample of I/Os a second (bare "
			"numbers: milliseconds)",
	},
	{
		.name = "ioscheduler",
		TEXT(ioscheduler),
		.category = OPTION_FILE,
		.help = "I/O scheduler of the block devices below the "
			"files while the job runs",
	},
	{
		.name = "job_max_open_zones",
		NUMBER(zone.job_max_open),
		.category = OPTION_IO,
		.initial = "0",
		.max = ZONES_LIMIT,
		.help = "With zonemode=zbd, zones that this job writes at a "
			"time; 0 stands for no limit of its own",
	},
	{
		.name = "job_start_clock_id",
		NUMBER(job_start_clock),
		.category = OPTION_REPORT,
		.initial = "0",
		.max = CLOCKS_MAX,
		.help = "Number of the clock, as in clock_gettime(2), "
			"whose time job_start of the JSON report is",
	},
	{
		.name = "kb_base",
		CHOICE(kb_base, int, kb_bases),
		.category = OPTION_REPORT,
		.initial = "1024",
		.help = "What k stands for, in this job and its report",
	},
	{
		.name = "lat_percentiles",
		FLAG(lat_percentiles),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Report percentiles of total latency",
	},
	{
		.name = "latency_percentile",
		FIELD(control.latency.percentile, double, &option_real),
		.category = OPTION_TIME,
		.initial = "100",
		.max = 100,
		.help = "Share of the I/Os, in %, that latency_target is for",
	},
	{
		.name = "latency_run",
		FLAG(control.latency.run),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Having found the depth, go on and follow what the "
			"device can do, until the job is done",
	},
	{
		.name = "latency_target",
		DURATION(control.latency.target, USEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Search the greatest depth, up to iodepth, at which "
			"I/Os take no longer than this, and end (bare numbers: "
			"microseconds). The report is that of the depth that "
			"was found. A job of which an I/O takes longer at "
			"depth 1 fails, unless latency_percentile lets some",
	},
	{
		.name = "latency_window",
		DURATION(control.latency.window, USEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Judge each depth by this time (bare numbers: "
			"microseconds); 0 stands for a second",
	},
	{
		.name = "lockfile",
		CHOICE(lockfile, enum lock_mode, lock_modes),
		.category = OPTION_FILE,
		.initial = "none",
		.help = "Lock files against other processes while I/O "
			"to them is in flight: flock(2)",
	},
	{
		.name = "lockmem",
		BYTES(lockmem),
		.category = OPTION_BUFFER,
		.initial = "0",
		.help = "Lock so much memory for each copy of the job, "
			"so that the rest of the machine has less",
	},
	{
		.name = "log_alternate_epoch",
		.alias = "log_unix_epoch",
		FLAG(log.alternate_epoch),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Times in logs are those of the clock of "
			"log_alternate_epoch_clock_id, not since the "
			"start of the job",
	},
	{
		.name = "log_alternate_epoch_clock_id",
		NUMBER(log.epoch_clock),
		.category = OPTION_REPORT,
		.initial = "0",
		.max = CLOCKS_MAX,
		.help = "Number of the clock, as in clock_gettime(2), "
			"for log_alternate_epoch; 0 is the time of "
			"day",
	},
	{
		.name = "log_avg_msec",
		DURATION(log.window, MSEC),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Log a row for each window of this length "
			"(bare numbers: milliseconds) instead of one "
			"for each I/O; 0 stands for one for each I/O",
	},
	{
		.name = "log_compression",
		BYTES(log.compressed_part),
		.category = OPTION_REPORT,
		.min = 1024,
		.max = UINT64_C(512) << 20,
		.help = "Bytes of text in each part of a log that "
			"log_store_compressed compresses by itself, "
			"so that a damaged file loses no more; not "
			"given: all is one part",
	},
	{
		.name = "log_compression_cpus",
		FIELD(log.cpus, struct cpu_list, &option_cpu_list),
		.category = OPTION_REPORT,
		.help = "CPUs on which logs are written and "
			"compressed, as 0-3,7; not given: those of "
			"the job",
	},
	{
		.name = "log_entries",
		NUMBER(log.entries),
		.category = OPTION_REPORT,
		.initial = "1024",
		.min = 1024,
		.max = 1048576,
		.help = "I/Os that memory has room for, at least, "
			"between their end and the writing of their "
			"rows",
	},
	{
		.name = "log_hist_coarseness",
		NUMBER(log.hist_coarseness),
		.category = OPTION_REPORT,
		.initial = "0",
		.max = 6,
		.help = "Columns of write_hist_log are this many "
			"times halved in number, from 1856",
	},
	{
		.name = "log_hist_msec",
		DURATION(log.hist_window, MSEC),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Window of a row of write_hist_log (bare "
			"numbers: milliseconds); 0 stands for no rows",
	},
	{
		.name = "log_issue_time",
		FLAG(log.issue_time),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Log when an I/O was issued, in nanoseconds "
			"since the start of the job: a last column, 0 "
			"but in slat and clat logs",
	},
	{
		.name = "log_offset",
		FLAG(log.offset),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Log the offset of an I/O: a column before "
			"the priority",
	},
	{
		.name = "log_prio",
		FLAG(log.prio),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Log the whole priority of an I/O in "
			"hexadecimal, not only whether its class is "
			"real-time",
	},
	{
		.name = "log_store_compressed",
		FLAG(log.compressed),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Compress logs, in files that end in .fz: "
			"--inflate-log prints them",
	},
	{
		.name = "log_window_value",
		.alias = "log_max_value",
		CHOICE(log.window_value, enum log_window_value,
		       log_window_values),
		.category = OPTION_REPORT,
		.initial = "avg",
		.bare = "max",
		.help = "What log_avg_msec logs of the latencies of a "
			"window",
	},
	{
		.name = "loops",
		NUMBER(loops),
		.category = OPTION_JOB,
		.initial = "1",
		.min = 1,
		.help = "Do the job's I/O this many times",
	},
	{
		.name = "max_latency",
		DURATION(max_latency, USEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "End the job with an error when an I/O takes "
			"longer (bare numbers: microseconds); 0 stands "
			"for no limit",
	},
	{
		.name = "max_open_zones",
		NUMBER(zone.max_open),
		.category = OPTION_IO,
		.initial = "0",
		.max = ZONES_LIMIT,
		.help = "With zonemode=zbd, zones that all jobs together write "
			"at a time; 0 stands for the device's limit",
	},
	{
		.name = "mem",
		.alias = "iomem",
		FIELD(mem, struct memory, &option_memory),
		.category = OPTION_BUFFER,
		.initial = "malloc",
		.help = "Where the I/O buffers come from",
	},
	{
		.name = "name",
		TEXT(name),
		.category = OPTION_JOB,
		.help = "Name of the job, in place of its section's",
	},
	{
		.name = "new_group",
		SWITCH(new_group),
		.category = OPTION_JOB,
		.initial = "0",
		.help = "Begin a new reporting group",
	},
	{
		.name = "nice",
		FIELD(nice, int64_t, &option_signed),
		.category = OPTION_PROCESS,
		.initial = "0",
		.min = (uint64_t)-20,
		.max = 19,
		.help = "CPU priority of the process: nice(1)",
	},
	{
		.name = "norandommap",
		SWITCH(norandommap),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Draw each random offset by itself, so that "
			"blocks repeat and are missed",
	},
	{
		.name = "nrfiles",
		.alias = "nr_files",
		NUMBER(nrfiles),
		.category = OPTION_FILE,
		.initial = "1",
		.min = 1,
		.max = FILES_MAX,
		.help = "Number of files of the job",
	},
	{
		.name = "num_range",
		NUMBER(num_range),
		.category = OPTION_IO,
		.initial = "1",
		.min = 1,
		.max = TRIM_RANGES_MAX,
		.help = "Ranges of the size bs that one trim is about: a "
			"single command of io_uring_cmd, and a single I/O in "
			"the report. Logs have the offset of the first",
	},
	{
		.name = "numa_cpu_nodes",
		FIELD(numa_cpu_nodes, struct node_list, &option_node_list),
		.category = OPTION_PROCESS,
		.help = "NUMA nodes, as 0-1,3, on whose CPUs the job "
			"may run",
	},
	{
		.name = "numa_mem_policy",
		FIELD(numa_mem_policy, struct memory_policy,
		      &option_memory_policy),
		.category = OPTION_PROCESS,
		.initial = "default",
		.help = "NUMA nodes that memory comes from: default, "
			"local, prefer:NODE, bind:NODES or "
			"interleave:NODES",
	},
	{
		.name = "number_ios",
		NUMBER(number_ios),
		.category = OPTION_IO,
		.initial = "0",
		.help = "End a pass after this many I/Os; 0 stands for "
			"no limit",
	},
	{
		.name = "numjobs",
		NUMBER(numjobs),
		.category = OPTION_JOB,
		.initial = "1",
		.min = 1,
		.max = JOBS_MAX,
		.help = "Run this many copies of the job at once",
	},
	{
		.name = "offset",
		.alias = "fileoffset",
		SIZE(offset),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Where in each file the used part begins: "
			"bytes, or a share of the file",
	},
	{
		.name = "offset_align",
		BYTES(offset_align),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Round an offset in percent up to a multiple of "
			"this; 0 stands for the smallest block",
	},
	{
		.name = "offset_increment",
		SIZE(offset_increment),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Added to the offset once for each copy of the job "
			"before this one: bytes, or a share of the file",
	},
	{
		.name = "opendir",
		TEXT(opendir),
		.category = OPTION_FILE,
		.help = "Add all regular files in this folder and below "
			"it",
	},
	{
		.name = "openfiles",
		NUMBER(openfiles),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Files that are open at the same time; 0 stands "
			"for all",
	},
	{
		.name = "overwrite",
		FLAG(overwrite),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Lay files out in full before they are written",
	},
	{
		.name = "per_job_logs",
		FLAG(log.per_job),
		.category = OPTION_REPORT,
		.initial = "1",
		.help = "Logs of each job are files of their own, "
			"with its number in their names; else they "
			"are added to one file, job after job",
	},
	{
		.name = "percentage_random",
		FIELD(percentage_random, struct direction_numbers,
		      &option_by_direction),
		.category = OPTION_IO,
		.initial = "100",
		.max = 100,
		.help = "Share of a random job's I/O that goes elsewhere, in "
			"%; the rest follows the last I/O of its direction",
	},
	{
		.name = "percentile_list",
		FIELD(percentile_list, struct percentiles, &option_percentiles),
		.category = OPTION_REPORT,
		.initial =
			"1:5:10:20:30:40:50:60:70:80:90:95:99:99.5:99.9:99.95:99.99",
		.help = "Which percentiles, up to 20, separated by "
			"colons; 0 ends the list",
	},
	{
		.name = "plid_select",
		.alias = "fdp_pli_select",
		CHOICE(placement.select, enum placement_select,
		       placement_selects),
		.category = OPTION_IO,
		.initial = "roundrobin",
		.help = "Which of the placements the next write goes to",
	},
	{
		.name = "plids",
		.alias = "fdp_pli",
		FIELD(placement.ids, struct placement_ids,
		      &option_placement_ids),
		.category = OPTION_IO,
		.help = "Placements that the job writes to: places in the "
			"namespace's list of handles with fdp, where none "
			"stands for all, and numbers of streams with "
			"dataplacement=streams",
	},
	{
		.name = "pre_read",
		FLAG(pre_read),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Read the files into the cache before the job "
			"starts; implies invalidate=0",
	},
	{
		.name = "prio",
		NUMBER(prio),
		.category = OPTION_PROCESS,
		.max = 7,
		.help = "I/O priority within its class, 0 (highest) to "
			"7: ioprio_set(2)",
	},
	{
		.name = "prioclass",
		NUMBER(prioclass),
		.category = OPTION_PROCESS,
		.max = 3,
		.help = "Class of I/O priority: 1 realtime, 2 best "
			"effort (0 is the same), 3 idle",
	},
	{
		.name = "priohint",
		NUMBER(priohint),
		.category = OPTION_PROCESS,
		.max = 1023,
		.help = "Hint to the device in the I/O priority (Linux 6.5 "
			"and later)",
	},
	{
		.name = "ramp_size",
		BYTES(control.ramp_size),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Move this much before anything is measured, as "
			"ramp_time by time",
	},
	{
		.name = "ramp_time",
		DURATION(ramp_time, SEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Do I/O for this time (bare numbers: seconds) "
			"before measuring",
	},
	{
		.name = "random_distribution",
		FIELD(random_distribution, struct distributions,
		      &option_distributions),
		.category = OPTION_IO,
		.initial = "random",
		.help = "How often random I/O goes to which block; any but "
			"random hits some again and again",
	},
	{
		.name = "random_generator",
		CHOICE(random_generator, enum random_generator,
		       random_generators),
		.category = OPTION_IO,
		.initial = "tausworthe",
		.help = "Accepted for their names: all stand for one generator, "
			"by which no block is hit twice before all were, "
			"unless norandommap says so",
	},
	{
		.name = "random_sequence_stride",
		FLAG(random_sequence_stride),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Go on behind the sequence of random_distribution "
			"when it is through, not from its beginning",
	},
	{
		.name = "randrepeat",
		FLAG(randrepeat),
		.category = OPTION_IO,
		.initial = "1",
		.help = "Draw the same random sequence in every run",
	},
	{
		.name = "randseed",
		NUMBER(randseed),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Seed of the random sequences; implies "
			"randrepeat",
	},
	{
		.name = "rate",
		FIELD(rate, struct direction_numbers, &option_by_direction),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Bytes a second at the most: for all "
			"directions, or for reads, writes and trims; 0 "
			"stands for no limit",
	},
	{
		.name = "rate_cycle",
		.alias = "ratecycle",
		DURATION(rate_cycle, MSEC),
		.category = OPTION_TIME,
		.initial = "1000",
		.min = 1,
		.help = "Window over which rate_min and rate_iops_min have "
			"to be met (bare numbers: milliseconds)",
	},
	{
		.name = "rate_ignore_thinktime",
		FLAG(rate_ignore_thinktime),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Do not catch up on rate what was not done in a "
			"thinktime",
	},
	{
		.name = "rate_iops",
		FIELD(rate_iops, struct direction_numbers,
		      &option_by_direction),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "I/Os a second at the most, as rate",
	},
	{
		.name = "rate_iops_min",
		FIELD(rate_iops_min, struct direction_numbers,
		      &option_by_direction),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "End the job with an error when it does fewer I/Os "
			"a second, as rate_min",
	},
	{
		.name = "rate_min",
		.alias = "ratemin",
		FIELD(rate_min, struct direction_numbers, &option_by_direction),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "End the job with an error when it moves fewer "
			"bytes a second in a rate_cycle: in any direction "
			"that it has, or for reads, writes and trims; 0 "
			"stands for no limit",
	},
	{
		.name = "rate_process",
		CHOICE(rate_process, enum rate_process, rate_processes),
		.category = OPTION_TIME,
		.initial = "linear",
		.help = "How the I/Os of rate and rate_iops follow each "
			"other",
	},
	{
		.name = "read_beyond_wp",
		FLAG(zone.read_beyond_wp),
		.category = OPTION_IO,
		.initial = "0",
		.help = "With zonemode=zbd, read what was not written, too",
	},
	{
		.name = "read_iolog",
		TEXT_LIST(replay.read),
		.category = OPTION_FILE,
		.help = "Do again what is in this log of I/Os, at the times in "
			"it; of several, separated by colons, each copy of "
			"the job has the next one. '-' is standard input",
	},
	{
		.name = "read_iolog_chunked",
		FLAG(replay.chunked),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Read the log in pieces while the job runs, in place of "
			"keeping what is in it in memory",
	},
	{
		.name = "recover_zbd_write_error",
		FLAG(zone.recover_write_error),
		.category = OPTION_IO,
		.initial = "0",
		.help = "After a failed write to a zone, go on where the device "
			"says that it is written up to; needs "
			"continue_on_error",
	},
	{
		.name = "refill_buffers",
		FLAG(refill_buffers),
		.category = OPTION_BUFFER,
		.initial = "0",
		.help = "Fill the buffer anew for every write, which "
			"buffer_compress_percentage and "
			"dedupe_percentage imply",
	},
	{
		.name = "replay_align",
		BYTES(replay.align),
		.category = OPTION_IO,
		.help = "Round the offsets of a log down to multiples of this, "
			"a power of two",
	},
	{
		.name = "replay_no_stall",
		FLAG(replay.no_stall),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Do what is in a log as fast as possible, whatever "
			"times it has",
	},
	{
		.name = "replay_redirect",
		TEXT(replay.redirect),
		.category = OPTION_FILE,
		.help = "Do all that is in a log to this file or device, "
			"whatever files it names",
	},
	{
		.name = "replay_scale",
		NUMBER(replay.scale),
		.category = OPTION_IO,
		.initial = "1",
		.min = 1,
		.help = "Divide the offsets of a log by this",
	},
	{
		.name = "replay_skip",
		FIELD(replay.skip, struct replay_skip, &option_replay_skip),
		.category = OPTION_IO,
		.help = "Leave out of a log what is of these kinds",
	},
	{
		.name = "replay_time_scale",
		NUMBER(replay.time_scale),
		.category = OPTION_TIME,
		.initial = "100",
		.min = 1,
		.help = "Do what is in a log at this share of its speed, in %: "
			"50 takes twice as long",
	},
	{
		.name = "runtime",
		.alias = "timeout",
		DURATION(runtime, SEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "End the job after this time (bare numbers: "
			"seconds); 0 stands for no limit",
	},
	{
		.name = "rw",
		.alias = "readwrite",
		FIELD(rw, struct rw, &option_rw),
		.category = OPTION_IO,
		.initial = "read",
		.help = "Direction and order of the I/O; with :N, random I/O "
			"does N in a row from each place, and sequential I/O "
			"skips N bytes after each (:-N goes backwards)",
	},
	{
		.name = "rw_sequencer",
		CHOICE(rw_sequencer, enum rw_sequencer, sequencers),
		.category = OPTION_IO,
		.initial = "sequential",
		.help = "What the N blocks of rw=randread:N and the like "
			"are",
	},
	{
		.name = "rwmixread",
		NUMBER(rwmixread),
		.category = OPTION_IO,
		.initial = "50",
		.max = 100,
		.help = "Share of reads in a mix, in %",
	},
	{
		.name = "rwmixwrite",
		NUMBER(rwmixwrite),
		.category = OPTION_IO,
		.initial = "50",
		.max = 100,
		.help = "Share of writes in a mix, in %",
	},
	{
		.name = "scramble_buffers",
		FLAG(scramble_buffers),
		.category = OPTION_BUFFER,
		.initial = "1",
		.help = "Change the buffer a little for every write, so "
			"that no two are the same; off after "
			"zero_buffers, buffer_pattern and what implies "
			"refill_buffers",
	},
	{
		.name = "serialize_overlap",
		FLAG(control.serialize_overlap),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Start no I/O while another of this job is in flight "
			"that touches some of the same bytes; with "
			"io_submit_mode=offload, another of any job that has "
			"both options",
	},
	{
		.name = "significant_figures",
		NUMBER(significant_figures),
		.category = OPTION_REPORT,
		.initial = "4",
		.min = 1,
		.max = 10,
		.help = "Digits of scaled numbers in the report",
	},
	{
		.name = "size",
		SIZE(size),
		.category = OPTION_FILE,
		.help = "Bytes of the files that the job uses in all, "
			"or a share of what is there; not given: all of "
			"it",
	},
	{
		.name = "slat_percentiles",
		FLAG(slat_percentiles),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Report percentiles of submission latency",
	},
	{
		.name = "softrandommap",
		FLAG(softrandommap),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Accepted, without effect: hitting each block once "
			"takes no memory that could be missing",
	},
	{
		.name = "split",
		FLAG(split),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Divide the used part of each file among the copies "
			"of the job (numjobs), in whole blocks",
	},
	{
		.name = "spr_cs",
		BYTES(sprandom.cache),
		.category = OPTION_IO,
		.initial = "0",
		.help = "With sprandom, the size of the device's write cache: "
			"a block is written again only after one more region, "
			"which has to be at least as large",
	},
	{
		.name = "spr_num_regions",
		NUMBER(sprandom.regions),
		.category = OPTION_IO,
		.initial = "100",
		.min = 1,
		.max = SPRANDOM_REGIONS_MAX,
		.help = "With sprandom, parts of equal size of what is "
			"written, each with its own share of blocks that are "
			"written again",
	},
	{
		.name = "spr_op",
		FIELD(sprandom.over_provisioning, double, &option_real),
		.category = OPTION_IO,
		.initial = "0.15",
		.max = SPRANDOM_SPARE_MAX,
		.help = "With sprandom, the device's over-provisioning: the "
			"capacity that it keeps back, as a share of the one "
			"that it offers (0.15: 15 %)",
	},
	{
		.name = "sprandom",
		SWITCH(sprandom.wanted),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Bring a device that was emptied (formatted or trimmed) "
			"into the state that long random writing leaves it in, "
			"in one pass: every block once, and as many a second "
			"time as spr_op says, so that older regions hold "
			"fewer valid blocks. Needs rw=randwrite and one block "
			"size; norandommap is of no matter",
	},
	{
		.name = "startdelay",
		FIELD(startdelay, struct duration_range,
		      &option_duration_range),
		.unit_ns = SEC,
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Wait this time (bare numbers: seconds) before "
			"the job starts; of a range, a time is drawn",
	},
	{
		.name = "stats",
		FLAG(stats),
		.category = OPTION_REPORT,
		.initial = "1",
		.help = "Report this job",
	},
	{
		.name = "steadystate",
		.alias = "ss",
		FIELD(control.steady.criterion, struct steady_criterion,
		      &option_steady),
		.category = OPTION_TIME,
		.initial = "iops_slope:0.01%",
		.help = "What has to become steady for the job to end, and "
			"the limit that it has to come below: an amount (of "
			"lat, a time; bare numbers: nanoseconds), or % of the "
			"mean. The jobs of a group_reporting group are judged "
			"as one",
	},
	{
		.name = "steadystate_check_interval",
		.alias = "ss_interval",
		DURATION(control.steady.interval, SEC),
		.category = OPTION_TIME,
		.initial = "1s",
		.min = 100 * MSEC,
		.help = "Take a sample this often (bare numbers: seconds)",
	},
	{
		.name = "steadystate_duration",
		.alias = "ss_dur",
		DURATION(control.steady.window, SEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "End the job once the samples of the last so much time "
			"are steady (bare numbers: seconds); 0 stands for "
			"never",
	},
	{
		.name = "steadystate_ramp_time",
		.alias = "ss_ramp",
		DURATION(control.steady.ramp, SEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Take no samples for this time from the start of the "
			"measurement on (bare numbers: seconds)",
	},
	{
		.name = "stonewall",
		.alias = "wait_for_previous",
		SWITCH(stonewall),
		.category = OPTION_JOB,
		.initial = "0",
		.help = "Start when all jobs before this one have "
			"ended, in a new reporting group",
	},
	{
		.name = "sync",
		CHOICE(sync, enum sync_mode, sync_modes),
		.category = OPTION_IO,
		.initial = "none",
		.help = "Open files for synchronous writes",
	},
	{
		.name = "sync_file_range",
		FIELD(sync_file_range, struct sync_range, &option_sync_range),
		.category = OPTION_IO,
		.help = "Do sync_file_range(2) after this many writes, "
			"of what they wrote, with these flags; 0 stands "
			"for never",
	},
	{
		.name = "thinkcycles",
		NUMBER(control.thinkcycles),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Keep the CPU busy for this many cycles after each "
			"I/O, before the next starts",
	},
	{
		.name = "thinktime",
		DURATION(thinktime, USEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Pause after each I/O, or as thinktime_blocks and "
			"thinktime_iotime say (bare numbers: microseconds)",
	},
	{
		.name = "thinktime_blocks",
		NUMBER(thinktime_blocks),
		.category = OPTION_TIME,
		.initial = "1",
		.help = "Do thinktime after this many I/Os; 0, or not given "
			"beside thinktime_iotime, stands for any number",
	},
	{
		.name = "thinktime_blocks_type",
		CHOICE(thinktime_blocks_type, enum thinktime_blocks_type,
		       thinktime_blocks_types),
		.category = OPTION_TIME,
		.initial = "complete",
		.help = "Which I/Os thinktime_blocks counts",
	},
	{
		.name = "thinktime_iotime",
		DURATION(thinktime_iotime, SEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Do thinktime after I/O for this time (bare "
			"numbers: seconds); 0 stands for any time",
	},
	{
		.name = "thinktime_spin",
		DURATION(thinktime_spin, USEC),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Keep the CPU busy for this part of a thinktime, "
			"at its beginning (bare numbers: microseconds)",
	},
	{
		.name = "thread",
		SWITCH(thread),
		.category = OPTION_JOB,
		.initial = "0",
		.help = "Accepted, without effect: workers are always "
			"processes",
	},
	{
		.name = "time_based",
		SWITCH(time_based),
		.category = OPTION_TIME,
		.initial = "0",
		.help = "Go on until runtime is over, in as many passes "
			"as it takes",
	},
	{
		.name = "trim_backlog",
		NUMBER(verify.trim_backlog),
		.category = OPTION_VERIFY,
		.initial = "0",
		.help = "Trim blocks of trim_percentage after each so many "
			"writes; 0: when a pass is over, before it is read "
			"back",
	},
	{ .name = "trim_backlog_batch",
	  NUMBER(verify.trim_batch),
	  .category = OPTION_VERIFY,
	  .initial = "0",
	  .help = "How many blocks are trimmed then; 0: as many as "
		  "trim_backlog" },
	{
		.name = "trim_percentage",
		NUMBER(verify.trim_percentage),
		.category = OPTION_VERIFY,
		.initial = "0",
		.max = 100,
		.help = "Share of the blocks that were written that are "
			"trimmed before they are verified",
	},
	{
		.name = "trim_verify_zero",
		FLAG(verify.trim_zero),
		.category = OPTION_VERIFY,
		.initial = "1",
		.help = "Verify that what was trimmed reads as zeros; 0: "
			"don't look at it",
	},
	{
		.name = "uid",
		NUMBER(uid),
		.category = OPTION_PROCESS,
		.max = ID_MAX,
		.help = "Number of the user that the job runs as",
	},
	{
		.name = "unified_rw_reporting",
		CHOICE(unified_rw_reporting, enum unified_reporting,
		       unified_modes),
		.category = OPTION_REPORT,
		.initial = "none",
		.help = "Whether reads, writes and trims are reported as one",
	},
	{
		.name = "unique_filename",
		FLAG(unique_filename),
		.category = OPTION_FILE,
		.initial = "1",
		.help = "Accepted, without effect: it is about clients, "
			"which there are none of",
	},
	{
		.name = "unit_base",
		CHOICE(unit_base, int, unit_bases),
		.category = OPTION_REPORT,
		.initial = "0",
		.help = "Whether bandwidth is reported in bytes or bits",
	},
	{
		.name = "unlink",
		FLAG(unlink),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Remove the job's files when it is done",
	},
	{
		.name = "unlink_each_loop",
		FLAG(unlink_each_loop),
		.category = OPTION_FILE,
		.initial = "0",
		.help = "Remove the job's files after each pass",
	},
	{
		.name = "verify",
		CHOICE(verify.scheme, enum verify_scheme, verify_schemes),
		.category = OPTION_VERIFY,
		.initial = "0",
		.help = "How it is checked that what was written can be "
			"read back: a job that writes reads it back "
			"afterwards, a job that only reads checks what an "
			"earlier one has written",
	},
	{
		.name = "verify_async",
		NUMBER(verify.threads),
		.category = OPTION_VERIFY,
		.initial = "0",
		.max = THREADS_MAX,
		.help = "Check in so many threads beside the one that does "
			"I/O; 0: in that one",
	},
	{
		.name = "verify_async_cpus",
		FIELD(verify.threads_cpus, struct cpu_list, &option_cpu_list),
		.category = OPTION_VERIFY,
		.help = "CPUs that the threads of verify_async may run on",
	},
	{
		.name = "verify_backlog",
		NUMBER(verify.backlog),
		.category = OPTION_VERIFY,
		.initial = "0",
		.help = "Read back after each so many writes, too; 0: only "
			"when the pass is over",
	},
	{
		.name = "verify_backlog_batch",
		NUMBER(verify.backlog_batch),
		.category = OPTION_VERIFY,
		.initial = "0",
		.help = "How many blocks are read back then; 0: as many as "
			"verify_backlog",
	},
	{
		.name = "verify_dump",
		FLAG(verify.dump),
		.category = OPTION_VERIFY,
		.initial = "0",
		.help = "Write what was read of a bad block to "
			"FILE.OFFSET.received, and what was expected, where "
			"that is known, to FILE.OFFSET.expected",
	},
	{
		.name = "verify_fatal",
		FLAG(verify.fatal),
		.category = OPTION_VERIFY,
		.initial = "0",
		.help = "End the job at the first bad block, whatever "
			"continue_on_error says, and don't look at the rest "
			"of the I/O",
	},
	{
		.name = "verify_header_seed",
		FLAG(verify.header_seed),
		.category = OPTION_VERIFY,
		.initial = "1",
		.help = "Check the seed in the header, of which the data "
			"follow. A job that only reads does so only if this "
			"is given: its seed is that of the job that wrote "
			"if it has the same place among the jobs and the "
			"same randseed",
	},
	{
		.name = "verify_interval",
		BYTES(verify.interval),
		.category = OPTION_VERIFY,
		.initial = "0",
		.max = UINT32_MAX,
		.help = "Bytes from one header to the next; 0: one header "
			"for an I/O",
	},
	{
		.name = "verify_offset",
		BYTES(verify.offset),
		.category = OPTION_VERIFY,
		.initial = "0",
		.max = UINT32_MAX,
		.help = "Where in its block the header is",
	},
	{
		.name = "verify_only",
		FLAG(verify.only),
		.category = OPTION_VERIFY,
		.initial = "0",
		.help = "Write nothing, and check what an earlier run of "
			"the same job has written",
	},
	{
		.name = "verify_pattern",
		FIELD(verify.pattern, struct pattern, &option_offset_pattern),
		.category = OPTION_VERIFY,
		.help = "What blocks are filled with: strings in \"\", "
			"numbers, %o for the offset of the block, and the "
			"content of files in '', over and over",
	},
	{
		.name = "verify_pattern_interval",
		BYTES(verify.pattern_interval),
		.category = OPTION_VERIFY,
		.initial = "0",
		.max = UINT32_MAX,
		.help = "Begin verify_pattern again after each so many "
			"bytes, with the offset of that place for %o; 0: "
			"only with each I/O",
	},
	{
		.name = "verify_policy",
		CHOICE(verify.policy, enum verify_policy, verify_policies),
		.category = OPTION_VERIFY,
		.initial = "all",
		.help = "Which of the blocks that were written are checked",
	},
	{
		.name = "verify_state_load",
		FLAG(verify.load_state),
		.category = OPTION_VERIFY,
		.initial = "0",
		.help = "Verify only what another run of the job has written "
			"for certain, as told by the file that its "
			"verify_state_save has left",
	},
	{
		.name = "verify_state_save",
		FLAG(verify.save_state),
		.category = OPTION_VERIFY,
		.initial = "1",
		.help = "When a job that writes ends, and when a trigger "
			"fires, save how far it has come to "
			"local-JOB-N-verify.state, in the folder of "
			"--aux-path or here",
	},
	{
		.name = "verify_write_sequence",
		FLAG(verify.write_sequence),
		.category = OPTION_VERIFY,
		.initial = "1",
		.help = "Check that a block is of the write that was last "
			"to touch it, by the number in its header",
	},
	{
		.name = "verifysort",
		FLAG(verify.sort),
		.category = OPTION_VERIFY,
		.initial = "1",
		.help = "Read back in the order of offsets; 0: in the order "
			"in which it was written",
	},
	{
		.name = "wait_for",
		TEXT(wait_for),
		.category = OPTION_JOB,
		.help = "Start when all copies of the job of this name, "
			"which stands before, have ended",
	},
	{
		.name = "write_bw_log",
		FIELD(log.bw, struct log_name, &option_log_name),
		.category = OPTION_REPORT,
		.bare = "",
		.help = "Log bandwidth to PREFIX_bw.N.log, where N is "
			"the number of the job: kB/s of each I/O, or "
			"KiB/s of each window",
	},
	{
		.name = "write_hint",
		CHOICE(placement.write_hint, enum write_hint, write_hints),
		.category = OPTION_FILE,
		.help = "How long what is written will live, as the files "
			"are told (fcntl(2), F_SET_RW_HINT)",
	},
	{
		.name = "write_hist_log",
		FIELD(log.hist, struct log_name, &option_log_name),
		.category = OPTION_REPORT,
		.bare = "",
		.help = "Log histograms of completion latency to "
			"PREFIX_clat_hist.N.log, one for each window "
			"of log_hist_msec",
	},
	{
		.name = "write_iolog",
		TEXT(replay.write),
		.category = OPTION_FILE,
		.help = "Add each I/O that is issued, with its time, to this "
			"file, for read_iolog to do it again",
	},
	{
		.name = "write_iops_log",
		FIELD(log.iops, struct log_name, &option_log_name),
		.category = OPTION_REPORT,
		.bare = "",
		.help = "Log I/Os to PREFIX_iops.N.log: a row for "
			"each, or I/Os a second of each window",
	},
	{
		.name = "write_lat_log",
		FIELD(log.lat, struct log_name, &option_log_name),
		.category = OPTION_REPORT,
		.bare = "",
		.help = "Log latencies in nanoseconds to "
			"PREFIX_slat.N.log, PREFIX_clat.N.log and "
			"PREFIX_lat.N.log",
	},
	{
		.name = "write_zone_remainder",
		FLAG(zone.write_remainder),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Write a smaller block where a zone has no room for a "
			"whole one, and don't leave that empty",
	},
	{
		.name = "zero_buffers",
		FLAG(zero_buffers),
		.category = OPTION_BUFFER,
		.initial = "0",
		.help = "Write zeros",
	},
	{
		.name = "zone_reset_frequency",
		FIELD(zone.reset_frequency, double, &option_real),
		.category = OPTION_IO,
		.initial = "0",
		.max = 1,
		.help = "With zonemode=zbd, resets for each write, once "
			"zone_reset_threshold is reached: the zone that is "
			"written is begun again",
	},
	{
		.name = "zone_reset_threshold",
		FIELD(zone.reset_threshold, double, &option_real),
		.category = OPTION_IO,
		.initial = "0",
		.max = 1,
		.help = "Share of the zones' capacity that has to hold data "
			"for zone_reset_frequency to have an effect",
	},
	{
		.name = "zonecapacity",
		BYTES(zone.capacity),
		.category = OPTION_IO,
		.initial = "0",
		.help = "With zonemode=zbd, how much of a zone can be written, "
			"where no device says so; 0 stands for zonesize",
	},
	{
		.name = "zonemode",
		CHOICE(zone.mode, enum zone_mode, zone_modes),
		.category = OPTION_IO,
		.initial = "none",
		.help = "Whether files are divided into zones",
	},
	{
		.name = "zonerange",
		BYTES(zone.range),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Length of a zone with zonemode=strided; 0 stands for "
			"zonesize",
	},
	{
		.name = "zonesize",
		BYTES(zone.size),
		.category = OPTION_IO,
		.initial = "0",
		.help = "With zonemode=strided, bytes to move in a zone before "
			"the next one's turn: less than zonerange, or more, "
			"in several passes. With zonemode=zbd, the length of "
			"a zone; 0 stands for the device's",
	},
	{
		.name = "zoneskip",
		SIZE(zone.skip),
		.category = OPTION_IO,
		.initial = "0",
		.help = "Bytes between the end of a zone and the next one with "
			"zonemode=strided; with zonemode=zbd, whole zones that "
			"a sequence leaves out after each",
	},
};

const struct option_table job_option_table = { table, COUNT_OF(table) };

const char *clock_source_name(enum clock_source source)
{
	return option_word_for(clock_sources, (int)source);
}
