import Kernel

/// What of a person's records leaves together or stays together: `tasks`, `diary`. An app has those that its features name.
public struct Scope: Sendable {
    /// What is typed.
    public let name: String
    /// What people read: "Tasks".
    public let title: String
    /// The kinds of record in it.
    public let kinds: [any StoredCollection]
    /// Whether a person would miss what gave way to another device's version.
    public let holdsWords: Bool

    /// A scope with everything in it.
    public init(_ name: String, _ title: String, kinds: [any StoredCollection], holdsWords: Bool = true) {
        (self.name, self.title, self.kinds, self.holdsWords) = (name, title, kinds, holdsWords)
    }
}
