import Kernel

/// A kind of paper that a feature declares.
public struct PaperKind: Hashable, Sendable {
    /// Whose leaving takes papers of the kind away.
    public enum Tie: String, CaseIterable, Codable, Sendable {
        /// Who wrote them.
        case author
        /// Whom they are about; they take them along.
        case about
    }

    /// Its name, in small letters, digits and dashes: `feedback`.
    public let name: String
    /// The most bytes of a content.
    public let limit: Int
    /// Which kinds it answers, and how its author must stand to what is answered, in one of these ways. Empty for one that stands for itself.
    ///
    /// An answer is read only by who may read what it answers, and goes with it.
    public let answers: [String: Set<Reach>]
    /// With whose leaving papers go. Whatever is left stays under an anonymous name.
    public let goesWith: Set<Tie>
    /// How many people a label must have before it is counted; nil for a kind that nobody counts.
    public let floor: Int?
    /// Whether there is one of its author for each paper that it answers: an acknowledgement. A second one is the first again.
    public let isOnce: Bool

    /// A kind.
    public init(
        _ name: String, limit: Int = 65_536, answers: [String: Set<Reach>] = [:], goesWith: Set<Tie> = [.author],
        floor: Int? = nil,
        isOnce: Bool = false
    ) {
        (self.name, self.limit, self.answers, self.goesWith) = (name, min(limit, PaperKind.mostBytes), answers, goesWith)
        (self.floor, self.isOnce) = (floor, isOnce)
    }

    /// No kind has larger papers: 1 MiB.
    public static let mostBytes = 1 << 20
}
