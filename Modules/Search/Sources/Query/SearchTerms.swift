import Kernel
import Korean

/// The terms of a text: its words in searchable form, each with its position. All texts and queries
/// are split here.
///
/// A term is a word without case, accents and width. Hangul is decomposed into its typed letters,
/// so that a half-typed syllable is a prefix of the word. Text is split where Hangul meets other
/// letters. Ideographs and kana, which are written without spaces, are single terms. Each Hangul
/// word also yields a term of its initial consonants, marked with a character that no text term
/// contains.
package enum SearchTerms {
    /// The version of the algorithm, incremented when the same text gives different terms. Stored
    /// terms of other versions are invalid.
    package static let version = 1
    /// The maximum number of letters of a word that are indexed.
    package static let maximumLetters = 64

    /// A word as found in a text.
    package struct Word {
        package let text: String
        package let isHangul: Bool
    }

    /// Passes each term of the passages with its position to a closure.
    ///
    /// Consecutive words have consecutive positions. One position between two passages stays free.
    ///
    /// - Returns: the number of words.
    @discardableResult
    package static func visit(_ passages: [String], _ body: (_ term: String, _ position: Int) -> Void) -> Int {
        var position = 0
        var count = 0
        for passage in passages {
            forEachWord(of: passage) { word in
                body(term(word), position)
                if word.isHangul { body(initials(word.text), position) }
                position += 1
                count += 1
            }
            position += 1
        }
        return count
    }

    /// Returns the words of a text, in order.
    package static func words(_ text: String) -> [Word] {
        var words: [Word] = []
        forEachWord(of: text) { words.append($0) }
        return words
    }

    /// Returns the term of a word, with Hangul decomposed into its typed letters.
    package static func term(_ word: Word) -> String {
        guard word.isHangul else { return word.text }
        return String(
            String.UnicodeScalarView(
                Hangul.letters(of: word.text).prefix(maximumLetters).compactMap(Unicode.Scalar.init)))
    }

    /// Returns the term that finds a word by its initial consonants.
    package static func initials(_ word: String) -> String {
        let letters = Hangul.splittingClusters(Hangul.initials(of: word)).unicodeScalars.prefix(maximumLetters)
        return initialsMark + String(String.UnicodeScalarView(letters))
    }

    /// The marker of initial-consonant terms, because text terms never contain a control character.
    private static let initialsMark = "\u{1}"

    /// Passes each word of a text to a closure, by a faster path for ASCII text.
    private static func forEachWord(of text: String, _ body: (Word) -> Void) {
        var text = text
        let isPlain = text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return false }
            forEachPlainWord(of: bytes, body)
            return true
        }
        guard !isPlain else { return }
        for word in Folding.folded(text).unicodeScalars.split(separator: " ") { splitByScript(word, body) }
    }

    /// Visits the words as folding and splitting would, for text that needs no Unicode tables.
    private static func forEachPlainWord(of bytes: UnsafeBufferPointer<UInt8>, _ body: (Word) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumLetters) { word in
            var length = 0
            var isInWord = false
            for byte in bytes {
                let folded: UInt8
                switch byte {
                case 0x61...0x7A, 0x30...0x39: folded = byte
                case 0x41...0x5A: folded = byte + 32
                case 0x27: continue
                default:
                    if isInWord { body(Word(text: String(decoding: word[..<length], as: UTF8.self), isHangul: false)) }
                    length = 0
                    isInWord = false
                    continue
                }
                isInWord = true
                guard length < maximumLetters else { continue }
                word[length] = folded
                length += 1
            }
            if isInWord { body(Word(text: String(decoding: word[..<length], as: UTF8.self), isHangul: false)) }
        }
    }

    /// The script of a character.
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

    /// Passes the parts of a word to a closure, split where the script changes.
    private static func splitByScript(_ word: Substring.UnicodeScalarView, _ body: (Word) -> Void) {
        var remaining = word
        while let first = remaining.first {
            let script = Script(first)
            let sameScriptRun = script == .ideograph ? remaining.prefix(1) : remaining.prefix { Script($0) == script }
            body(
                Word(
                    text: String(String.UnicodeScalarView(sameScriptRun.prefix(maximumLetters))),
                    isHangul: script == .hangul))
            remaining = remaining.dropFirst(sameScriptRun.count)
        }
    }
}
