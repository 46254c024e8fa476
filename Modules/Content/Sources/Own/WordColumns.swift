import Kernel
import Korean

/// The meaning of a sheet column or a flashcard field.
package enum WordColumn: String, CaseIterable, Sendable {
    case id, english, hangul, romanization, belt, category, note, wording, tags
    /// A column of any content: hangul, the English, a romanization, otherwise a note.
    case any
    case none

    /// The columns that a person may name.
    package static var named: [WordColumn] { allCases.filter { $0 != .any } }

    /// Reads a column heading without regard to case; nil if it is unknown.
    init?(heading: String) {
        if let column = WordColumn.named(Folding.compact(heading)) {
            self = column
            return
        }
        // In a heading of several words, such as “Korean (Hangul)” or “Romanized Korean”, each word
        // must be known and all must name one column.
        let allWords = Folding.words(heading)
        let words = allWords.filter { !WordColumn.fillers.contains($0) }
        let columns = words.map { WordColumn.meaning.contains($0) ? .english : WordColumn.named($0) }
        let knownColumns = Set(columns.compactMap(\.self)).subtracting([.any])
        guard !words.isEmpty, (2...4).contains(allWords.count), !columns.contains(nil),
            let firstColumn = knownColumns.first,
            knownColumns.count == 1 || knownColumns == [.romanization, .hangul]
        else { return nil }
        self = knownColumns.count == 1 ? firstColumn : .romanization
    }

    /// Returns the column of a heading word.
    private static func named(_ word: String) -> WordColumn? { headings.first { $0.value.contains(word) }?.key }

    /// Words that a heading may contain without changing its meaning.
    private static let fillers: Set<String> = [
        "word", "words", "name", "spelling", "script", "in", "of", "the", "own", "my",
    ]

    /// The known headings of each column, folded.
    private static let headings: [WordColumn: Set<String>] = [
        .id: ["id", "identifier", "guid"], .english: ["english", "en", "translation", "englisch"],
        .hangul: ["hangul", "hangeul", "korean", "ko", "koreanisch", "coreano", "coreen", "한글", "한국어", "단어", "word"],
        .romanization: ["romanization", "romanisation", "romanized", "romanised", "itf", "reading", "pronunciation"],
        .belt: ["belt", "grade", "gup", "kup", "keup"], .category: ["category", "topic"],
        .note: ["note", "notes", "extra", "remark", "remarks", "comment", "example", "sentence"],
        .wording: ["wording", "ownwording"], .tags: ["tags", "tag"],
        .any: ["front", "back", "question", "answer", "expression", "text", "term", "vocabulary", "vocab", "phrase"],
    ]
    /// Headings for the English, or for the own wording if another column holds the English.
    static let meaning: Set<String> = [
        "meaning", "definition", "german", "deutsch", "french", "francais", "spanish", "espanol", "영어", "뜻", "의미",
    ]
}

