import DiskKit
import Kernel

/// The retention of a file store's retired files.
extension StoreFiles {
    /// Removes expired files at the first write of a day. After a failure, the next day tries
    /// again.
    func deleteExpiredFilesWhenDue() {
        let day = { (milliseconds: Int64) in milliseconds / Tombstones.day }
        guard writeCount > 0, day(latest.milliseconds) != day(now().milliseconds) else { return }
        _ = try? deleteExpiredFiles()
    }

    /// Removes retired files that are too old or too many.
    ///
    /// - Returns: a sentence about the removed files, or nothing.
    func deleteExpiredFiles() throws -> [String] {
        let now = now().milliseconds
        // The age of files is unknown while the clock is not trusted.
        guard open.health.refusal == nil, latest == .zero || now <= latest.milliseconds + compactionPolicy.maxClockLead
        else {
            return []
        }
        let root = SidecarFolder(directory)
        var branches: Set<String>?
        let expired = try RetiredFiles(in: root).expired(at: now) { item in
            guard item.kind == .aside || item.kind == .quarantine, item.name.hasSuffix(".jsonl") else { return false }
            if branches == nil { branches = try unmergedBranches() }
            return branches?.contains(item.path) ?? false
        }
        for item in expired { try (item.folder.isEmpty ? root : root.folder(item.folder))?.remove(item.name) }
        guard !expired.isEmpty else { return [] }
        let bytes = expired.reduce(0) { $0 + $1.extent.bytes }
        return [
            expired.count == 1
                ? "\(counted(expired.count, "old file")) with \(counted(bytes, "byte")) has gone from what was kept aside."
                : "\(counted(expired.count, "old file")) with \(counted(bytes, "byte")) have gone from what was kept aside."
        ]
    }

    /// Returns the logs with records that exist nowhere else.
    private func unmergedBranches() throws -> Set<String> {
        let device = device
        return Set(
            try DivergedLog.all(in: directory, excluding: open).filter {
                try !$0.difference(from: open, of: device).isEmpty
            }
            .map(\.path))
    }
}

extension FileStore {
    /// Reads the whole log, and returns the disk usage of everything in the directory.
    public func space() throws -> [StoreSpace] {
        try withFiles { files in
            try files.refresh()
            return try files.space()
        }
    }
}

extension StoreFiles {
    /// The disk usage of one kind of operation.
    private struct Usage {
        var count = 0
        var bytes = 0
        var oldest: Int64?

        mutating func add(_ bytes: Int, at time: Int64) {
            count = count + 1
            self.bytes = self.bytes + bytes
            oldest = min(oldest ?? time, time)
        }

        func space(_ kind: StoreSpace.Kind, _ name: TableName) -> StoreSpace? {
            guard count > 0 else { return nil }
            return StoreSpace(
                kind, name.collection, of: name.partition, count: count, bytes: bytes,
                since: oldest.map { Instant(milliseconds: $0) })
        }
    }

    /// Returns the usage of the records and then of the files.
    fileprivate func space() throws -> [StoreSpace] {
        var tables: [TableName: (live: Usage, deleted: Usage, overtaken: Usage)] = [:]
        var recordBytes = 0
        try open.log.forEachGoodLine(from: open.log.headerEnd, to: open.log.end, skippingBad: true) {
            line, _, offset in
            for operation in line.operations {
                let row = try open.tables.row(at: operation.address)
                let bytes = operation.body.count
                let time = operation.version.time.milliseconds
                let name = TableName(partition: operation.address.partition, collection: operation.address.collection)
                recordBytes += bytes
                if row?.place != offset + operation.body.lowerBound {
                    tables[name, default: (Usage(), Usage(), Usage())].overtaken.add(bytes, at: time)
                } else if operation.version.deleted {
                    tables[name, default: (Usage(), Usage(), Usage())].deleted.add(bytes, at: time)
                } else {
                    tables[name, default: (Usage(), Usage(), Usage())].live.add(bytes, at: time)
                }
            }
        }
        let sortedTables = tables.sorted {
            ($0.key.partition.rawValue, $0.key.collection) < ($1.key.partition.rawValue, $1.key.collection)
        }
        let records = sortedTables.flatMap { name, usages in
            [
                usages.live.space(.records, name), usages.deleted.space(.tombstones, name),
                usages.overtaken.space(.overtaken, name),
            ].compactMap(\.self)
        }
        return records + fileUsage(recordBytes: recordBytes)
    }

    private func fileUsage(recordBytes: Int) -> [StoreSpace] {
        let root = SidecarFolder(directory)
        var spaces: [StoreSpace] = []
        var usages: [StoreSpace.Kind: FileExtent] = [:]
        let folders = Dictionary(uniqueKeysWithValues: RetiredFiles.folders.map { ($0.name, $0.kind) })
        for name in root.names {
            guard let extent = root.extent(of: name) else { continue }
            if name == LogHeader.fileName(of: open.generation) {
                spaces.append(StoreSpace(.log, count: 1, bytes: max(0, extent.bytes - recordBytes)))
            } else if let kind = folders[name] ?? RetiredFiles.kind(of: name) {
                usages[kind, default: FileExtent()].add(extent)
            } else if name.hasPrefix("index-") {
                usages[.index, default: FileExtent()].add(extent)
            } else if root.folder(name) != nil {
                spaces.append(
                    StoreSpace(
                        .folder, name, count: extent.files, bytes: extent.bytes,
                        since: extent.oldest.map { Instant(milliseconds: $0) }))
            } else {
                usages[.notes, default: FileExtent()].add(extent)
            }
        }
        let kindOrder: [StoreSpace.Kind] = [.index, .notes, .quarantine, .aside, .recovered, .backups, .kept]
        return spaces
            + kindOrder.compactMap { kind in
                guard let extent = usages[kind], extent.files > 0 else { return nil }
                let isKept = kind != .index && kind != .notes
                return StoreSpace(
                    kind, count: extent.files, bytes: extent.bytes,
                    since: isKept ? extent.oldest.map { Instant(milliseconds: $0) } : nil)
            }
    }
}
