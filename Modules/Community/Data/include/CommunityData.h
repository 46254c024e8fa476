#ifndef COMMONPLACE_COMMUNITY_DATA_H
#define COMMONPLACE_COMMUNITY_DATA_H

#include <stddef.h>

/// One file of the schema of a community in a database, as it lies in the source tree. The bytes live as long as the program; nothing ends them with a zero.
struct schema_file {
    /// The file's name: `1-roles.sql`.
    const char *name;
    /// UTF-8 text.
    const unsigned char *bytes;
    /// How many bytes.
    size_t size;
};

/// Every bundled file, in the order of their names.
extern const struct schema_file schema_files[];

/// The first of `schema_files`: Swift does not import an array of unstated length, it does import this.
static inline const struct schema_file *schema_file_table(void) { return schema_files; }

/// How many files `schema_files` has.
extern const size_t schema_file_count;

#endif
