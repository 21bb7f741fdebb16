#include "base/expr.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

/*
 * Operator precedence with two stacks, on exact fractions: only in the end is
 * it known what comes out whole, as in 0.5*2k or 10/4*2.
 */
__extension__ typedef unsigned __int128 wide;

/* How many operators and parentheses may wait for their right side. */
#define DEPTH_MAX 64

/* So many digits fit into 64 bits, whatever they are. */
#define PLAIN_DIGITS_MAX ((size_t)19)

static const char not_a_number[] = "is not a number";
static const char not_whole[] = "is not a whole number";
static const char too_big[] = "does not fit in 64 bits";
static const char too_precise[] = "has too many decimals";
static const char too_deep[] = "is nested too deeply";
static const char unknown_unit[] = "has an unknown unit";
static const char unit_clash[] = "has units that do not go together";
static const char by_zero[] = "divides by zero";
static const char unbalanced[] = "has unbalanced parentheses";
static const char trailing[] = "has something after the number";

/* over/under, in lowest terms; zero is never negative. */
struct number {
	bool negative;
	wide over;
	wide under;
	/*
	 * How many units it is a product of: 0 for "2", 1 for "30s". Counted
	 * only where a number without a unit is multiplied, too: elsewhere
	 * "4096" and "4k" are of one kind.
	 */
	int dimension;
};

struct operation {
	char symbol;
	unsigned char rank; /* the higher binds the tighter */
	bool right;         /* a^b^c is a^(b^c) */
	bool like;          /* both sides have to be of one dimension */

	/* Leave the outcome in `*a`. Returns NULL, or why there is none. */
	const char *(*apply)(struct number *a, struct number b);
};

struct evaluator {
	const struct expr_units *units;
	const char *at; /* what is left of the text */
	const struct operation *operations[DEPTH_MAX];
	unsigned operation_count;
	struct number numbers[DEPTH_MAX + 1]; /* one more: the right side */
	unsigned number_count;
};

static const struct number zero = { .under = 1 };
static const struct number one = { .over = 1, .under = 1 };

static bool multiply_wide(wide a, wide b, wide *out)
{
	return !__builtin_mul_overflow(a, b, out);
}

