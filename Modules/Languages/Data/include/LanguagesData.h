#ifndef COMMONPLACE_LANGUAGES_DATA_H
#define COMMONPLACE_LANGUAGES_DATA_H

#include <stddef.h>

/// One file of sentences, as it lies in the source tree. The bytes live as long as the program; nothing ends them with a zero.
struct languages_file {
    /// The file's name: `es.strings`.
    const char *path;
    /// UTF-8 text, its keys in the order of their bytes.
    const unsigned char *bytes;
    /// How many bytes.
    size_t size;
};

/// Every file, in the order of their names.
extern const struct languages_file languages_files[];

/// The first of `languages_files`: Swift does not import an array of unstated length, it does import this.
static inline const struct languages_file *languages_file_table(void) { return languages_files; }

/// How many files `languages_files` has.
extern const size_t languages_file_count;

#endif
