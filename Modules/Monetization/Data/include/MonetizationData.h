#ifndef COMMONPLACE_MONETIZATION_DATA_H
#define COMMONPLACE_MONETIZATION_DATA_H

#include <stddef.h>

/// One file of the bundled catalogues, as it lies in the source tree. The bytes live as long as the program; nothing ends them with a zero.
struct catalogue_file {
    /// The file's name: `focusflow.storekit`, `dojang.prices.json`.
    const char *name;
    /// UTF-8 text.
    const unsigned char *bytes;
    /// How many bytes.
    size_t size;
};

/// Every bundled file, in the order of their names.
extern const struct catalogue_file catalogue_files[];

/// The first of `catalogue_files`: Swift does not import an array of unstated length, it does import this.
static inline const struct catalogue_file *catalogue_file_table(void) { return catalogue_files; }

/// How many files `catalogue_files` has.
extern const size_t catalogue_file_count;

#endif
