// Agony
// SPDX-License-Identifier: Apache-2.0

#include <stdint.h>
#include <tiffio.h>

// Fields of a directory are read by a variadic function, which Swift does not import.

/// A 16-bit field of the current directory, or its default; 0 if there is none.
static inline uint16_t agony_tiff_short(TIFF *file, uint32_t tag) {
  uint16_t value = 0;
  return TIFFGetFieldDefaulted(file, tag, &value) ? value : 0;
}

/// A 32-bit field, or 0.
static inline uint32_t agony_tiff_long(TIFF *file, uint32_t tag) {
  uint32_t value = 0;
  return TIFFGetField(file, tag, &value) ? value : 0;
}

/// The ICC profile, which belongs to the file; NULL if there is none.
static inline const void *agony_tiff_profile(TIFF *file, uint32_t *byteCount) {
  void *bytes = NULL;
  *byteCount = 0;
  return TIFFGetField(file, TIFFTAG_ICCPROFILE, byteCount, &bytes) ? bytes : NULL;
}

/// Number and kind of the samples beyond colour: 0 if there are none, else the first one's kind plus 1.
static inline int agony_tiff_extra(TIFF *file) {
  uint16_t count = 0;
  uint16_t *kinds = NULL;
  if (!TIFFGetField(file, TIFFTAG_EXTRASAMPLES, &count, &kinds) || count == 0 || kinds == NULL) return 0;
  return kinds[0] + 1;
}
