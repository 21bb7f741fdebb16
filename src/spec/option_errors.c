#include "spec/option.h"

#include "option_parse.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- the names of errors ---- */

#define ERROR(symbol) .name = #symbol, .number = (symbol)

/* The first of several names for one number is the one that is printed. */
static const struct {
	const char *name;
	int number;
} errors[] = {
	{ ERROR(EPERM) },
	{ ERROR(ENOENT) },
	{ ERROR(ESRCH) },
	{ ERROR(EINTR) },
	{ ERROR(EIO) },
	{ ERROR(ENXIO) },
	{ ERROR(E2BIG) },
	{ ERROR(ENOEXEC) },
	{ ERROR(EBADF) },
	{ ERROR(ECHILD) },
	{ ERROR(EAGAIN) },
	{ ERROR(ENOMEM) },
	{ ERROR(EACCES) },
	{ ERROR(EFAULT) },
	{ ERROR(ENOTBLK) },
	{ ERROR(EBUSY) },
	{ ERROR(EEXIST) },
	{ ERROR(EXDEV) },
	{ ERROR(ENODEV) },
	{ ERROR(ENOTDIR) },
	{ ERROR(EISDIR) },
	{ ERROR(EINVAL) },
	{ ERROR(ENFILE) },
	{ ERROR(EMFILE) },
	{ ERROR(ENOTTY) },
	{ ERROR(ETXTBSY) },
	{ ERROR(EFBIG) },
	{ ERROR(ENOSPC) },
	{ ERROR(ESPIPE) },
	{ ERROR(EROFS) },
	{ ERROR(EMLINK) },
	{ ERROR(EPIPE) },
	{ ERROR(EDOM) },
	{ ERROR(ERANGE) },
	{ ERROR(EDEADLK) },
	{ ERROR(ENAMETOOLONG) },
	{ ERROR(ENOLCK) },
	{ ERROR(ENOSYS) },
	{ ERROR(ENOTEMPTY) },
	{ ERROR(ELOOP) },
	{ ERROR(ENOMSG) },
	{ ERROR(EIDRM) },
	{ ERROR(ECHRNG) },
	{ ERROR(EL2NSYNC) },
	{ ERROR(EL3HLT) },
	{ ERROR(EL3RST) },
	{ ERROR(ELNRNG) },
	{ ERROR(EUNATCH) },
	{ ERROR(ENOCSI) },
	{ ERROR(EL2HLT) },
	{ ERROR(EBADE) },
	{ ERROR(EBADR) },
	{ ERROR(EXFULL) },
	{ ERROR(ENOANO) },
	{ ERROR(EBADRQC) },
	{ ERROR(EBADSLT) },
	{ ERROR(EBFONT) },
	{ ERROR(ENOSTR) },
	{ ERROR(ENODATA) },
	{ ERROR(ETIME) },
	{ ERROR(ENOSR) },
	{ ERROR(ENONET) },
	{ ERROR(ENOPKG) },
	{ ERROR(EREMOTE) },
	{ ERROR(ENOLINK) },
	{ ERROR(EADV) },
	{ ERROR(ESRMNT) },
	{ ERROR(ECOMM) },
	{ ERROR(EPROTO) },
	{ ERROR(EMULTIHOP) },
	{ ERROR(EDOTDOT) },
	{ ERROR(EBADMSG) },
	{ ERROR(EOVERFLOW) },
	{ ERROR(ENOTUNIQ) },
	{ ERROR(EBADFD) },
	{ ERROR(EREMCHG) },
	{ ERROR(ELIBACC) },
	{ ERROR(ELIBBAD) },
	{ ERROR(ELIBSCN) },
	{ ERROR(ELIBMAX) },
	{ ERROR(ELIBEXEC) },
	{ ERROR(EILSEQ) },
	{ ERROR(ERESTART) },
	{ ERROR(ESTRPIPE) },
	{ ERROR(EUSERS) },
	{ ERROR(ENOTSOCK) },
	{ ERROR(EDESTADDRREQ) },
	{ ERROR(EMSGSIZE) },
	{ ERROR(EPROTOTYPE) },
	{ ERROR(ENOPROTOOPT) },
	{ ERROR(EPROTONOSUPPORT) },
	{ ERROR(ESOCKTNOSUPPORT) },
	{ ERROR(EOPNOTSUPP) },
	{ ERROR(EPFNOSUPPORT) },
	{ ERROR(EAFNOSUPPORT) },
	{ ERROR(EADDRINUSE) },
	{ ERROR(EADDRNOTAVAIL) },
	{ ERROR(ENETDOWN) },
	{ ERROR(ENETUNREACH) },
	{ ERROR(ENETRESET) },
	{ ERROR(ECONNABORTED) },
	{ ERROR(ECONNRESET) },
	{ ERROR(ENOBUFS) },
	{ ERROR(EISCONN) },
	{ ERROR(ENOTCONN) },
	{ ERROR(ESHUTDOWN) },
	{ ERROR(ETOOMANYREFS) },
	{ ERROR(ETIMEDOUT) },
	{ ERROR(ECONNREFUSED) },
	{ ERROR(EHOSTDOWN) },
	{ ERROR(EHOSTUNREACH) },
	{ ERROR(EALREADY) },
	{ ERROR(EINPROGRESS) },
	{ ERROR(ESTALE) },
	{ ERROR(EUCLEAN) },
	{ ERROR(ENOTNAM) },
	{ ERROR(ENAVAIL) },
	{ ERROR(EISNAM) },
	{ ERROR(EREMOTEIO) },
	{ ERROR(EDQUOT) },
	{ ERROR(ENOMEDIUM) },
	{ ERROR(EMEDIUMTYPE) },
	{ ERROR(ECANCELED) },
	{ ERROR(ENOKEY) },
	{ ERROR(EKEYEXPIRED) },
	{ ERROR(EKEYREVOKED) },
	{ ERROR(EKEYREJECTED) },
	{ ERROR(EOWNERDEAD) },
	{ ERROR(ENOTRECOVERABLE) },
	{ ERROR(ERFKILL) },
	{ ERROR(EHWPOISON) },
	{ ERROR(EWOULDBLOCK) },
	{ ERROR(EDEADLOCK) },
	{ ERROR(ENOTSUP) },
};

