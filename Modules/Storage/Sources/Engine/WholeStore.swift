import Kernel

extension Store {
    /// Brings exported records in, over whatever stands at their addresses. All or nothing, however many there are.
    ///
    /// - Parameters:
    ///   - again: begins anew with them, as `Bulk` has it.
    ///   - next: gives some of them, nil when there are no more.
    /// - Throws: what `next` throws; `foreignRecord`, `unreadableRecord`, `newerRecord`, `duplicateKey`.
    public func importEverything(
        collections: [any StoredCollection], again: (() throws -> () throws -> [ExportedRecord]?)? = nil,
        _ next: @escaping () throws -> [ExportedRecord]?
    ) throws {
        var bulk = Bulk()
        (bulk.arriving, bulk.again, bulk.collections) = (next, again, collections)
        try scoped(to: .common).write(undo: { "Imported \(counted($0, "record"))" }, bulk: bulk) { _ in }
    }

    /// The same of records that are at hand.
    public func importEverything(_ records: [ExportedRecord], collections: [any StoredCollection]) throws {
        var isGiven = false
        try importEverything(collections: collections) {
            defer { isGiven = true }
            return isGiven ? nil : records
        }
    }

    /// Removes everything in every partition, what could be undone included.
    public func eraseEverything() throws { try engine.renew(.whole()) }

    /// Brings every record that an older program wrote to its present form, in one rewriting of the files; these are kept as they were.
    ///
    /// - Returns: what was done, in sentences; nothing when all records have their present form.
    /// - Throws: `unreadableRecord`, `missingMigration`; nothing is changed then.
    public func migrate(_ collections: [any StoredCollection]) throws -> [String] {
        let known = byName(collections)
        let isNeeded = try engine.read { below in
            var isOld = false
            try below.forEachAddress(in: nil) { address in
                guard !isOld, let collection = known[address.collection] else { return }
                isOld = try below.record(at: address).map { $0.payloadVersion < collection.version } ?? false
            }
            return isOld
        }
        return isNeeded ? try engine.rewrite { try known[$0.address.collection]?.migrated($0) } : []
    }

    /// Reads every live record with the collection that it belongs to.
    ///
    /// - Parameter telling: told how many were looked at.
    /// - Returns: how many could be read, and what is wrong with the others.
    public func verify(
        _ collections: [any StoredCollection], telling: (_ done: Int) -> Void = { _ in }
    ) throws -> (readable: Int, findings: [StoreReport.Finding]) {
        let known = byName(collections)
        return try engine.read { below in
            var readable = 0
            var findings: [StoreReport.Finding] = []
            try below.forEachAddress(in: nil) { address in
                do {
                    guard let record = try below.record(at: address), record.isLive else { return }
                    _ = try known[address.collection]?.entries(of: record)
                    readable += 1
                    telling(readable + findings.count)
                } catch {
                    findings.append(.init(.damage, "\(address.collection) “\(address.id)”: \(error)"))
                }
            }
            return (readable, findings)
        }
    }
}