/// A mapping from the fields of a row to a word.
package struct WordColumns: Sendable {
    let columns: [WordColumn]
    package let unrecognizedColumns: [String]
    private let belts: BeltOrder

    package init(_ columns: [WordColumn], belts: BeltOrder) {
        self.columns = columns
        unrecognizedColumns = []
        self.belts = belts
    }

    /// Reads columns from a sheet's heading row; nil unless most headings are known and one names
    /// the English or the Korean.
    init?(heading fields: [String], belts: BeltOrder) {
        let fieldColumns = WordColumns.columns(fields)
        let knownColumns = fieldColumns.compactMap(\.self)
        guard !knownColumns.isEmpty, knownColumns.count * 2 > fields.count,
            Set(knownColumns).count == knownColumns.count || knownColumns.contains(.any),
            knownColumns.contains(where: { [.english, .hangul, .romanization, .any].contains($0) })
        else { return nil }
        columns = fieldColumns.map { $0 ?? .none }
        unrecognizedColumns = zip(fields, fieldColumns).compactMap { $1 == nil && !$0.isEmpty ? $0 : nil }
        self.belts = belts
    }

    /// Creates columns from the names of flashcard fields, with detection from content for unknown
    /// names.
    init(fields: [String], belts: BeltOrder) {
        columns = zip(fields, WordColumns.columns(fields)).map { name, column in name.isEmpty ? .none : column ?? .any }
        unrecognizedColumns = []
        self.belts = belts
    }

    /// Returns the column of each heading, or nil for an unknown one.
    private static func columns(_ fields: [String]) -> [WordColumn?] {
        let directColumns = fields.map(WordColumn.init(heading:))
        return zip(fields, directColumns).map { field, column in
            guard column == nil, WordColumn.meaning.contains(Folding.compact(field)) else { return column }
            return directColumns.contains(.english) ? .wording : .english
        }
    }

    /// Returns the word of a row.
    ///
    /// - Throws: `unknownBelt`, and `badColumns` for an invalid category.
    func draft(_ fields: [String]) throws -> WordDraft {
        var draft = WordDraft()
        var unnamedFields: [String] = []
        for (column, field) in zip(columns, fields) where !field.isEmpty {
            switch column {
            case .id:
                draft.id =
                    field.hasPrefix(AnkiDeck.guidPrefix) ? String(field.dropFirst(AnkiDeck.guidPrefix.count)) : field
            case .english: draft.english = field
            case .hangul: WordColumns.split(field, into: &draft)
            case .romanization: draft.romanization = field
            case .belt: draft.grade = try belts.belt(named: field).grade
            case .category: draft.category = try WordColumns.category(field)
            case .note: draft.note = field
            case .wording: draft.wording = field
            case .tags: WordColumns.read(tags: field, into: &draft)
            case .any: unnamedFields.append(field)
            case .none: break
            }
        }
        if !unnamedFields.isEmpty { WordColumns.assign(unnamedFields, into: &draft) }
        return draft
    }

    /// Assigns fields without a column name by their content.
    private static func assign(_ fields: [String], into draft: inout WordDraft) {
        var otherFields: [String] = []
        for field in fields {
            if draft.hangul.isEmpty, Hangul.isPresent(in: NormalForm.composed(field)) {
                split(field, into: &draft)
            } else if !field.trimmed().isEmpty {
                otherFields.append(field)
            }
        }
        for field in otherFields {
            if draft.english.isEmpty {
                draft.english = field
            } else if draft.romanization.isEmpty, !draft.hangul.isEmpty,
                RomanizationCheck.agrees(hangul: NormalForm.composed(draft.hangul), romanization: field)
            {
                draft.romanization = field
            } else {
                draft.note += (draft.note.isEmpty ? "" : " ") + field
            }
        }
    }

    /// Splits a field that holds hangul and a romanization, in brackets or after it.
    private static func split(_ field: String, into draft: inout WordDraft) {
        let text = NormalForm.composed(field)
        let words = text.split { $0.isWhitespace || "()[]{}".contains($0) }
        let latinWords = words.filter { word in
            !Hangul.isPresent(in: String(word)) && word.contains { $0.isASCII && $0.isLetter }
        }
        guard Hangul.isPresent(in: text), !latinWords.isEmpty else {
            draft.hangul = text
            return
        }
        draft.hangul = words.filter { Hangul.isPresent(in: String($0)) }.joined(separator: " ")
        if draft.romanization.isEmpty { draft.romanization = latinWords.joined(separator: " ") }
    }

    /// Reads grades and categories from the tags of a flashcard, as `10k` or `grade::10k`; other
    /// tags are ignored.
    private static func read(tags: String, into draft: inout WordDraft) {
        for tag in tags.split(whereSeparator: \.isWhitespace) {
            let value = String(tag.split(separator: ":").last ?? "")
            if let grade = Grade(id: value.lowercased()) {
                draft.grade = draft.grade ?? grade
            } else if let category = try? category(value) {
                draft.category = draft.category ?? category
            }
        }
    }

    /// Returns the category of a word in the singular or plural.
    private static func category(_ text: String) throws -> Category {
        let word = Folding.compact(text)
        if let category = Category.known.first(where: { $0.rawValue == word || $0.rawValue == word + "s" }) {
            return category
        }
        throw Failure(
            .badColumns, "“\(Folding.printable(text))” is not a category.",
            advice: "Use one of \(Category.known.map(\.rawValue).joined(separator: ", ")).", kind: .badData)
    }
}
