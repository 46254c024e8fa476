import Kernel
import Korean

/// A word as somebody has written it, before it is judged; also what is changed of one.
public struct WordDraft: Hashable, Sendable {
    /// The identifier that came with it, from an export; nil for a new word.
    public var id: String?
    /// The English, in whatever case and width.
    public var english: String
    /// The Korean letters, composed or not.
    public var hangul: String
    /// The romanisation.
    public var romanization: String
    /// The grade at which it is learned; nil for the learner's own.
    public var grade: Grade?
    /// What it is about; nil for the usual.
    public var category: Category?
    /// A sentence or two.
    public var note: String
    /// The learner's own wording of what it means, beside the English.
    public var wording: String

    /// What a word is about where nobody says it.
    public static let usualCategory = Category(rawValue: "basics")

    /// A word from its parts; what is left out is empty.
    public init(
        id: String? = nil, english: String = "", hangul: String = "", romanization: String = "", grade: Grade? = nil,
        category: Category? = nil, note: String = "", wording: String = ""
    ) {
        (self.id, self.english, self.hangul, self.romanization) = (id, english, hangul, romanization)
        (self.grade, self.category, self.note, self.wording) = (grade, category, note, wording)
    }

    /// As it is kept: every text composed, narrow, on one line.
    ///
    /// - Throws: `wordIncomplete`, `wrongScript`, `textTooLong`, `controlCharacters`, `emptyText`.
    public func judged() throws -> WordDraft {
        var kept = self
        kept.english = try WordDraft.name.kept(english.narrow, "The English")
        kept.hangul = try WordDraft.name.keptIfAny(hangul.narrow) { WordDraft.fault($0, "The hangul", WordDraft.name) } ?? ""
        kept.romanization =
            try WordDraft.name.keptIfAny(romanization.narrow) { WordDraft.fault($0, "The romanisation", WordDraft.name) } ?? ""
        kept.note = try WordDraft.sentence.keptIfAny(note) { WordDraft.fault($0, "The note", WordDraft.sentence) } ?? ""
        kept.wording = try WordDraft.wording(wording) ?? ""
        try kept.checkScripts()
        return kept
    }

    /// An own wording as it is kept; nil when nothing is left of it.
    static func wording(_ text: String) throws -> String? {
        try name.keptIfAny(text.narrow) { fault($0, "The wording", name) }
    }

    private func checkScripts() throws {
        guard !Folding.compact(english).isEmpty else {
            throw Failure(
                .wordIncomplete, "“\(Folding.shown(english))” has neither a letter nor a figure.",
                advice: "Write the English of the word.", kind: .badData)
        }
        guard !hangul.isEmpty || !romanization.isEmpty else {
            throw Failure(
                .wordIncomplete, "“\(Folding.shown(english))” has no Korean.",
                advice: "Give its hangul, its romanisation, or both.", kind: .badData)
        }
        if !hangul.isEmpty, !Hangul.isPresent(in: hangul) {
            throw Failure(
                .wrongScript, "“\(Folding.shown(hangul))” is not hangul.",
                advice: "Korean letters belong there; the romanisation has a place of its own.", kind: .badData)
        }
        if !romanization.isEmpty, Hangul.isPresent(in: romanization) || Folding.compact(romanization).isEmpty {
            throw Failure(
                .wrongScript, "“\(Folding.shown(romanization))” is not a romanisation.",
                advice: "It is written in Latin letters; the hangul has a place of its own.", kind: .badData)
        }
    }

    /// What becomes an identifier: the English, and how the Korean sounds, so that two imports of one word at once are one word.
    var wishedID: String {
        let sound = hangul.isEmpty ? romanization : Pronunciation.romanized(hangul) ?? romanization
        let words = (Folding.words(english) + Folding.words(sound)).map(WordDraft.plainLetters).filter { !$0.isEmpty }
        let slug = words.joined(separator: "-")
        let whole = Folding.folded(english) + "\t" + Folding.folded(hangul) + "\t" + Folding.folded(romanization)
        let isTold =
            !words.isEmpty && slug.utf8.count <= WordDraft.longestID
            && Folding.words(english).allSatisfy { WordDraft.plainLetters($0) == $0 }
        guard !isTold else { return OwnWord.prefix + slug }
        let sum = String(CRC32C.checksum(whole.utf8), radix: 16)
        let cut = String(slug.prefix(WordDraft.longestID))
        return OwnWord.prefix + [cut, sum].filter { !$0.isEmpty }.joined(separator: "-")
    }

    /// Whether a text that came in may be the identifier of an own word.
    static func isID(_ text: String) -> Bool {
        text.hasPrefix(OwnWord.prefix) && (OwnWord.prefix.utf8.count + 1...longestID * 2).contains(text.utf8.count)
            && plainLetters(text.replacing("-", with: "").replacing("/", with: "")).utf8.count > 3
            && text.dropFirst(OwnWord.prefix.count).allSatisfy { $0 == "-" || plainLetters(String($0)) == String($0) }
    }

    private static let longestID = 60
    private static let name = TypedText(upTo: EntryReader.nameLimit, .joined)
    private static let sentence = TypedText(upTo: EntryReader.noteLimit, .joined)

    private static func plainLetters(_ word: String) -> String {
        String(String.UnicodeScalarView(word.unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }))
    }

    private static func fault(_ fault: TypedText.Fault, _ what: String, _ rule: TypedText) -> Failure {
        switch fault {
        case .empty: Failure(.emptyText, "\(what) is empty.", advice: "Write something.", kind: .badData)
        case .tooLong:
            Failure(.textTooLong, "\(what) is longer than \(rule.limit) characters.", advice: "Make it shorter.", kind: .badData)
        case .unseen:
            Failure(
                .controlCharacters, "\(what) holds control characters, or marks that reverse the direction of writing.",
                advice: "Remove them.", kind: .badData)
        }
    }
}

extension String {
    /// Full-width letters and figures, as Korean keyboards type them, at their usual width.
    fileprivate var narrow: String {
        guard unicodeScalars.contains(where: { (0xFF01...0xFF5E).contains($0.value) }) else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
                }))
    }
}
