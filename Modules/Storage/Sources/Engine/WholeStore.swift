import Kernel

extension Store {
    /// Imports exported records over the existing ones at their addresses, all or none, in any
    /// number.
    ///
    /// - Parameters:
    ///   - restart: restarts the records, as in `BulkOperation`.
    ///   - next: returns some records, or nil at the end.
    /// - Throws: the errors of `next`, `foreignRecord`, `unreadableRecord`, `newerRecord`,
    ///   `duplicateKey`.
    public func importEverything(
        collections: [any StoredCollection], restart: (() throws -> () throws -> [ExportedRecord]?)? = nil,
        _ next: @escaping () throws -> [ExportedRecord]?
    ) throws {
        var bulk = BulkOperation()
        (bulk.nextRecords, bulk.restart, bulk.collections) = (next, restart, collections)
        try scoped(to: .common).write(undo: { "Imported \(counted($0, "record"))" }, bulk: bulk) { _ in }
    }

    /// Imports exported records that are in memory.
    public func importEverything(_ records: [ExportedRecord], collections: [any StoredCollection]) throws {
        var hasReturned = false
        try importEverything(collections: collections) {
            defer { hasReturned = true }
            return hasReturned ? nil : records
        }
    }

    /// Erases every partition, including the undo data.
    public func eraseEverything() throws { try engine.replaceInBulk(.whole()) }

    /// Converts all records of older programs to their present form in one rewrite, and keeps the
    /// previous files.
    ///
    /// - Returns: sentences about the work, empty if all records have their present form.
    /// - Throws: `unreadableRecord`, `missingMigration`. In that case nothing is changed.
    public func migrate(_ collections: [any StoredCollection]) throws -> [String] {
        let collectionByName = collectionsByName(collections)
        let isNeeded = try engine.read { below in
            var isOld = false
            try below.forEachAddress(in: nil) { address in
                guard !isOld, let collection = collectionByName[address.collection] else { return }
                isOld = try below.record(at: address).map { $0.payloadVersion < collection.version } ?? false
            }
            return isOld
        }
        return isNeeded ? try engine.rewrite { try collectionByName[$0.address.collection]?.migrated($0) } : []
    }

    /// Reads every live record with its collection.
    ///
    /// - Parameter progress: receives the number of records checked so far.
    /// - Returns: the number of readable records, and the problems of the others.
    public func verify(
        _ collections: [any StoredCollection], progress: (_ done: Int) -> Void = { _ in }
    ) throws -> (readable: Int, findings: [StoreReport.Finding]) {
        let collectionByName = collectionsByName(collections)
        return try engine.read { below in
            var readable = 0
            var findings: [StoreReport.Finding] = []
            try below.forEachAddress(in: nil) { address in
                do {
                    guard let record = try below.record(at: address), record.isLive else { return }
                    _ = try collectionByName[address.collection]?.entries(of: record)
                    readable += 1
                    progress(readable + findings.count)
                } catch {
                    findings.append(.init(.damage, "\(address.collection) “\(address.id)”: \(error)"))
                }
            }
            return (readable, findings)
        }
    }
}
