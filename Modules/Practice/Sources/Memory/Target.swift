/// A unit of memory, such as a card, a movement of a pattern or seven times eight.
package struct Target: Hashable, Codable, Sendable {
    package let kind: PracticeKind
    /// The subject: a term, a pattern or a row of the multiplication table.
    package let subject: String
    /// The part of the subject: a direction or the number of a movement.
    package let part: String

    package init(_ kind: PracticeKind, _ subject: String, _ part: String) {
        self.kind = kind
        self.subject = subject
        self.part = part
    }

    /// The name, such as `patterns:chon-ji:5`. It is derived from the target, so that two devices
    /// use the same name.
    package var name: String { "\(kind.rawValue):\(subject):\(part)" }
}
