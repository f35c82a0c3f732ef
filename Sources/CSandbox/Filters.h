// Agony
// SPDX-License-Identifier: Apache-2.0

#ifndef AGONY_FILTERS_H
#define AGONY_FILTERS_H

/// Installs the system call filter of the process that forks: 0 or -1.
int agony_filter_parent(void);

/// Installs the filter of the process that decodes, on top of the first: 0 or -1.
int agony_filter_child(void);

#endif
