#ifndef RUNNER_SPEC_OPTION_REFUSED_H
#define RUNNER_SPEC_OPTION_REFUSED_H

/*
 * Why an option of the reference is refused, where there is more to say than
 * that it is: reads well after its name. NULL: there isn't.
 */
const char *option_refused_why(const char *name);

#endif
