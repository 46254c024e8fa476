import Kernel

/// A kind of record that is locked.
public struct SealedKind: Sendable {
    /// The name of its collection.
    public let name: String
    /// The indexes whose keys stay in sight, so that the engine answers without opening anything.
    let inSight: Set<String>
    /// Whether each record is closed by itself: for what is written often, and seldom read.
    let isAlone: Bool

    /// A kind of record.
    ///
    /// - Parameters:
    ///   - inSight: the indexes whose keys anybody may see; identifiers always are.
    ///   - isAlone: whether each record is closed by itself, and not together with others.
    public init(_ name: String, inSight: Set<String> = [], isAlone: Bool = false) {
        (self.name, self.inSight, self.isAlone) = (name, inSight, isAlone)
    }

    /// What `undo` keeps.
    public static let undo: [SealedKind] = [
        SealedKind(UndoStep.collection.name, inSight: ["number"], isAlone: true),
        SealedKind(UndoStep.parts.name, isAlone: true),
    ]

    /// What is seen of a record's index entries.
    func veiled(_ entries: [IndexEntry]) -> [IndexEntry] {
        // Nobody could see to a unique key that is closed.
        entries.map { $0.unique || inSight.contains($0.name) ? $0 : IndexEntry(name: $0.name, unique: $0.unique, key: nil) }
    }
}

extension SealedKind {
    /// Whether a scan can be answered by the engine: by identifiers, or by keys that are in sight.
    func answers(_ scan: IndexScan) -> Bool { scan.index.map(inSight.contains) ?? true }
}
