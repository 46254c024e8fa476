/// The kind of practice of a run. Unknown kinds, for example of a newer app version, are preserved
/// and counted.
package struct PracticeKind: RawRepresentable, Hashable, Codable, Sendable {
    /// The name in records and in `--json`.
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}
