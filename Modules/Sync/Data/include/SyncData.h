#ifndef COMMONPLACE_SYNC_DATA_H
#define COMMONPLACE_SYNC_DATA_H

#include <stddef.h>

/// One file of the schema in which accounts meet in a database, as it lies in the source tree. The bytes live as long as the program; nothing ends
/// them with a zero.
struct sync_schema {
    /// The file's name: `1-roles.sql`.
    const char *name;
    /// UTF-8 text.
    const unsigned char *bytes;
    /// How many bytes.
    size_t size;
};

/// Every bundled file, in the order of their names.
extern const struct sync_schema sync_schemas[];

/// The first of `sync_schemas`: Swift does not import an array of unstated length, it does import this.
static inline const struct sync_schema *sync_schema_table(void) { return sync_schemas; }

/// How many files `sync_schemas` has.
extern const size_t sync_schema_count;

#endif
