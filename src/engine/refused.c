#include "refused.h"

/* The reasons read well after: 'NAME' is not supported: */
#define REMOTE(what) "it needs " what ", and only local storage is measured"
#define DEVICE(what) "it needs " what
#define ELSEWHERE(what) "it belongs to " what ", and this program to Linux"

const struct engine_refused engines_refused[] = {
	{ "daos", REMOTE("a DAOS server") },
	{ "dev-dax", DEVICE("persistent memory in device-DAX mode") },
	{ "dfs", REMOTE("a DAOS server") },
	{ "external", "engines can't be loaded from outside the program" },
	{ "fusion-aw-sync", DEVICE("a Fusion-io card with atomic writes") },
	{ "gfapi", REMOTE("a GlusterFS server") },
	{ "gfapi_async", REMOTE("a GlusterFS server") },
	{ "guasi", "its library is no longer developed; use libaio" },
	{ "hdfs", REMOTE("a Hadoop cluster") },
	{ "http", REMOTE("a web, WebDAV, S3 or Swift server") },
	{ "ime_aio", REMOTE("an IME server") },
	{ "ime_psync", REMOTE("an IME server") },
	{ "ime_psyncv", REMOTE("an IME server") },
	{ "libblkio", DEVICE("a virtio, VFIO or vhost device of its own") },
	{ "libcufile", DEVICE("a graphics card with GPUDirect Storage") },
	{ "libhdfs", REMOTE("a Hadoop cluster") },
	{ "libiscsi", REMOTE("an iSCSI target") },
	{ "libpmem", DEVICE("persistent memory") },
	{ "libzbc", DEVICE("a zoned disk driven past the kernel") },
	{ "mtd", DEVICE("a raw flash device (MTD)") },
	{ "nbd", REMOTE("a network block device server") },
	{ "net", REMOTE("another host") },
	{ "netsplice", REMOTE("another host") },
	{ "nfs", REMOTE("an NFS server") },
	{ "nvme", "use io_uring_cmd for commands to NVMe devices" },
	{ "page_fault",
	  "it measures how fast memory is given out, and only storage is "
	  "measured" },
	{ "pmemblk", DEVICE("persistent memory") },
	{ "rados", REMOTE("a Ceph cluster") },
	{ "rbd", REMOTE("a Ceph cluster") },
	{ "rdma", REMOTE("another host with RDMA") },
	{ "solarisaio", ELSEWHERE("Solaris") },
	{ "spdk", DEVICE("a device that SPDK drives past the kernel") },
	{ "spdk_bdev", DEVICE("a device that SPDK drives past the kernel") },
	{ "syslet-rw", "the kernel never got syslets; use libaio" },
	{ "windowsaio", ELSEWHERE("Windows") },
	{ "xnvme",
	  DEVICE("a device that xNVMe drives by a library of its own") },
	{ 0 },
};
