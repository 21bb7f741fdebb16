#ifndef RUNNER_VERIFY_CRC_FOLD_H
#define RUNNER_VERIFY_CRC_FOLD_H

#include "verify/crc.h"

/*
 * The register after `length` bytes, by the tables. Registers of CRCs whose
 * highest bit comes first are kept shifted to the top of a byte.
 */
uint64_t crc_update(const struct crc *crc, uint64_t value, const uint8_t *data,
		    size_t length);

enum { CRC_FOLD_MIN = 64 }; /* bytes, below which it isn't worth it */

/* Whether this CPU can fold. */
bool crc_can_fold(void);

/* As crc_update(), for CRC_FOLD_MIN bytes or more, where crc->folds. */
uint64_t crc_fold(const struct crc *crc, uint64_t value, const uint8_t *data,
		  size_t length);

#endif
