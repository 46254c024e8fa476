import Kernel

/// A kind of post that a feature declares.
package struct PostKind: Hashable, Sendable {
    /// A person whose leaving deletes posts of the kind.
    package enum Tie: String, CaseIterable, Codable, Sendable {
        case author
        /// The subject of the post.
        case about
    }

    /// The name in small letters, digits and dashes, for example `feedback`.
    package let name: String
    /// The maximum size of a content in bytes.
    package let limit: Int
    /// The kinds that it answers, each with the relations of which the author needs one. Empty for
    /// an independent kind.
    ///
    /// Only readers of a post see its answers, which are deleted with it.
    package let answers: [String: Set<Relation>]
    /// The persons whose leaving deletes posts. All other posts stay under an anonymous name.
    package let deletedWith: Set<Tie>
    /// The minimum number of people for a counted label, or nil for a kind that is never counted.
    package let minimumCount: Int?
    /// Whether an author can answer each post once, as with an acknowledgement. A second answer
    /// changes nothing.
    package let isLimitedToOne: Bool

    package init(
        _ name: String, limit: Int = 65_536, answers: [String: Set<Relation>] = [:], deletedWith: Set<Tie> = [.author],
        minimumCount: Int? = nil, isLimitedToOne: Bool = false
    ) {
        self.name = name
        self.limit = min(limit, PostKind.maximumBytes)
        self.answers = answers
        self.deletedWith = deletedWith
        self.minimumCount = minimumCount
        self.isLimitedToOne = isLimitedToOne
    }

    /// The maximum size of a post of any kind: 1 MiB.
    package static let maximumBytes = 1 << 20
}
