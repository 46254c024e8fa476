import Kernel
import Korean

/// A word as a user wrote it, before validation, or the changes to an existing word.
package struct WordDraft: Hashable, Sendable {
    /// The identifier from an export; nil for a new word.
    package var id: String?
    package var english: String
    package var hangul: String
    package var romanization: String
    /// The grade at which it is learned; nil for the learner's own.
    package var grade: Grade?
    /// The category; nil for the default.
    package var category: Category?
    package var note: String
    /// The learner's own wording of the meaning, in addition to the English.
    package var wording: String

    package static let defaultCategory = Category(rawValue: "basics")

    package init(
        id: String? = nil, english: String = "", hangul: String = "", romanization: String = "", grade: Grade? = nil,
        category: Category? = nil, note: String = "", wording: String = ""
    ) {
        self.id = id
        self.english = english
        self.hangul = hangul
        self.romanization = romanization
        self.grade = grade
        self.category = category
        self.note = note
        self.wording = wording
    }

    /// Returns the validated draft in stored form: every text composed, half-width and on one line.
    ///
    /// - Throws: `wordIncomplete`, `wrongScript`, `textTooLong`, `controlCharacters`, `emptyText`.
    package func validated() throws -> WordDraft {
        var validatedDraft = self
        validatedDraft.english = try WordDraft.name.validated(english.halfWidth, "The English")
        validatedDraft.hangul =
            try WordDraft.name.validatedIfPresent(hangul.halfWidth) {
                WordDraft.fault($0, "The hangul", WordDraft.name)
            }
            ?? ""
        validatedDraft.romanization =
            try WordDraft.name.validatedIfPresent(romanization.halfWidth) {
                WordDraft.fault($0, "The romanisation", WordDraft.name)
            } ?? ""
        validatedDraft.note =
            try WordDraft.sentence.validatedIfPresent(note) { WordDraft.fault($0, "The note", WordDraft.sentence) }
            ?? ""
        validatedDraft.wording = try WordDraft.wording(wording) ?? ""
        try validatedDraft.checkScripts()
        return validatedDraft
    }

    /// Returns an own wording in stored form; nil if it is empty.
    static func wording(_ text: String) throws -> String? {
        try name.validatedIfPresent(text.halfWidth) { fault($0, "The wording", name) }
    }

    /// Checks that both languages are present and in their script.
    private func checkScripts() throws {
        guard !Folding.compact(english).isEmpty else {
            throw Failure(
                .wordIncomplete, "“\(Folding.printable(english))” has neither a letter nor a figure.",
                advice: "Write the English of the word.", kind: .badData)
        }
        guard !hangul.isEmpty || !romanization.isEmpty else {
            throw Failure(
                .wordIncomplete, "“\(Folding.printable(english))” has no Korean.",
                advice: "Give its hangul, its romanisation, or both.", kind: .badData)
        }
        if !hangul.isEmpty, !Hangul.isPresent(in: hangul) {
            throw Failure(
                .wrongScript, "“\(Folding.printable(hangul))” is not hangul.",
                advice: "Use Korean letters there; the romanisation has its own field.", kind: .badData)
        }
        if !romanization.isEmpty, Hangul.isPresent(in: romanization) || Folding.compact(romanization).isEmpty {
            throw Failure(
                .wrongScript, "“\(Folding.printable(romanization))” is not a romanisation.",
                advice: "Use Latin letters there; the hangul has its own field.", kind: .badData)
        }
    }

    /// The base of the identifier: the English and the Korean pronunciation, so that concurrent
    /// imports of a word produce one word.
    var preferredID: String {
        let pronunciation = hangul.isEmpty ? romanization : Pronunciation.romanized(hangul) ?? romanization
        let words = (Folding.words(english) + Folding.words(pronunciation)).map(WordDraft.plainLetters).filter {
            !$0.isEmpty
        }
        let slug = words.joined(separator: "-")
        let identity = Folding.folded(english) + "\t" + Folding.folded(hangul) + "\t" + Folding.folded(romanization)
        let isDistinctive =
            !words.isEmpty && slug.utf8.count <= WordDraft.longestID
            && Folding.words(english).allSatisfy { WordDraft.plainLetters($0) == $0 }
        guard !isDistinctive else { return OwnWord.prefix + slug }
        let checksum = String(CRC32C.checksum(identity.utf8), radix: 16)
        let shortSlug = String(slug.prefix(WordDraft.longestID))
        return OwnWord.prefix + [shortSlug, checksum].filter { !$0.isEmpty }.joined(separator: "-")
    }

    /// Returns whether an imported text may be the identifier of an own word.
    static func isID(_ text: String) -> Bool {
        text.hasPrefix(OwnWord.prefix) && (OwnWord.prefix.utf8.count + 1...longestID * 2).contains(text.utf8.count)
            && plainLetters(text.replacing("-", with: "").replacing("/", with: "")).utf8.count > 3
            && text.dropFirst(OwnWord.prefix.count).allSatisfy { $0 == "-" || plainLetters(String($0)) == String($0) }
    }

    /// The maximum length of the readable part of an identifier, in bytes.
    private static let longestID = 60
    private static let name = InputTextRule(upTo: EntryReader.nameLimit, .joined)
    private static let sentence = InputTextRule(upTo: EntryReader.noteLimit, .joined)

    /// Returns the letters a–z and digits of a word.
    private static func plainLetters(_ word: String) -> String {
        String(
            String.UnicodeScalarView(
                word.unicodeScalars.filter { ("a"..."z").contains($0) || ("0"..."9").contains($0) }))
    }

    /// Returns the failure of a field that breaks its text rule.
    private static func fault(_ fault: InputTextRule.Fault, _ fieldName: String, _ rule: InputTextRule) -> Failure {
        switch fault {
        case .empty: Failure(.emptyText, "\(fieldName) is empty.", advice: "Write something.", kind: .badData)
        case .tooLong:
            Failure(
                .textTooLong, "\(fieldName) is longer than \(rule.limit) characters.", advice: "Make it shorter.",
                kind: .badData)
        case .invisibleCharacters:
            Failure(
                .controlCharacters,
                "\(fieldName) contains control characters, or marks that reverse the writing direction.",
                advice: "Remove them.", kind: .badData)
        }
    }
}

extension String {
    /// The text with full-width letters and digits, as from Korean keyboards, at their usual width.
    fileprivate var halfWidth: String {
        guard unicodeScalars.contains(where: { (0xFF01...0xFF5E).contains($0.value) }) else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
                }))
    }
}
