#ifndef RUNNER_APP_STANDARD_FILES_H
#define RUNNER_APP_STANDARD_FILES_H

/*
 * Fill the places of standard input, output and error where the program was
 * started without them. Otherwise the next file that is opened gets such a
 * number, and what is printed goes into a file that is measured. Reading from
 * them and writing to them fails with EBADF as it did before.
 */
void standard_files_fill(void);

#endif
