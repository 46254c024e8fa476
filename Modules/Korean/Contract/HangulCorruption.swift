import Kernel
import Korean

/// Hangul that was typed wrong, at random: how often a check of romanisations notices, in whatever list of words.
public enum HangulCorruption {
    /// Shares of mutants that are refused: a whole syllable replaced by one of other phrases, and one letter of a syllable changed.
    public static func noticed(of pairs: [(hangul: String, romanization: String)], seed: UInt64) -> (
        syllable: Double, letter: Double
    ) {
        var chance = RandomSource(seed: seed)
        let pool = Array(Set(pairs.flatMap { $0.hangul.unicodeScalars.compactMap(HangulSyllable.init) })).sorted {
            $0.scalar < $1.scalar
        }
        var caught = (syllable: 0, letter: 0)
        let rounds = 2000
        for _ in 0..<rounds {
            guard let pair = pairs.randomElement(using: &chance) else { continue }
            for isWhole in [true, false] {
                let mutant = mutant(of: pair.hangul, pool: isWhole ? pool : nil, &chance)
                guard !RomanizationCheck.agrees(hangul: mutant, romanization: pair.romanization) else { continue }
                if isWhole { caught.syllable += 1 } else { caught.letter += 1 }
            }
        }
        return (Double(caught.syllable) / Double(rounds), Double(caught.letter) / Double(rounds))
    }

    private static func mutant(of hangul: String, pool: [HangulSyllable]?, _ chance: inout RandomSource) -> String {
        var scalars = Array(hangul.unicodeScalars)
        let places = scalars.indices.filter { HangulSyllable(scalars[$0]) != nil }
        guard let place = places.randomElement(using: &chance), var syllable = HangulSyllable(scalars[place]) else {
            return hangul
        }
        let before = syllable
        while syllable == before {
            if let pool {
                syllable = pool.randomElement(using: &chance) ?? syllable
            } else {
                switch Int.random(in: 0..<3, using: &chance) {
                case 0: syllable.lead = Lead.allCases.randomElement(using: &chance) ?? .none
                case 1: syllable.vowel = Vowel.allCases.randomElement(using: &chance) ?? .a
                default: syllable.tail = Tail.allCases.randomElement(using: &chance) ?? .none
                }
            }
        }
        scalars[place] = syllable.scalar
        return String(String.UnicodeScalarView(scalars))
    }
}
