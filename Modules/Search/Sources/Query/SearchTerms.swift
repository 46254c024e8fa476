import Kernel
import Korean

/// What a text is found by: its words as terms, each with its place. Texts and queries are taken apart here and nowhere else.
///
/// A term is a word without case, accents and width, hangul in the letters that it is typed with, so that a half-typed syllable begins it. Text
/// is parted where hangul meets other letters; ideographs and kana, which are written without spaces, stand alone. Beside each word of hangul
/// stand its beginning consonants, as a term that no text can hold.
public enum SearchTerms {
    /// Raised when the same text gives other terms: what was computed before is then of no use.
    public static let version = 1
    /// So many letters of a word count.
    public static let longest = 64

    /// A word as it was found in a text.
    package struct Word {
        package let text: String
        package let isHangul: Bool
    }

    /// Gives each term of the passages with its place. Words that follow each other have places that follow each other; between two passages
    /// one place is left free.
    ///
    /// - Returns: how many words there are.
    @discardableResult
    public static func visit(_ passages: [String], _ take: (_ term: String, _ place: Int) -> Void) -> Int {
        var (place, count) = (0, 0)
        for passage in passages {
            forEachWord(of: passage) { word in
                take(term(word), place)
                if word.isHangul { take(initials(word.text), place) }
                place += 1
                count += 1
            }
            place += 1
        }
        return count
    }

    /// The words of a text, in order.
    package static func words(_ text: String) -> [Word] {
        var words: [Word] = []
        forEachWord(of: text) { words.append($0) }
        return words
    }

    /// The term of a word.
    package static func term(_ word: Word) -> String {
        guard word.isHangul else { return word.text }
        return String(String.UnicodeScalarView(Hangul.letters(of: word.text).prefix(longest).compactMap(Unicode.Scalar.init)))
    }

    /// The term under which a word is found by its beginning consonants.
    package static func initials(_ word: String) -> String {
        let letters = Hangul.partingClusters(Hangul.initials(of: word)).unicodeScalars.prefix(longest)
        return initialsMark + String(String.UnicodeScalarView(letters))
    }

    /// No text has a term with a control character.
    private static let initialsMark = "\u{1}"

    private static func forEachWord(of text: String, _ take: (Word) -> Void) {
        var text = text
        let isPlain = text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
            forEachPlainWord(of: bytes, take)
            return true
        }
        guard !isPlain else { return }
        for word in Folding.folded(text).unicodeScalars.split(separator: " ") { part(word, take) }
    }

    /// The same as folding and splitting, for text that needs no tables.
    private static func forEachPlainWord(of bytes: UnsafeBufferPointer<UInt8>, _ take: (Word) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { word in
            var length = 0
            var isInWord = false
            for byte in bytes {
                let folded: UInt8
                switch byte {
                case 0x61...0x7A, 0x30...0x39: folded = byte
                case 0x41...0x5A: folded = byte + 32
                case 0x27: continue
                default:
                    if isInWord { take(Word(text: String(decoding: word[..<length], as: UTF8.self), isHangul: false)) }
                    (length, isInWord) = (0, false)
                    continue
                }
                isInWord = true
                guard length < longest else { continue }
                word[length] = folded
                length += 1
            }
            if isInWord { take(Word(text: String(decoding: word[..<length], as: UTF8.self), isHangul: false)) }
        }
    }

    private enum Script {
        case hangul, ideograph, other

        init(_ scalar: Unicode.Scalar) {
            if scalar.value < 0x3040 {
                self = .other
            } else if scalar.isHangul {
                self = .hangul
            } else {
                self = scalar.value < 0x3100 || scalar.properties.isIdeographic ? .ideograph : .other
            }
        }
    }

    private static func part(_ word: Substring.UnicodeScalarView, _ take: (Word) -> Void) {
        var rest = word
        while let first = rest.first {
            let script = Script(first)
            let run = script == .ideograph ? rest.prefix(1) : rest.prefix { Script($0) == script }
            take(Word(text: String(String.UnicodeScalarView(run.prefix(longest))), isHangul: script == .hangul))
            rest = rest.dropFirst(run.count)
        }
    }
}
