/// What memory is kept of: a card, a movement of a pattern, seven times eight.
public struct Target: Hashable, Codable, Sendable {
    /// What it is practised as.
    public let kind: PracticeKind
    /// What it is a part of: a term, a pattern, a row of the table.
    public let subject: String
    /// The part of that: a direction, a movement's number.
    public let part: String

    /// A target. A kind and a part may hold no colon, a subject may.
    public init(_ kind: PracticeKind, _ subject: String, _ part: String) {
        (self.kind, self.subject, self.part) = (kind, subject, part)
    }

    /// `patterns:chon-ji:5`; made from what it is, so that two devices give one thing one name.
    public var name: String { "\(kind.rawValue):\(subject):\(part)" }
}
