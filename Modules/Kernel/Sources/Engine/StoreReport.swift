/// What an engine says of itself to `doctor`.
public struct StoreReport: Sendable {
    /// How bad a finding is.
    public enum Severity: String, Sendable {
        /// Worth knowing.
        case notice
        /// Something is lost or cannot be read.
        case damage
    }

    /// Something that a person should know of.
    public struct Finding: Sendable {
        /// How bad it is.
        public let severity: Severity
        /// What was found, and where: file and offset.
        public let message: String

        /// One sentence or more, for a person.
        public init(_ severity: Severity, _ message: String) { (self.severity, self.message) = (severity, message) }
    }

    /// The kind of engine and where it keeps its data.
    public let location: String
    /// Live records.
    public let records: Int
    /// Bytes on disk; 0 for memory.
    public let bytes: Int
    /// The number of the last transaction.
    public let sequence: Int
    /// What a person should know of.
    public let findings: [Finding]

    /// What `doctor` shows; `records` counts live ones, and `sequence` is the number of the last transaction.
    public init(location: String, records: Int, bytes: Int, sequence: Int, findings: [Finding]) {
        (self.location, self.records, self.bytes, self.sequence, self.findings) = (location, records, bytes, sequence, findings)
    }
}
