#include "block_draw.h"

static struct block_sizes_of_range sizes_of(struct number_range range,
					    uint64_t step)
{
	uint64_t width = range.max - range.min;

	return (struct block_sizes_of_range){
		.min = range.min,
		.max = range.max,
		.step = step,
		.steps = width / step + (width % step != 0) + 1,
	};
}

static void init_classes(struct block_draw *draw, const struct job_options *o,
			 int index, struct block_class *classes)
{
	const struct block_share *list = o->bssplit.of[index];
	size_t count = o->bssplit.count[index];
	double sum = 0;

	draw->sizes = sizes_of(list[0].size, list[0].step);
	for (size_t i = 0; i < count; i++) {
		sum += list[i].percent;
		if (list[i].size.min < draw->sizes.min)
			draw->sizes.min = list[i].size.min;
		if (list[i].size.max > draw->sizes.max)
			draw->sizes.max = list[i].size.max;
		classes[i].below = i + 1 < count && sum < 100
					   ? (uint64_t)(sum / 100 * 0x1p64)
					   : UINT64_MAX;
		classes[i].sizes = sizes_of(list[i].size, list[i].step);
	}
	draw->classes = classes;
	draw->class_count = count;
	if (count > 1)
		draw->sizes.steps = 0;
}

void block_draw_init(struct block_draw *draw, const struct job_options *o,
		     int index, struct block_class *classes)
{
	struct number_range bs = o->bs.of[index];

	*draw = (struct block_draw){ 0 };
	draw->sizes = sizes_of(bs, o->bs_unaligned ? 1 : bs.min);
	if (o->bssplit.count[index])
		init_classes(draw, o, index, classes);
}

static bool sizes_equal(const struct block_sizes_of_range *a,
			const struct block_sizes_of_range *b)
{
	return a->min == b->min && a->max == b->max && a->step == b->step &&
	       a->steps == b->steps;
}

bool block_draw_equal(const struct block_draw *a, const struct block_draw *b)
{
	if (!sizes_equal(&a->sizes, &b->sizes) ||
	    a->class_count != b->class_count)
		return false;
	for (size_t i = 0; i < a->class_count; i++)
		if (a->classes[i].below != b->classes[i].below ||
		    !sizes_equal(&a->classes[i].sizes, &b->classes[i].sizes))
			return false;
	return true;
}

static uint64_t at_most(const struct block_sizes_of_range *s, uint64_t limit)
{
	if (s->min > limit)
		return 0;
	if (s->max <= limit)
		return s->max;
	return limit - (limit - s->min) % s->step;
}

uint64_t block_draw_at_most(const struct block_draw *draw, uint64_t limit)
{
	uint64_t best = 0;

	if (!draw->class_count)
		return at_most(&draw->sizes, limit);
	for (size_t i = 0; i < draw->class_count; i++) {
		uint64_t size = at_most(&draw->classes[i].sizes, limit);

		if (size > best)
			best = size;
	}
	return best;
}

uint64_t block_classes_draw(const struct block_draw *draw, struct random *r)
{
	/* Below the last bound, which is 2^64 - 1. */
	uint64_t x = random_below(r, UINT64_MAX);
	const struct block_class *c = draw->classes;

	while (x >= c->below)
		c++;
	return block_sizes_draw(&c->sizes, r);
}
