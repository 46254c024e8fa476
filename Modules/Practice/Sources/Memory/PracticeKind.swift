/// What a run practises. An open set: a kind that this program does not know is kept and counted like the rest.
public struct PracticeKind: RawRepresentable, Hashable, Codable, Sendable {
    /// The word in records and in `--json`.
    public let rawValue: String

    /// A kind by its word.
    public init(rawValue: String) { self.rawValue = rawValue }
}
