#ifndef COMMONPLACE_CONTENT_DATA_H
#define COMMONPLACE_CONTENT_DATA_H

#include <stddef.h>

/// One file of the bundled content packs, as it lies in the source tree. The bytes live as long as the program; nothing ends them with a zero.
struct content_file {
    /// The pack's folder, a slash, and the path inside the pack: `itf/terms/10k-basics.json`.
    const char *path;
    /// UTF-8 text.
    const unsigned char *bytes;
    /// How many bytes.
    size_t size;
};

/// Every bundled file, in the order of their paths.
extern const struct content_file content_files[];

/// The first of `content_files`: Swift does not import an array of unstated length, it does import this.
static inline const struct content_file *content_file_table(void) { return content_files; }

/// How many files `content_files` has.
extern const size_t content_file_count;

#endif
