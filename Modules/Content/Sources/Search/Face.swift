import Kernel
import Korean

/// One way a document may be called, folded once for searching and judging.
struct Face {
    enum Script {
        case english, hangul, romanization, variant
        var isKorean: Bool { self == .hangul || self == .variant }
    }

    let text: String
    let script: Script
    let words: [String]
    let compact: String
    /// What one-letter slips are counted in: jamo of hangul, letters of Latin.
    let letters: [UInt32]
    /// The same of each word.
    let wordLetters: [[UInt32]]
    /// Beginning consonants of hangul, key of a romanisation; empty for English.
    let key: String
    /// What an English face means, however it is said; empty for Korean.
    var form: String { script == .english ? EnglishForm.of(words) : "" }

    init(_ text: String, _ script: Script) {
        self.text = text
        self.script = script
        let folded = Folding.folded(text)
        words = folded.split(separator: " ").map(String.init)
        compact = words.joined()
        wordLetters = words.map(Hangul.letters)
        letters = wordLetters.flatMap { $0 }
        key = script == .english ? "" : script == .romanization ? RomanizationKey.key(folded) : Hangul.initials(of: compact)
    }

    /// Whether one slip may be forgiven in it: not in short words, where one letter makes another word.
    static func forgivesSlip(_ letters: [UInt32]) -> Bool { letters.count >= 4 }
}

extension Searchable {
    var faces: [Face] { faces { _, _ in true } }

    /// The faces whose text is wanted.
    func faces(where isWanted: (String, Face.Script) -> Bool) -> [Face] {
        let scripts: [(Face.Script, [String])] = [
            (.english, english), (.hangul, hangul), (.romanization, romanizations), (.variant, variants),
        ]
        return scripts.flatMap { script, texts in texts.filter { isWanted($0, script) }.map { Face($0, script) } }
    }
}
