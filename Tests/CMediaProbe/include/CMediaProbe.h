// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef AGONY_CMEDIAPROBE_H
#define AGONY_CMEDIAPROBE_H

#include <stdint.h>

/// Tries to do what a taken-over decoder would, and says what came of it: 0 if it was possible, else errno. Some attempts
/// do not return. -1 if there is no attempt of that name.
int64_t agony_probe(const char *attempt);

#endif
