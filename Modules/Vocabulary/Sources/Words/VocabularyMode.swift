/// The modes of the builder, in the order in which they are learned.
package enum VocabularyMode: String, Codable, CaseIterable, Sendable {
    case match, build, assemble, complete

    package var title: String {
        switch self {
        case .match: "Word Matching"
        case .build: "Phrase Building"
        case .assemble: "Progressive Assembly"
        case .complete: "Phrase Completion"
        }
    }

    package var summary: String {
        switch self {
        case .match: "Choose what a word means, or which word means that"
        case .build: "Put the words of a phrase in order"
        case .assemble: "Build a phrase that grows from two words up to six"
        case .complete: "Fill in the one to three words that a phrase lacks"
        }
    }
}
