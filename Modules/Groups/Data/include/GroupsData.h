#ifndef COMMONPLACE_GROUPS_DATA_H
#define COMMONPLACE_GROUPS_DATA_H

#include <stddef.h>

/// One file of the schema of groups in a database, as it lies in the source tree. The bytes live as long as the program; nothing ends them with a zero.
struct groups_schema {
    /// The file's name: `1-roles.sql`.
    const char *name;
    /// UTF-8 text.
    const unsigned char *bytes;
    /// How many bytes.
    size_t size;
};

/// Every bundled file, in the order of their names.
extern const struct groups_schema groups_schemas[];

/// The first of `groups_schemas`: Swift does not import an array of unstated length, it does import this.
static inline const struct groups_schema *groups_schema_table(void) { return groups_schemas; }

/// How many files `groups_schemas` has.
extern const size_t groups_schema_count;

#endif
