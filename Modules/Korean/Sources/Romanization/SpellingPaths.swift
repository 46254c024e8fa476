import Kernel

/// All accepted spellings of a phrase, traversed without listing them.
struct SpellingPaths {
    private let written: [HangulSyllable]
    /// The readings by letters, word by word, and in one breath; neighboring syllables share one of
    /// the three.
    private let readings: [[HangulSyllable]]

    init(_ words: [[HangulSyllable]]) {
        let changes = SoundChanges(tensing: false)
        written = words.flatMap { $0 }
        let wordByWord = words.flatMap { word in
            let text = String(String.UnicodeScalarView(word.map(\.scalar)))
            let respelled = ListedSounds.respelling(text, tensing: false).unicodeScalars.compactMap(HangulSyllable.init)
            return changes.applied(to: respelled.count == word.count ? respelled : word)
        }
        readings = [written, wordByWord, changes.applied(to: words)]
    }

    /// Returns whether some path through the syllables spells exactly these letters.
    func canSpell(_ latin: [UInt8]) -> Bool {
        /// Positions in the letters: before a syllable's initial consonant (only where a usage
        /// starts or ended), and after it.
        var before = [Set<Int>](repeating: [], count: written.count + 1)
        var after = before
        before[0] = [0]
        for index in written.indices {
            after[index].formUnion(
                positions(after: RomanizationSpellings.leads(written[index].lead), from: before[index], in: latin))
            for usage in RomanizationSpellings.usages where usage.matches(written, at: index) {
                before[index + usage.syllables.count].formUnion(
                    positions(after: [usage.spelling], from: before[index], in: latin))
            }
            let afterVowel = positions(after: vowelSpellings(index), from: after[index], in: latin)
            after[index + 1].formUnion(positions(after: boundarySpellings(index), from: afterVowel, in: latin))
            if RomanizationSpellings.usages.contains(where: { $0.matches(written, at: index + 1) }) {
                let tails = RomanizationSpellings.tails(written[index].tail, before: nil)
                before[index + 1].formUnion(positions(after: tails, from: afterVowel, in: latin))
            }
        }
        return before[written.count].union(after[written.count]).contains(latin.count)
    }

    /// Returns the spellings of a syllable's vowel in all readings.
    private func vowelSpellings(_ index: Int) -> [String] {
        let hasGlide = index > 0 && [.i, .wi, .ui].contains(written[index - 1].vowel) && written[index].lead == .none
        return Set(readings.map { $0[index].vowel }).flatMap { RomanizationSpellings.vowels($0, glides: hasGlide) }
    }

    /// Returns the spellings of a final consonant with the next initial consonant, both from the
    /// same reading.
    private func boundarySpellings(_ index: Int) -> [String] {
        var result: Set<String> = []
        for reading in readings {
            let next = reading.indices.contains(index + 1) ? reading[index + 1].lead : nil
            for tail in RomanizationSpellings.tails(reading[index].tail, before: next) {
                for lead in next.map(RomanizationSpellings.leads) ?? [""] { result.insert(tail + lead) }
            }
        }
        return Array(result)
    }

    /// Returns the positions in the letters at which one of the spellings ends.
    private func positions(after spellings: [String], from starts: Set<Int>, in latin: [UInt8]) -> Set<Int> {
        var result: Set<Int> = []
        for start in starts where start <= latin.count {
            for spelling in spellings where latin[start...].starts(with: spelling.utf8) {
                result.insert(start + spelling.utf8.count)
            }
        }
        return result
    }
}
