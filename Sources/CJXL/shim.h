// Agony
// SPDX-License-Identifier: Apache-2.0

#include <jxl/decode.h>
