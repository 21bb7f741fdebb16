#ifndef RUNNER_SYS_CHILD_H
#define RUNNER_SYS_CHILD_H

/*
 * In a child that is about to become another program, a command of the user's:
 * it leads a process group of its own, so that all it starts can be ended with
 * it, dies with its parent, and has the signals that a program expects: none of
 * them blocked or ignored. The parent calls setpgid(2) for it, too, before it
 * relies on the group.
 */
void child_begin(void);

#endif
