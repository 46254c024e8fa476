import Kernel

/// A record collection that is encrypted while the diary is locked.
package struct SealedKind: Sendable {
    package let name: String
    /// The indexes whose keys stay readable, so that the engine queries them without decryption.
    let readableIndexes: Set<String>
    /// Whether each record is encrypted by itself. It suits records that are written often and
    /// rarely read.
    let isEncryptedAlone: Bool

    /// - Parameters:
    ///   - readableIndexes: The indexes with readable keys. Record IDs are always readable.
    ///   - isEncryptedAlone: Whether each record is encrypted by itself.
    package init(_ name: String, readableIndexes: Set<String> = [], isEncryptedAlone: Bool = false) {
        self.name = name
        self.readableIndexes = readableIndexes
        self.isEncryptedAlone = isEncryptedAlone
    }

    /// The records of the undo history.
    package static let undo: [SealedKind] = [
        SealedKind(UndoStep.collection.name, readableIndexes: ["number"], isEncryptedAlone: true),
        SealedKind(UndoStep.parts.name, isEncryptedAlone: true),
    ]

    /// Returns index entries without the keys that are encrypted.
    func maskingEncryptedKeys(_ entries: [IndexEntry]) -> [IndexEntry] {
        // The engine enforces unique keys, so they stay readable.
        entries.map {
            $0.unique || readableIndexes.contains($0.name) ? $0 : IndexEntry(name: $0.name, unique: $0.unique, key: nil)
        }
    }
}

extension SealedKind {
    /// Returns whether the engine can answer a scan: by identifiers, or by readable keys.
    func answers(_ scan: IndexScan) -> Bool { scan.index.map(readableIndexes.contains) ?? true }
}
