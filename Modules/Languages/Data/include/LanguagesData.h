#ifndef COMMONPLACE_LANGUAGES_DATA_H
#define COMMONPLACE_LANGUAGES_DATA_H

#include <stddef.h>
#include <stdint.h>

/// The files of a language one behind another, as they lie in the source tree. The bytes live as long as the program; nothing ends them with a zero.
struct languages_pack {
    /// The tag of the language, which its folder is called: `es`.
    const char *tag;
    /// UTF-8 text.
    const unsigned char *bytes;
    /// How many bytes.
    size_t size;
    /// Where the line of each key begins in the bytes, in the order of the keys' bytes.
    const uint32_t *order;
    /// How many keys.
    size_t count;
};

/// Every language, in the order of their tags.
extern const struct languages_pack languages_packs[];

/// The first of `languages_packs`: Swift does not import an array of unstated length, it does import this.
static inline const struct languages_pack *languages_pack_table(void) { return languages_packs; }

/// How many languages `languages_packs` has.
extern const size_t languages_pack_count;

#endif
