/// What is left of a romanisation when the habits of spelling are taken away: `sogi`, `seogi`, `sohgi` become one key.
///
/// g k, d t, b p, j ch, r l fall together; o, u, eo, oo, eu are one vowel; doubled letters are single.
enum RomanizationKey {
    static func key(_ folded: String) -> String {
        let letters = Array(folded.utf8.filter { $0 != 0x20 })
        var result: [UInt8] = []
        var index = 0
        while index < letters.count {
            let (class_, length) = letterClass(letters[index...])
            for byte in class_ where byte != result.last { result.append(byte) }
            index += length
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func letterClass(_ rest: ArraySlice<UInt8>) -> ([UInt8], Int) {
        for (spelling, class_) in spellings where rest.starts(with: spelling) { return (class_, spelling.count) }
        return rest.first.map { ([$0], 1) } ?? ([], 1)
    }

    /// Longest first. A silent h after a vowel goes with its vowel.
    private static let spellings: [([UInt8], [UInt8])] = [
        ("wae", "we"), ("tch", "c"), ("eui", "oi"), ("yoo", "yo"), ("you", "yo"), ("yeo", "yo"), ("weo", "wo"), ("yae", "ye"),
        ("eo", "o"), ("eu", "o"), ("oo", "o"), ("ou", "o"), ("oh", "o"), ("uh", "o"), ("ah", "a"), ("ae", "e"), ("ai", "e"),
        ("ay", "e"),
        ("oe", "we"), ("oi", "we"), ("ui", "oi"), ("ee", "i"), ("yi", "i"), ("yu", "yo"), ("wu", "wo"), ("ch", "c"), ("sh", "s"),
        ("kh", "k"), ("gh", "k"), ("th", "t"), ("ph", "p"),
        ("g", "k"), ("d", "t"), ("b", "p"), ("j", "c"), ("r", "l"), ("u", "o"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }
}
