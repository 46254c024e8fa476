/// A key of a romanization without habits of spelling: `sogi`, `seogi`, `sohgi` have the same key.
///
/// g k, d t, b p, j ch, r l are equal. o, u, eo, oo, eu are one vowel. Doubled letters are single.
package enum RomanizationKey {
    /// Returns the key of a folded romanization.
    package static func key(_ folded: String) -> String {
        let letters = folded.utf8.filter { $0 != 0x20 }
        var result: [UInt8] = []
        var index = 0
        while index < letters.count {
            guard let spelling = spelling(at: index, in: letters) else {
                if letters[index] != result.last { result.append(letters[index]) }
                index += 1
                continue
            }
            for byte in spelling.sounds where byte != result.last { result.append(byte) }
            index += spelling.letters.count
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// A spelling with its simplified sounds.
    private struct Spelling {
        let letters: [UInt8]
        let sounds: [UInt8]
    }

    /// Returns the longest spelling at an index, or nil for a letter that keeps itself.
    private static func spelling(at index: Int, in letters: [UInt8]) -> Spelling? {
        table[Int(letters[index])].first { spelling in
            index + spelling.letters.count <= letters.count
                && spelling.letters.indices.allSatisfy { spelling.letters[$0] == letters[index + $0] }
        }
    }

    /// The spellings by first letter, so that most are never compared.
    private static let table: [[Spelling]] = spellings.reduce(into: Array(repeating: [], count: 256)) { table, entry in
        let spelling = Spelling(letters: Array(entry.0.utf8), sounds: Array(entry.1.utf8))
        table[Int(spelling.letters[0])].append(spelling)
    }

    /// The spellings, longest first; a silent h after a vowel belongs to its vowel.
    private static let spellings = [
        ("wae", "we"), ("tch", "c"), ("eui", "oi"), ("yoo", "yo"), ("you", "yo"), ("yeo", "yo"), ("weo", "wo"),
        ("yae", "ye"),
        ("eo", "o"), ("eu", "o"), ("oo", "o"), ("ou", "o"), ("oh", "o"), ("uh", "o"), ("ah", "a"), ("ae", "e"),
        ("ai", "e"), ("ay", "e"),
        ("oe", "we"), ("oi", "we"), ("ui", "oi"), ("ee", "i"), ("yi", "i"), ("yu", "yo"), ("wu", "wo"), ("ch", "c"),
        ("sh", "s"), ("kh", "k"), ("gh", "k"), ("th", "t"), ("ph", "p"),
        ("g", "k"), ("d", "t"), ("b", "p"), ("j", "c"), ("r", "l"), ("u", "o"),
    ]
}
