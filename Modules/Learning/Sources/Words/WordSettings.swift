import Kernel
import Practice

/// A learner's settings for a difficult word: a note, and the directions that are set aside.
package struct WordSettings: Storable, Hashable {
    package static let rule = InputTextRule(upTo: 300, .joined)

    package let term: String
    /// The note, such as a mnemonic.
    package var note: String?
    /// The directions that are not asked until the learner brings them back.
    package var setAside: Set<Direction>

    package init(_ term: String) {
        self.term = term
        note = nil
        setAside = []
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        term = try values.decode(String.self, forKey: .term)
        note = try values.decodeIfPresent(String.self, forKey: .note)
        setAside = Set(try values.decodeIfPresent([Direction].self, forKey: .setAside) ?? [])
    }

    /// Encodes the directions in order, so that equal settings have equal encodings.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(term, forKey: .term)
        try values.encodeIfPresent(note, forKey: .note)
        try values.encode(Direction.allCases.filter(setAside.contains), forKey: .setAside)
    }

    private enum CodingKeys: String, CodingKey { case term, note, setAside }

    /// The identifier, derived from the term so that there is one record a word.
    package var id: Identifier<WordSettings> { Identifier(term) }
    var isEmpty: Bool { note == nil && setAside.isEmpty }

    static let byTerm = Index<WordSettings, IndexKey>.ordered("term") { IndexKey($0.term) }
    package static let collection = RecordCollection<WordSettings>("learning.words", indexes: [byTerm])
}
