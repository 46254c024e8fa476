import Kernel

/// All accepted spellings of a phrase, traversed without listing them.
struct SpellingPaths {
    private let written: [HangulSyllable]
    /// The readings by letters, word by word, and in one breath; neighboring syllables share one of
    /// the three.
    private let readings: [[HangulSyllable]]

    init(_ words: [[HangulSyllable]]) {
        let plain = SoundChanges(tensing: false)
        written = words.flatMap { $0 }
        let listed = words.flatMap { word in
            let text = String(String.UnicodeScalarView(word.map(\.scalar)))
            let respelled = ListedSounds.respelling(text, tensing: false).unicodeScalars.compactMap(HangulSyllable.init)
            return plain.applied(to: respelled.count == word.count ? respelled : word)
        }
        readings = [written, listed, plain.applied(to: words)]
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
                ends(of: RomanizationSpellings.leads(written[index].lead), from: before[index], in: latin))
            for usage in RomanizationSpellings.usages where usage.matches(written, at: index) {
                before[index + usage.syllables.count].formUnion(
                    ends(of: [usage.spelling], from: before[index], in: latin))
            }
            let vowel = ends(of: vowelSpellings(index), from: after[index], in: latin)
            after[index + 1].formUnion(ends(of: boundarySpellings(index), from: vowel, in: latin))
            if RomanizationSpellings.usages.contains(where: { $0.matches(written, at: index + 1) }) {
                let tails = RomanizationSpellings.tails(written[index].tail, before: nil)
                before[index + 1].formUnion(ends(of: tails, from: vowel, in: latin))
            }
        }
        return before[written.count].union(after[written.count]).contains(latin.count)
    }

    private func vowelSpellings(_ index: Int) -> [String] {
        let glides = index > 0 && [.i, .wi, .ui].contains(written[index - 1].vowel) && written[index].lead == .none
        return Set(readings.map { $0[index].vowel }).flatMap { RomanizationSpellings.vowels($0, glides: glides) }
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

    private func ends(of spellings: [String], from starts: Set<Int>, in latin: [UInt8]) -> Set<Int> {
        var result: Set<Int> = []
        for start in starts where start <= latin.count {
            for spelling in spellings where latin[start...].starts(with: spelling.utf8) {
                result.insert(start + spelling.utf8.count)
            }
        }
        return result
    }
}
