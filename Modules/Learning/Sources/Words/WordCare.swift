import Kernel
import Practice

/// What a learner does about a word that will not stay: a note of their own, and the directions that they set aside.
public struct WordCare: Storable, Hashable {
    /// The rule of a note.
    public static let rule = TypedText(upTo: 300, .joined)

    /// The term's identifier in the content.
    public let term: String
    /// The note: a picture in the mind, a sentence, whatever helps.
    public var note: String?
    /// The directions that are not asked until they are brought back.
    public var setAside: Set<Direction>

    /// A word without a note, asked in both directions.
    public init(_ term: String) { (self.term, note, setAside) = (term, nil, []) }

    /// Reads what is kept of a word.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        term = try values.decode(String.self, forKey: .term)
        note = try values.decodeIfPresent(String.self, forKey: .note)
        setAside = Set(try values.decodeIfPresent([Direction].self, forKey: .setAside) ?? [])
    }

    /// Writes directions in their order, so that the same is written the same.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(term, forKey: .term)
        try values.encodeIfPresent(note, forKey: .note)
        try values.encode(Direction.allCases.filter(setAside.contains), forKey: .setAside)
    }

    private enum CodingKeys: String, CodingKey { case term, note, setAside }

    /// Made from the term, so that there is one a word.
    public var id: Identifier<WordCare> { Identifier(term) }
    /// Whether there is nothing to keep.
    var isEmpty: Bool { note == nil && setAside.isEmpty }

    static let byTerm = Index<WordCare, IndexKey>.ordered("term") { IndexKey($0.term) }
    /// Where they are kept.
    public static let collection = RecordCollection<WordCare>("learning.words", indexes: [byTerm])
}
