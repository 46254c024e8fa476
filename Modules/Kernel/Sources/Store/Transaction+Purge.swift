extension Transaction {
    /// Deletes a record permanently: after the transaction, no byte of any version is left in the
    /// store's files or in undo steps.
    ///
    /// A tombstone with only the identifier stays. A purge cannot be undone. Earlier changes can be
    /// undone as far as they concern other records.
    ///
    /// - Returns: whether the record existed.
    @discardableResult public func purge<Record: Storable>(_ id: Identifier<Record>) throws -> Bool {
        let existed = try delete(id)
        try purge(historyOf: id)
        return existed
    }

    /// Deletes every earlier version of a record permanently. The current version stays.
    public func purge<Record: Storable>(historyOf id: Identifier<Record>) throws {
        let address = address(of: id)
        try purgeHistory(naming: address.id) { $0 == address }
    }

    /// Deletes everything in this transaction's partition permanently.
    public func purge() throws {
        try erase()
        try purgeHistoryOfPartition()
    }

    /// Deletes files and drafts permanently, with the records that this transaction purges.
    public func purgeFiles(_ files: PurgedFiles) { below.markForPurging(files) }

    /// Removes the earlier values at some addresses from every undo step.
    ///
    /// - Parameter name: a text that occurs in every step about these addresses.
    func purgeHistory(naming name: String, where isPurged: (RecordAddress) -> Bool) throws {
        journal?.forget(where: isPurged)
        let commonTransaction = Transaction(below: below, partition: .common, journal: nil)
        try commonTransaction.dropBulkSteps(naming: name, where: isPurged)
        for id in try commonTransaction.all(naming: name) as [Identifier<UndoStep>] {
            guard var step = try commonTransaction.record(id) else { continue }
            if step.bulk?.moved?.contains(where: { isPurged($0.address) }) == true {
                // A part of the imported data was purged, so the step can no longer be undone.
                try commonTransaction.dropParts(of: id)
                try commonTransaction.delete(id)
                continue
            }
            guard step.images.contains(where: { isPurged($0.address) }) else { continue }
            step.images.removeAll { isPurged($0.address) }
            // The label may contain a name or the beginning of a text.
            step.label = "An earlier change of \(counted(step.images.count, "record"))"
            if step.images.isEmpty { try commonTransaction.delete(id) } else { try commonTransaction.put(step) }
        }
        below.markForPurging(PurgedFiles())
    }

    /// Returns the records whose text contains a name. It filters the bytes first, because a step
    /// of an import may be long and few steps need decoding.
    func all<Record: Storable>(naming name: String) throws -> [Identifier<Record>] {
        // JSON escapes some characters. A name with such a character is not searched for, and every
        // record matches.
        let isPlain = name.utf8.allSatisfy { $0 > 31 && $0 < 127 && !"\"\\/".utf8.contains($0) }
        let bytes = isPlain ? Array(name.utf8) : []
        var identifiers: [Identifier<Record>] = []
        try below.scan(IndexScan(partition: partition, collection: Record.collection.name)) { record in
            if record.payload?.contains(bytes) == true { identifiers.append(Identifier(record.address.id)) }
            return true
        }
        return identifiers
    }
}

extension Store {
    /// Deletes all undo steps permanently. No file then keeps deleted or earlier data.
    ///
    /// - Returns: the number of steps.
    public func deleteUndoSteps() throws -> Int {
        try scoped(to: .common).write { transaction in
            let addresses = try transaction.below.addresses(in: .common).filter {
                UndoStep.undoCollections.contains($0.collection)
            }
            for address in addresses { try transaction.delete(at: address) }
            transaction.purgeFiles(PurgedFiles())
            return addresses.count { $0.collection == UndoStep.collection.name }
        }
    }
}

extension Data {
    /// Returns whether the data contains some bytes. Empty bytes are always contained.
    fileprivate func contains(_ pattern: [UInt8]) -> Bool {
        guard let firstByte = pattern.first else { return true }
        return withUnsafeBytes { bytes in
            pattern.withUnsafeBytes { pattern in
                guard let start = bytes.baseAddress, let patternStart = pattern.baseAddress else { return false }
                var offset = 0
                while offset + pattern.count <= bytes.count {
                    guard let hit = memchr(start + offset, Int32(firstByte), bytes.count - pattern.count + 1 - offset)
                    else {
                        return false
                    }
                    offset = UnsafeRawPointer(hit) - start
                    if memcmp(hit, patternStart, pattern.count) == 0 { return true }
                    offset += 1
                }
                return false
            }
        }
    }
}