static wide greatest_divisor(wide a, wide b)
{
	wide rest;

	while (b) {
		rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

static void reduce(struct number *n)
{
	wide divisor = greatest_divisor(n->over, n->under);

	n->over /= divisor;
	n->under /= divisor;
	if (n->over == 0)
		n->negative = false;
}

static const char *multiply(struct number *a, struct number b)
{
	wide first = greatest_divisor(a->over, b.under);
	wide second = greatest_divisor(b.over, a->under);

	if (!multiply_wide(a->over / first, b.over / second, &a->over) ||
	    !multiply_wide(a->under / second, b.under / first, &a->under))
		return too_big;
	a->negative = a->over && a->negative != b.negative;
	a->dimension += b.dimension;
	return NULL;
}

static struct number inverse(struct number n)
{
	return (struct number){
		.negative = n.negative,
		.over = n.under,
		.under = n.over,
		.dimension = -n.dimension,
	};
}

static const char *divide(struct number *a, struct number b)
{
	if (b.over == 0)
		return by_zero;
	return multiply(a, inverse(b));
}

/* Bring both over one denominator, not in lowest terms any more. */
static bool align(struct number *a, struct number *b)
{
	wide divisor = greatest_divisor(a->under, b->under);
	wide factor = a->under / divisor;

	if (!multiply_wide(a->over, b->under / divisor, &a->over) ||
	    !multiply_wide(a->under, b->under / divisor, &a->under) ||
	    !multiply_wide(b->over, factor, &b->over))
		return false;
	b->under = a->under;
	return true;
}

static const char *add(struct number *a, struct number b)
{
	if (!align(a, &b))
		return too_big;
	if (a->negative == b.negative) {
		if (__builtin_add_overflow(a->over, b.over, &a->over))
			return too_big;
	} else if (a->over >= b.over) {
		a->over -= b.over;
	} else {
		a->over = b.over - a->over;
		a->negative = b.negative;
	}
	reduce(a);
	return NULL;
}

static const char *subtract(struct number *a, struct number b)
{
	b.negative = b.over && !b.negative;
	return add(a, b);
}

/* What is left of `*a`, with its sign, after as many whole `b` as fit. */
static const char *remain(struct number *a, struct number b)
{
	if (b.over == 0)
		return by_zero;
	if (!align(a, &b))
		return too_big;
	a->over %= b.over;
	reduce(a);
	return NULL;
}

static const char *raise(struct number *a, struct number b)
{
	struct number base = *a;
	const char *why = NULL;

	if (a->dimension || b.dimension)
		return unit_clash;
	if (b.under != 1)
		return not_whole;
	if (b.negative) {
		if (base.over == 0)
			return by_zero;
		base = inverse(base);
	}
	*a = one;
	for (wide left = b.over; left && !why; left >>= 1) {
		if (left & 1)
			why = multiply(a, base);
		if (left > 1 && !why)
			why = multiply(&base, base);
	}
	return why;
}

static const struct operation operations[] = {
	{ '+', 1, .like = true, .apply = add },
	{ '-', 1, .like = true, .apply = subtract },
	{ '*', 2, .apply = multiply },
	{ '/', 2, .apply = divide },
	{ '%', 2, .like = true, .apply = remain },
	{ '^', 4, .right = true, .apply = raise },
};

/* A sign is a subtraction from a zero that nobody wrote: -2^2 is -4. */
static const struct operation sign = { '-', 3, .like = true,
				       .apply = subtract };

/* Waits among the operations for its other half. */
static const struct operation parenthesis = { .symbol = '(' };

static const struct operation *find_operation(char symbol)
{
	for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++)
		if (operations[i].symbol == symbol)
			return &operations[i];
	return NULL;
}

static void skip_blanks(struct evaluator *e)
{
	e->at += strspn(e->at, " \t");
}

static const char *push_operation(struct evaluator *e,
				  const struct operation *operation)
{
	if (e->operation_count == DEPTH_MAX)
		return too_deep;
	e->operations[e->operation_count++] = operation;
	return NULL;
}

static void push_number(struct evaluator *e, struct number n)
{
	e->numbers[e->number_count++] = n;
}

static const struct operation *top_operation(const struct evaluator *e)
{
	return e->operation_count ? e->operations[e->operation_count - 1]
				  : NULL;
}

/* Take a number without a unit for one with the unit that it has then. */
static const char *use_bare_unit(const struct evaluator *e, struct number *n)
{
	struct number bare = one;

	bare.over = e->units->bare;
	bare.dimension = bare.over != 1;
	return n->dimension ? NULL : multiply(n, bare);
}

static const char *apply_top(struct evaluator *e)
{
	const struct operation *operation = e->operations[--e->operation_count];
	struct number *b = &e->numbers[--e->number_count];
	struct number *a = b - 1;
	const char *why = NULL;

	if (operation->like && a->dimension != b->dimension) {
		why = use_bare_unit(e, a);
		if (!why)
			why = use_bare_unit(e, b);
		if (!why && a->dimension != b->dimension)
			why = unit_clash;
	}
	return why ? why : operation->apply(a, *b);
}

/* Apply what waits and binds at least as tightly as `rank`. */
static const char *apply_waiting(struct evaluator *e, unsigned rank)
{
	const char *why = NULL;

	while (!why && e->operation_count && top_operation(e)->rank >= rank)
		why = apply_top(e);
	return why;
}

static unsigned digit_value(char c)
{
	if (isdigit((unsigned char)c))
		return (unsigned)(c - '0');
	return (unsigned)(tolower((unsigned char)c) - 'a') + 10;
}

static const char *append_digit(struct evaluator *e, unsigned base, wide *value)
{
	if (!multiply_wide(*value, base, value) ||
	    __builtin_add_overflow(*value, digit_value(*e->at), value))
		return too_big;
	e->at++;
	return NULL;
}

static const char *read_hex(struct evaluator *e, struct number *n)
{
	const char *why = NULL;

	e->at += strlen("0x");
	if (!isxdigit((unsigned char)*e->at))
		return not_a_number;
	while (!why && isxdigit((unsigned char)*e->at))
		why = append_digit(e, 16, &n->over);
	return why;
}

static const char *read_decimal(struct evaluator *e, struct number *n)
{
	const char *why = NULL;

	if (!isdigit((unsigned char)*e->at))
		return not_a_number;
	while (!why && isdigit((unsigned char)*e->at))
		why = append_digit(e, 10, &n->over);
	if (why || *e->at != '.')
		return why;

	e->at++;
	if (!isdigit((unsigned char)*e->at))
		return not_a_number;
	while (isdigit((unsigned char)*e->at)) {
		if (!multiply_wide(n->under, 10, &n->under) ||
		    append_digit(e, 10, &n->over))
			return too_precise;
	}
	reduce(n);
	return NULL;
}

/* A unit is all that follows without a blank, so that "1e3" has none. */
static size_t unit_length(const char *text)
{
	size_t length = 0;

	while (isalnum((unsigned char)text[length]) ||
	       (unsigned char)text[length] > 0x7f)
		length++;
	return length;
}

/* The unit that the `length` bytes at `text` name, or NULL. */
static const struct expr_unit *find_unit(const struct expr_units *units,
					 const char *text, size_t length)
{
	const struct expr_unit *unit = units->list;

	while (unit->name && (strncasecmp(unit->name, text, length) != 0 ||
			      unit->name[length] != '\0'))
		unit++;
	return unit->name ? unit : NULL;
}

static const char *read_unit(struct evaluator *e, struct number *n)
{
	size_t length = unit_length(e->at);
	const struct expr_unit *unit;
	struct number factor = one;

	if (length == 0)
		return NULL;
	unit = find_unit(e->units, e->at, length);
	if (!unit)
		return unknown_unit;
	e->at += length;
	factor.over = unit->multiplier;
	factor.dimension = e->units->bare != 1;
	return multiply(n, factor);
}

static const char *read_number(struct evaluator *e)
{
	bool hex = e->at[0] == '0' && tolower((unsigned char)e->at[1]) == 'x';
	struct number n = zero;
	const char *why;

	why = hex ? read_hex(e, &n) : read_decimal(e, &n);
	if (!why)
		why = read_unit(e, &n);
	if (!why)
		push_number(e, n);
	return why;
}

/* A number with all the signs and parentheses before it. */
static const char *read_operand(struct evaluator *e)
{
	const char *why = NULL;

	skip_blanks(e);
	while (!why && (*e->at == '-' || *e->at == '(')) {
		if (*e->at == '(') {
			why = push_operation(e, &parenthesis);
		} else {
			why = push_operation(e, &sign);
			if (!why)
				push_number(e, zero);
		}
		e->at++;
		skip_blanks(e);
	}
	return why ? why : read_number(e);
}

static const char *close_parentheses(struct evaluator *e)
{
	const char *why;

	for (skip_blanks(e); *e->at == ')'; skip_blanks(e)) {
		why = apply_waiting(e, 1);
		if (why)
			return why;
		if (!e->operation_count)
			return unbalanced;
		e->operation_count--;
		e->at++;
	}
	return NULL;
}

static const char *read_operator(struct evaluator *e)
{
	const struct operation *operation = find_operation(*e->at);
	const char *why;

	if (!operation)
		return trailing;
	why = apply_waiting(e, operation->rank + operation->right);
	if (why)
		return why;
	e->at++;
	return push_operation(e, operation);
}

static const char *read_all(struct evaluator *e)
{
	const char *why;

	for (;;) {
		why = read_operand(e);
		if (!why)
			why = close_parentheses(e);
		if (why || !*e->at)
			return why;
		why = read_operator(e);
		if (why)
			return why;
	}
}

static const char *evaluate(struct evaluator *e, const char *text,
			    const struct expr_units *units, struct number *out)
{
	const char *why;

	e->units = units;
	e->at = text;
	e->number_count = e->operation_count = 0;
	why = read_all(e);
	if (!why)
		why = apply_waiting(e, 1);
	if (why)
		return why;
	if (e->operation_count)
		return unbalanced;

	*out = e->numbers[0];
	why = use_bare_unit(e, out);
	if (why)
		return why;
	if (out->dimension != (e->units->bare != 1))
		return unit_clash;
	return out->under == 1 ? NULL : not_whole;
}

/*
 * Most numbers are a few digits, with a unit or without: those are understood
 * here. Anything else is left to the evaluator, and so are all errors.
 */
static bool read_plain(const char *text, const struct expr_units *units,
		       uint64_t *out)
{
	size_t digits = strspn(text, "0123456789");
	size_t length = unit_length(text + digits);
	uint64_t n = 0, factor = units->bare, product;
	const struct expr_unit *unit;

	if (digits == 0 || digits > PLAIN_DIGITS_MAX || text[digits + length])
		return false;
	for (size_t i = 0; i < digits; i++)
		n = n * 10 + (uint64_t)(text[i] - '0');
	if (length) {
		unit = find_unit(units, text + digits, length);
		if (!unit)
			return false;
		factor = unit->multiplier;
	}
	if (__builtin_mul_overflow(n, factor, &product))
		return false;
	*out = product;
	return true;
}

int expr_eval_unsigned(const char *text, const struct expr_units *units,
		       uint64_t *out, const char **why)
{
	struct evaluator e;
	struct number n;
	const char *reason;

	if (read_plain(text, units, out))
		return 0;
	reason = evaluate(&e, text, units, &n);
	if (!reason && n.negative)
		reason = "is negative";
	if (!reason && n.over > UINT64_MAX)
		reason = too_big;
	if (reason) {
		*why = reason;
		return -1;
	}
	*out = (uint64_t)n.over;
	return 0;
}

int expr_eval(const char *text, const struct expr_units *units, int64_t *out,
	      const char **why)
{
	struct evaluator e;
	struct number n;
	const char *reason = evaluate(&e, text, units, &n);

	if (!reason && n.over > (wide)INT64_MAX + n.negative)
		reason = too_big;
	if (reason) {
		*why = reason;
		return -1;
	}
	/* By one less: -2^63 has no positive counterpart. */
	*out = n.negative ? -(int64_t)(n.over - 1) - 1 : (int64_t)n.over;
	return 0;
}
