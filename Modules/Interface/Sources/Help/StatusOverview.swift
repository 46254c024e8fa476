/// Runs several reads of the same data one after the other, so that they see one state of it.
///
/// A single read may run twice.
public typealias SnapshotReading = @Sendable (_ steps: [() throws -> Void]) throws -> Void