#define ERROR_COUNT (sizeof(errors) / sizeof(errors[0]))

static int error_by_name(const char *name)
{
	for (size_t i = 0; i < ERROR_COUNT; i++)
		if (strcmp(errors[i].name, name) == 0)
			return errors[i].number;
	return 0;
}

static const char *error_name(int number)
{
	for (size_t i = 0; i < ERROR_COUNT; i++)
		if (errors[i].number == number)
			return errors[i].name;
	return NULL;
}

/* ---- ignored_errors ---- */

/* The kernel has no larger ones. */
#define ERROR_MAX 4095

static int read_error(const char *text, struct option_context *context,
		      int *out)
{
	int named = error_by_name(text);
	unsigned long number;
	char *end;

	if (named) {
		*out = named;
		return 0;
	}
	if (!isdigit((unsigned char)*text))
		return option_refuse(context, "is not the name of an error");
	number = strtoul(text, &end, 10);
	if (*end)
		return option_refuse(context, "is not a number");
	if (number < 1 || number > ERROR_MAX)
		return option_refuse(context, "is out of range: 1 to %d",
				     ERROR_MAX);
	*out = (int)number;
	return 0;
}

static int parse_error_list(const char *text, struct option_context *context,
			    const int **list_out, size_t *count_out)
{
	char **parts;
	size_t count = option_split(context->arena, text, ':', &parts);
	int *list = arena_calloc(context->arena, count, sizeof(list[0]));

	for (size_t i = 0; i < count; i++)
		if (read_error(parts[i], context, &list[i]) < 0)
			return option_refuse_part(context, text, parts[i]);
	*list_out = list;
	*count_out = count;
	return 0;
}

/* Unlike with sizes, the last list goes for no other. */
static int parse_ignored_errors(const struct option *o, const char *text,
				struct option_context *context, void *field)
{
	struct ignored_errors ignored = { 0 };
	char **lists;
	size_t count = option_split(context->arena, text, ',', &lists);
	bool any = false;

	(void)o;
	if (count > DIRECTIONS)
		return option_refuse(context,
				     "has more than three lists (for reads, "
				     "writes and verification)");
	for (size_t i = 0; i < count; i++) {
		if (!*lists[i])
			continue;
		if (parse_error_list(lists[i], context, &ignored.of[i],
				     &ignored.count[i]) < 0)
			return option_refuse_part(context, text, lists[i]);
		any = true;
	}
	if (!any)
		return option_refuse(context, "names no error");
	*(struct ignored_errors *)field = ignored;
	return 0;
}

static void print_error(int number, FILE *out)
{
	const char *name = error_name(number);

	if (name)
		fputs(name, out);
	else
		fprintf(out, "%d", number);
}

static void print_ignored_errors(const struct option *o, const void *field,
				 FILE *out)
{
	const struct ignored_errors *ignored = field;
	size_t lists = DIRECTIONS;

	(void)o;
	while (lists && !ignored->count[lists - 1])
		lists--;
	for (size_t i = 0; i < lists; i++) {
		if (i)
			fputc(',', out);
		for (size_t j = 0; j < ignored->count[i]; j++) {
			if (j)
				fputc(':', out);
			print_error(ignored->of[i][j], out);
		}
	}
}

const struct option_type option_ignored_errors = {
	.argument = "ERRORS[,ERRORS[,ERRORS]]",
	.parse = parse_ignored_errors,
	.print = print_ignored_errors,
};
