import Kernel

/// A word that a learner added, stored in the learner's own partition in addition to the packs.
package struct OwnWord: Storable, Hashable {
    /// The prefix of own identifiers, which no pack may use.
    package static let prefix = "own/"

    /// The identifier of its term, which never changes because progress is stored under it.
    package let id: Identifier<OwnWord>
    /// The English, up to 200 characters.
    package var english: String
    /// The hangul; may be empty if there is a romanization.
    package var hangul: String
    /// The romanization of the learner's books; may be empty if there is hangul.
    package var romanization: String
    package var grade: Grade
    /// The category, one of `Category.known`.
    package var category: Category
    /// A sentence or two; may be empty.
    package var note: String

    init(id: String, _ draft: WordDraft, grade: Grade, category: Category) {
        self.id = Identifier(id)
        english = draft.english
        hangul = draft.hangul
        romanization = draft.romanization
        note = draft.note
        self.grade = grade
        self.category = category
    }

    /// The word as a term for teaching features.
    package var term: Term {
        var term = Term(
            id: id.rawValue, grade: grade, category: category, english: english, hangul: hangul,
            romanization: romanization)
        term.note = note
        return term
    }

    /// The word as a draft that can be changed.
    package var draft: WordDraft {
        WordDraft(
            id: id.rawValue, english: english, hangul: hangul, romanization: romanization, grade: grade,
            category: category, note: note)
    }

    static let byID = Index<OwnWord, IndexKey>.ordered("id") { IndexKey($0.id.rawValue) }
    package static let collection = RecordCollection<OwnWord>("content.words", indexes: [byID])
}

extension OwnWord {
    private enum CodingKeys: String, CodingKey { case id, english, hangul, romanization, grade, category, note }

    /// Reads a word, with empty values for missing newer fields.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Identifier<OwnWord>.self, forKey: .id)
        english = try values.decode(String.self, forKey: .english)
        hangul = try values.decodeIfPresent(String.self, forKey: .hangul) ?? ""
        romanization = try values.decodeIfPresent(String.self, forKey: .romanization) ?? ""
        grade = try values.decode(Grade.self, forKey: .grade)
        category = Category(rawValue: try values.decode(String.self, forKey: .category))
        note = try values.decodeIfPresent(String.self, forKey: .note) ?? ""
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(english, forKey: .english)
        try values.encode(hangul, forKey: .hangul)
        try values.encode(romanization, forKey: .romanization)
        try values.encode(grade, forKey: .grade)
        try values.encode(category.rawValue, forKey: .category)
        try values.encode(note, forKey: .note)
    }

    /// The record in archive form, for bulk imports.
    var archived: ArchivedRecord {
        ArchivedRecord(
            collection: OwnWord.collection.name, id: id.rawValue, version: OwnWord.collection.version,
            payload: .object([
                "id": .string(id.rawValue), "english": .string(english), "hangul": .string(hangul),
                "romanization": .string(romanization), "grade": .string(grade.id),
                "category": .string(category.rawValue), "note": .string(note),
            ]))
    }
}

/// A learner's own wording of a term's meaning in addition to the pack's, such as the sentence that
/// an examiner expects.
package struct OwnWording: Storable, Hashable {
    package let term: String
    package let text: String

    package init(_ term: String, _ text: String) {
        self.term = term
        self.text = text
    }

    /// An identifier derived from the term, so that each term has at most one wording.
    package var id: Identifier<OwnWording> { Identifier(term) }

    static let byTerm = Index<OwnWording, IndexKey>.ordered("term") { IndexKey($0.term) }
    package static let collection = RecordCollection<OwnWording>("content.wordings", indexes: [byTerm])
}

/// A named set of words that a learner collected.
package struct WordSet: Storable, Hashable {
    /// The maximum number of words in a set.
    package static let maximumCount = 10_000
    static let rule = InputTextRule(upTo: 60, .joined)

    package let name: String
    /// The identifiers of its terms in the order of their addition; some terms may be deleted
    /// since.
    package var terms: [String]

    package init(_ name: String, _ terms: [String] = []) {
        self.name = name
        self.terms = terms
    }

    /// An identifier derived from the name without regard to case and spaces, so that names are
    /// unique.
    package var id: Identifier<WordSet> { WordSet.id(of: name) }

    static func id(of name: String) -> Identifier<WordSet> { Identifier(Folding.compact(name)) }

    static let byName = Index<WordSet, IndexKey>.ordered("name") { IndexKey(Folding.folded($0.name)) }
    package static let collection = RecordCollection<WordSet>("content.sets", indexes: [byName])
}
