import Kernel

/// A word that a learner has added: it stands in their own part of the store, and beside the words of the packs.
public struct OwnWord: Storable, Hashable {
    /// What the identifiers of own words begin with, so that no pack ever has one of them.
    public static let prefix = "own/"

    /// The identifier of its term; stable, whatever is changed of it, because progress is stored under it.
    public let id: Identifier<OwnWord>
    /// The English, up to 200 characters.
    public var english: String
    /// The hangul; may be empty where there is a romanisation.
    public var hangul: String
    /// How the learner's books spell it; may be empty where there is hangul.
    public var romanization: String
    /// The grade at which it is learned.
    public var grade: Grade
    /// What it is about, one of `Category.known`.
    public var category: Category
    /// A sentence or two; may be empty.
    public var note: String

    /// A word from what was written of it, which is judged.
    init(id: String, _ draft: WordDraft, grade: Grade, category: Category) {
        self.id = Identifier(id)
        (english, hangul, romanization, note) = (draft.english, draft.hangul, draft.romanization, draft.note)
        (self.grade, self.category) = (grade, category)
    }

    /// The word as everything that teaches sees it.
    public var term: Term {
        var term = Term(
            id: id.rawValue, grade: grade, category: category, english: english, hangul: hangul, romanization: romanization)
        term.note = note
        return term
    }

    /// What was written of it.
    public var draft: WordDraft {
        WordDraft(
            id: id.rawValue, english: english, hangul: hangul, romanization: romanization, grade: grade, category: category,
            note: note)
    }

    static let byID = Index<OwnWord, IndexKey>.ordered("id") { IndexKey($0.id.rawValue) }
    /// Where they are kept.
    public static let collection = RecordCollection<OwnWord>("content.words", indexes: [byID])
}

extension OwnWord {
    private enum CodingKeys: String, CodingKey { case id, english, hangul, romanization, grade, category, note }

    /// Reads a word; what a newer field would say is empty where it is absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(Identifier<OwnWord>.self, forKey: .id)
        english = try values.decode(String.self, forKey: .english)
        hangul = try values.decodeIfPresent(String.self, forKey: .hangul) ?? ""
        romanization = try values.decodeIfPresent(String.self, forKey: .romanization) ?? ""
        grade = try values.decode(Grade.self, forKey: .grade)
        category = Category(rawValue: try values.decode(String.self, forKey: .category))
        note = try values.decodeIfPresent(String.self, forKey: .note) ?? ""
    }

    /// Writes a word.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(english, forKey: .english)
        try values.encode(hangul, forKey: .hangul)
        try values.encode(romanization, forKey: .romanization)
        try values.encode(grade, forKey: .grade)
        try values.encode(category.rawValue, forKey: .category)
        try values.encode(note, forKey: .note)
    }

    /// The same as it stands in an archive, for much that comes at once.
    var archived: ArchivedRecord {
        ArchivedRecord(
            collection: OwnWord.collection.name, id: id.rawValue, version: OwnWord.collection.version,
            payload: .object([
                "id": .string(id.rawValue), "english": .string(english), "hangul": .string(hangul),
                "romanization": .string(romanization), "grade": .string(grade.id), "category": .string(category.rawValue),
                "note": .string(note),
            ]))
    }
}

/// What a term is called in a learner's own words, beside what the pack says: the sentence that their examiner wants.
public struct OwnWording: Storable, Hashable {
    /// The identifier of the term, of a pack or own.
    public let term: String
    /// The wording.
    public let text: String

    /// A wording of a term.
    public init(_ term: String, _ text: String) { (self.term, self.text) = (term, text) }

    /// Made from the term, so that there is one a term.
    public var id: Identifier<OwnWording> { Identifier(term) }

    static let byTerm = Index<OwnWording, IndexKey>.ordered("term") { IndexKey($0.term) }
    /// Where they are kept.
    public static let collection = RecordCollection<OwnWording>("content.wordings", indexes: [byTerm])
}

/// Words that a learner has put together under a name.
public struct WordSet: Storable, Hashable {
    /// How many words one may have.
    public static let most = 10_000
    /// The rule of a name.
    static let rule = TypedText(upTo: 60, .joined)

    /// As it is shown.
    public let name: String
    /// The identifiers of its terms, in the order in which they came in; some may be gone since.
    public var terms: [String]

    /// A set under a name; empty unless terms are given.
    public init(_ name: String, _ terms: [String] = []) { (self.name, self.terms) = (name, terms) }

    /// Made from the name without regard to case and spaces, so that there is one of each name.
    public var id: Identifier<WordSet> { WordSet.id(of: name) }

    static func id(of name: String) -> Identifier<WordSet> { Identifier(Folding.compact(name)) }

    static let byName = Index<WordSet, IndexKey>.ordered("name") { IndexKey(Folding.folded($0.name)) }
    /// Where they are kept.
    public static let collection = RecordCollection<WordSet>("content.sets", indexes: [byName])
}
