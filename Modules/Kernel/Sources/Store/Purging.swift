extension Transaction {
    /// Removes a record for good: once the transaction is over, no byte of any version of it is left in the store's files, nor in what can be
    /// undone. A tombstone stays, which holds its identifier and nothing else. Nobody can undo this, and what was done before can be undone
    /// as far as it concerned other records.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public func purge<Record: Storable>(_ id: Identifier<Record>) throws -> Bool {
        let wasThere = try delete(id)
        try purge(historyOf: id)
        return wasThere
    }

    /// Lets every earlier version of a record go for good; what stands there now stays.
    public func purge<Record: Storable>(historyOf id: Identifier<Record>) throws {
        let place = address(of: id)
        try purgeHistory(naming: place.id) { $0 == place }
    }

    /// Removes everything in this transaction's partition for good.
    public func purge() throws {
        try erase()
        try purgeHistoryOfPartition()
    }

    /// Lets files and drafts go for good, together with what this transaction purges.
    public func forget(_ forgotten: Forgotten) { below.forget(forgotten) }

    /// Takes what stood at some places out of every step that can be undone.
    ///
    /// - Parameter name: a text that every step holds which concerns them.
    func purgeHistory(naming name: String, where isPurged: (RecordAddress) -> Bool) throws {
        journal?.forget(where: isPurged)
        let common = Transaction(below: below, partition: .common, journal: nil)
        try common.dropBulkSteps(naming: name, where: isPurged)
        for id in try common.all(naming: name) as [Identifier<UndoStep>] {
            guard var step = try common.record(id) else { continue }
            if step.bulk?.moved?.contains(where: { isPurged($0.address) }) == true {
                // What it brought has gone in part: it cannot be undone any more.
                try common.dropParts(of: id)
                try common.delete(id)
                continue
            }
            guard step.images.contains(where: { isPurged($0.address) }) else { continue }
            step.images.removeAll { isPurged($0.address) }
            // The label may hold a name or a beginning of a text.
            step.label = "An earlier change of \(counted(step.images.count, "record"))"
            if step.images.isEmpty { try common.delete(id) } else { try common.put(step) }
        }
        below.forget(Forgotten())
    }

    /// The records whose text holds another: a step of an import may be long, and only few need to be decoded.
    func all<Record: Storable>(naming name: String) throws -> [Identifier<Record>] {
        // What JSON writes otherwise is not looked for.
        let isPlain = name.utf8.allSatisfy { $0 > 31 && $0 < 127 && !"\"\\/".utf8.contains($0) }
        let bytes = isPlain ? Array(name.utf8) : []
        var found: [Identifier<Record>] = []
        try below.scan(IndexScan(partition: partition, collection: Record.collection.name)) { record in
            if record.payload?.holds(bytes) == true { found.append(Identifier(record.address.id)) }
            return true
        }
        return found
    }
}

extension Store {
    /// Forgets everything that could be undone, for good: what was deleted or changed is then in no file any more.
    ///
    /// - Returns: how many steps there were.
    public func forgetUndo() throws -> Int {
        try scoped(to: .common).write { transaction in
            let all = try transaction.below.addresses(in: .common).filter { UndoStep.passing.contains($0.collection) }
            for each in all { try transaction.delete(at: each) }
            transaction.forget(Forgotten())
            return all.count { $0.collection == UndoStep.collection.name }
        }
    }
}

extension Data {
    /// Whether some bytes stand in here; nothing stands everywhere.
    fileprivate func holds(_ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first else { return true }
        return withUnsafeBytes { bytes in
            wanted.withUnsafeBytes { wanted in
                guard let start = bytes.baseAddress, let needle = wanted.baseAddress else { return false }
                var place = 0
                while place + wanted.count <= bytes.count {
                    guard let hit = memchr(start + place, Int32(first), bytes.count - wanted.count + 1 - place) else {
                        return false
                    }
                    place = UnsafeRawPointer(hit) - start
                    if memcmp(hit, needle, wanted.count) == 0 { return true }
                    place += 1
                }
                return false
            }
        }
    }
}
