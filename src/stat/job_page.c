#include "stat/job_page.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/mman.h>

static uint64_t difference(uint64_t now, uint64_t before)
{
	return now > before ? now - before : 0;
}

struct job_usage job_usage_since(const struct job_usage *now,
				 const struct job_usage *before)
{
	return (struct job_usage){
		difference(now->user_ms, before->user_ms),
		difference(now->system_ms, before->system_ms),
		difference(now->context_switches, before->context_switches),
		difference(now->major_faults, before->major_faults),
		difference(now->minor_faults, before->minor_faults),
	};
}

int job_error_set(struct job_error *error, int code, const char *function,
		  const char *format, ...)
{
	va_list args;

	/* 0 would be no failure, and the cause would be lost. */
	assert(code != 0);
	if (error->code)
		return -1;
	error->code = code;
	snprintf(error->function, sizeof(error->function), "%s", function);
	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	return -1;
}

/*
 * Without reserved memory: most of a page is histograms that its job doesn't
 * fill, and a thousand of them may be more than there is.
 */
struct job_page *job_pages_map(size_t count)
{
	size_t length;
	void *pages;

	if (__builtin_mul_overflow(count, sizeof(struct job_page), &length)) {
		errno = ENOMEM;
		return NULL;
	}
	pages = mmap(NULL, length, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return pages == MAP_FAILED ? NULL : pages;
}

void job_pages_unmap(struct job_page *pages, size_t count)
{
	if (!pages)
		return;
	for (size_t i = 0; i < count; i++)
		priority_stats_unmap(pages[i].priorities);
	munmap(pages, count * sizeof(*pages));
}
