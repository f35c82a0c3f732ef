// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef AGONY_CSQLITE_H
#define AGONY_CSQLITE_H

#include <sqlite3.h>

#endif
