/// One live record anywhere in a store, as it stands in an export of everything.
public struct ExportedRecord: Codable, Hashable, Sendable {
    /// Whose it is.
    public let partition: Partition
    /// As it would stand in an archive of that partition.
    public let record: ArchivedRecord
}

extension Store {
    /// Every live record of every partition, in the order of their addresses.
    public func exportEverything() throws -> [ExportedRecord] {
        try engine.read { session in
            try session.addresses(in: nil).compactMap { address in
                guard let stored = try session.record(at: address), let payload = stored.payload else { return nil }
                let record = ArchivedRecord(
                    collection: address.collection, id: address.id, version: stored.payloadVersion,
                    payload: try JSONValue(payload))
                return ExportedRecord(partition: address.partition, record: record)
            }
        }
    }

    /// Brings exported records in, over whatever stands at their addresses. All or nothing.
    ///
    /// - Throws: `foreignRecord`, `unreadableRecord`, `newerRecord`, `duplicateKey`.
    public func importEverything(_ records: [ExportedRecord], collections: [any StoredCollection]) throws {
        try write(undo: "Imported \(records.count) records") { transaction in
            for (partition, group) in Dictionary(grouping: records, by: \.partition).sorted(by: {
                $0.key.rawValue < $1.key.rawValue
            }) {
                try transaction.scoped(to: partition) { try $0.restore(group.map(\.record), collections: collections) }
            }
        }
    }

    /// Removes everything in every partition, what could be undone included.
    public func eraseEverything() throws {
        try write { transaction in
            let partitions = Set(try transaction.session.addresses(in: nil).map(\.partition))
            for partition in partitions { try transaction.scoped(to: partition) { try $0.erase() } }
        }
    }

    /// Brings every record that an older program wrote to its present form, in one rewriting of the files; these are kept as they were.
    ///
    /// - Returns: what was done, in sentences; nothing when all records have their present form.
    /// - Throws: `unreadableRecord`, `missingMigration`; nothing is changed then.
    public func migrate(_ collections: [any StoredCollection]) throws -> [String] {
        let known = Dictionary(collections.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let isNeeded = try engine.read { session in
            try session.addresses(in: nil).contains { address in
                guard let collection = known[address.collection], let record = try session.record(at: address) else {
                    return false
                }
                return record.payloadVersion < collection.version
            }
        }
        return isNeeded ? try engine.rewrite { try known[$0.address.collection]?.migrated($0) } : []
    }

    /// Reads every live record with the collection that it belongs to.
    ///
    /// - Returns: how many could be read, and what is wrong with the others.
    public func verify(_ collections: [any StoredCollection]) throws -> (readable: Int, findings: [StoreReport.Finding]) {
        let known = Dictionary(collections.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return try engine.read { session in
            var readable = 0
            var findings: [StoreReport.Finding] = []
            for address in try session.addresses(in: nil) {
                do {
                    guard let record = try session.record(at: address), record.isLive else { continue }
                    try known[address.collection]?.check(record)
                    readable += 1
                } catch {
                    findings.append(.init(.damage, "\(address.collection) “\(address.id)”: \(error)"))
                }
            }
            return (readable, findings)
        }
    }
}
