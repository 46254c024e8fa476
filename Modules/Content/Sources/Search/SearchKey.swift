import Kernel
import Korean

/// A name of a document, folded once for searching and judging.
struct SearchKey {
    /// The language or script of a name. `variant` is other accepted hangul.
    enum Script {
        case english, hangul, romanization, variant
        var isKorean: Bool { self == .hangul || self == .variant }
    }

    let text: String
    let script: Script
    /// The folded words.
    let words: [String]
    /// The folded name without spaces.
    let compact: String
    /// The units in which typing errors are counted: jamo of hangul, letters of Latin.
    let letters: [UInt32]
    /// The letters of each word.
    let wordLetters: [[UInt32]]
    /// The initial consonants of hangul, or the key of a romanization; empty for English.
    let key: String
    /// The normal form of an English name's meaning; empty for Korean.
    var form: String { script == .english ? EnglishForm.normalized(words) : "" }

    init(_ text: String, _ script: Script) {
        self.text = text
        self.script = script
        let folded = Folding.folded(text)
        words = folded.split(separator: " ").map(String.init)
        compact = words.joined()
        wordLetters = words.map(Hangul.letters)
        letters = wordLetters.flatMap { $0 }
        key =
            script == .english
            ? "" : script == .romanization ? RomanizationKey.key(folded) : Hangul.initials(of: compact)
    }

    /// Returns whether one typing error is tolerated, which excludes short words because one letter
    /// makes another word.
    static func allowsTypo(_ letters: [UInt32]) -> Bool { letters.count >= 4 }
}

extension Searchable {
    var searchKeys: [SearchKey] { searchKeys { _, _ in true } }

    /// Returns the keys of the names that satisfy a condition.
    func searchKeys(where isWanted: (String, SearchKey.Script) -> Bool) -> [SearchKey] {
        let scripts: [(SearchKey.Script, [String])] = [
            (.english, english), (.hangul, hangul), (.romanization, romanizations), (.variant, variants),
        ]
        return scripts.flatMap { script, texts in texts.filter { isWanted($0, script) }.map { SearchKey($0, script) } }
    }
}
