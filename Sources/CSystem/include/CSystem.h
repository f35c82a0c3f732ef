// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef AGONY_CSYSTEM_H
#define AGONY_CSYSTEM_H

#include <stdint.h>
#include <stddef.h>

#include "CommandLineSystem.h"

#endif
