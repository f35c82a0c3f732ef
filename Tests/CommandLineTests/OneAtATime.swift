// Agony
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests of what belongs to the whole process, such as the signals it notes.
@Suite("One at a time", .serialized)
enum OneAtATime {}
