/// The report of an engine to `doctor`.
public struct StoreReport: Sendable {
    /// The severity of a finding.
    public enum Severity: String, Sendable {
        case notice
        case damage
    }

    /// A fact that a person should know.
    public struct Finding: Sendable {
        public let severity: Severity
        /// The problem with its file and offset.
        public let message: String

        public init(_ severity: Severity, _ message: String) {
            self.severity = severity
            self.message = message
        }
    }

    public let location: String
    public let records: Int
    /// Bytes on disk, 0 in memory.
    public let bytes: Int
    public let sequence: Int
    public let findings: [Finding]

    /// Creates a report. `records` counts live ones, and `sequence` numbers the last transaction.
    public init(location: String, records: Int, bytes: Int, sequence: Int, findings: [Finding]) {
        self.location = location
        self.records = records
        self.bytes = bytes
        self.sequence = sequence
        self.findings = findings
    }
}
