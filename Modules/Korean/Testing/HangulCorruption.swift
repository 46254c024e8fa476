import Kernel
import Korean

/// Random typing errors in hangul that measure the detection rate of a romanization check for any
/// list of words.
package enum HangulCorruption {
    /// Returns the shares of rejected mutants: with a whole syllable replaced from other phrases,
    /// and with one letter of a syllable changed.
    package static func detectionRate(of pairs: [(hangul: String, romanization: String)], seed: UInt64) -> (
        syllable: Double, letter: Double
    ) {
        var random = RandomSource(seed: seed)
        let pool = Array(Set(pairs.flatMap { $0.hangul.unicodeScalars.compactMap(HangulSyllable.init) })).sorted {
            $0.scalar < $1.scalar
        }
        var rejected = (syllable: 0, letter: 0)
        let rounds = 2000
        for _ in 0..<rounds {
            guard let pair = pairs.randomElement(using: &random) else { continue }
            for replacesSyllable in [true, false] {
                let mutant = mutant(of: pair.hangul, pool: replacesSyllable ? pool : nil, &random)
                guard !RomanizationCheck.agrees(hangul: mutant, romanization: pair.romanization) else { continue }
                if replacesSyllable { rejected.syllable += 1 } else { rejected.letter += 1 }
            }
        }
        return (Double(rejected.syllable) / Double(rounds), Double(rejected.letter) / Double(rounds))
    }

    /// Returns the phrase with one syllable from `pool`, or with one letter changed if it is nil.
    private static func mutant(of hangul: String, pool: [HangulSyllable]?, _ random: inout RandomSource) -> String {
        var scalars = Array(hangul.unicodeScalars)
        let syllableIndices = scalars.indices.filter { HangulSyllable(scalars[$0]) != nil }
        guard let index = syllableIndices.randomElement(using: &random), var syllable = HangulSyllable(scalars[index])
        else {
            return hangul
        }
        let original = syllable
        while syllable == original {
            if let pool {
                syllable = pool.randomElement(using: &random) ?? syllable
            } else {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: syllable.lead = Lead.allCases.randomElement(using: &random) ?? .none
                case 1: syllable.vowel = Vowel.allCases.randomElement(using: &random) ?? .a
                default: syllable.tail = Tail.allCases.randomElement(using: &random) ?? .none
                }
            }
        }
        scalars[index] = syllable.scalar
        return String(String.UnicodeScalarView(scalars))
    }
}
