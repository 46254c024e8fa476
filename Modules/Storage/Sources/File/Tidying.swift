import Kernel

/// How a file store lets go of what it keeps beside its log.
extension StoreFiles {
    /// Whoever is the first to write on a day looks; what fails is left to the first of another day.
    func tidyWhenDue() {
        let day = { (milliseconds: Int64) in milliseconds / Tombstones.day }
        guard written > 0, day(latest.milliseconds) != day(now().milliseconds) else { return }
        _ = try? tidy()
    }

    /// Lets go of what is too old or too much.
    ///
    /// - Returns: what has gone, in a sentence; nothing when nothing has.
    func tidy() throws -> [String] {
        let now = now().milliseconds
        // A clock that is not believed tells nothing of the age of files.
        guard open.health.refusal == nil, latest == .zero || now <= latest.milliseconds + economy.greatestLeap else { return [] }
        let root = BesideFolder(directory)
        var branches: Set<String>?
        let leaving = try Attic(in: root).leaving(at: now) { item in
            guard item.kind == .aside || item.kind == .quarantine, item.name.hasSuffix(".jsonl") else { return false }
            if branches == nil { branches = try branchesToBringIn() }
            return branches?.contains(item.path) ?? false
        }
        for item in leaving { try (item.folder.isEmpty ? root : root.folder(item.folder))?.remove(item.name) }
        guard !leaving.isEmpty else { return [] }
        let bytes = leaving.reduce(0) { $0 + $1.extent.bytes }
        return [
            leaving.count == 1
                ? "\(counted(leaving.count, "old file")) with \(counted(bytes, "byte")) has gone from what was kept aside."
                : "\(counted(leaving.count, "old file")) with \(counted(bytes, "byte")) have gone from what was kept aside."
        ]
    }

    /// Logs that hold something which is nowhere else.
    private func branchesToBringIn() throws -> Set<String> {
        let device = device
        return Set(
            try OtherBranch.all(in: directory, beside: open).filter { try !$0.difference(from: open, of: device).isEmpty }
                .map(\.path))
    }
}

extension FileStore {
    /// What everything in the directory takes. Reads the whole log.
    public func space() throws -> [StoreSpace] {
        try pass { files in
            try files.refresh()
            return try files.space()
        }
    }
}

extension StoreFiles {
    private struct Sum {
        var count = 0
        var bytes = 0
        var oldest: Int64?

        mutating func add(_ bytes: Int, at time: Int64) {
            (count, self.bytes, oldest) = (count + 1, self.bytes + bytes, min(oldest ?? time, time))
        }

        func space(_ kind: StoreSpace.Kind, _ name: TableName) -> StoreSpace? {
            guard count > 0 else { return nil }
            return StoreSpace(
                kind, name.collection, of: name.partition, count: count, bytes: bytes,
                since: oldest.map { Instant(milliseconds: $0) })
        }
    }

    /// The records, then the files.
    fileprivate func space() throws -> [StoreSpace] {
        var tables: [TableName: (live: Sum, deleted: Sum, overtaken: Sum)] = [:]
        var whole = 0
        try open.log.forEachGoodLine(from: open.log.headerEnd, to: open.log.end, passingOverBad: true) { line, _, offset in
            for operation in line.operations {
                let row = try open.tables.row(at: operation.address)
                let (bytes, time) = (operation.body.count, operation.version.time.milliseconds)
                let name = TableName(partition: operation.address.partition, collection: operation.address.collection)
                whole += bytes
                if row?.place != offset + operation.body.lowerBound {
                    tables[name, default: (Sum(), Sum(), Sum())].overtaken.add(bytes, at: time)
                } else if operation.version.deleted {
                    tables[name, default: (Sum(), Sum(), Sum())].deleted.add(bytes, at: time)
                } else {
                    tables[name, default: (Sum(), Sum(), Sum())].live.add(bytes, at: time)
                }
            }
        }
        let ordered = tables.sorted {
            ($0.key.partition.rawValue, $0.key.collection) < ($1.key.partition.rawValue, $1.key.collection)
        }
        let records = ordered.flatMap { name, sums in
            [
                sums.live.space(.records, name), sums.deleted.space(.tombstones, name), sums.overtaken.space(.overtaken, name),
            ].compactMap(\.self)
        }
        return records + filesBeside(recordsTake: whole)
    }

    private func filesBeside(recordsTake records: Int) -> [StoreSpace] {
        let root = BesideFolder(directory)
        var found: [StoreSpace] = []
        var sums: [StoreSpace.Kind: FileExtent] = [:]
        let folders = Dictionary(uniqueKeysWithValues: Attic.folders.map { ($0.name, $0.kind) })
        for name in root.names {
            guard let extent = root.extent(of: name) else { continue }
            if name == LogHeader.fileName(of: open.generation) {
                found.append(StoreSpace(.log, count: 1, bytes: max(0, extent.bytes - records)))
            } else if let kind = folders[name] ?? Attic.kind(of: name) {
                sums[kind, default: FileExtent()].add(extent)
            } else if name.hasPrefix("index-") {
                sums[.index, default: FileExtent()].add(extent)
            } else if root.folder(name) != nil {
                found.append(
                    StoreSpace(
                        .folder, name, count: extent.files, bytes: extent.bytes,
                        since: extent.oldest.map { Instant(milliseconds: $0) }))
            } else {
                sums[.notes, default: FileExtent()].add(extent)
            }
        }
        let aside: [StoreSpace.Kind] = [.index, .notes, .quarantine, .aside, .recovered, .backups, .kept]
        return found
            + aside.compactMap { kind in
                guard let extent = sums[kind], extent.files > 0 else { return nil }
                let isKept = kind != .index && kind != .notes
                return StoreSpace(
                    kind, count: extent.files, bytes: extent.bytes,
                    since: isKept ? extent.oldest.map { Instant(milliseconds: $0) } : nil)
            }
    }
}
