import Kernel
import Storage

/// Reads a backup from front to end, and judges all of it before anybody uses it.
struct BackupReader {
    /// What takes a file of the backup: its pieces, and the word that it is whole.
    typealias Sink = (write: ([UInt8]) throws -> Void, finish: () throws -> Void)

    /// For which app a backup must be.
    let app: String
    /// The folders that may be in it.
    let folders: [DataFolder]
    /// What the app's plugins keep.
    let collections: [any StoredCollection]

    /// What was found in a backup.
    struct Contents {
        let head: BackupHead
        /// How many records, without the tombstones.
        let records: Int
        /// How many files, by folder, and how many bytes in them.
        let files: [String: Int]
        let bytes: Int
        /// The sum of each file, by the bytes of its name.
        let sums: [[UInt8]: String]
    }

    private struct Found {
        var own: [String: [UInt8]] = [:]
        /// By the bytes of names: two that are written alike with other code points are two files.
        var sums: [[UInt8]: String] = [:]
        /// The folders that the files lie in.
        var folders: Set<[UInt8]> = []
        var entries = 0
        var records = 0
        var files: [String: Int] = [:]
        var bytes = 0

        /// A file stands in an archive once, and nothing lies below it.
        mutating func judge(_ path: [String]) throws {
            let name = path.joined(separator: "/")
            guard sums[Array(name.utf8)] == nil else { throw Failure.badArchive("“\(name)” is in it twice") }
            guard !folders.contains(Array(name.utf8)) else { throw Failure.badArchive("“\(name)” in it is a file and a folder") }
            for end in path.indices.dropFirst() {
                let folder = Array(path[..<end].joined(separator: "/").utf8)
                guard sums[folder] == nil else { throw Failure.badArchive("“\(name)” in it lies below a file") }
                folders.insert(folder)
            }
        }
    }

    /// Reads all of a backup.
    ///
    /// - Parameters:
    ///   - next: gives the next piece of it, nil at the end.
    ///   - told: told how many bytes have been read.
    ///   - sink: what takes a file, by folder, folders, name.
    ///   - record: takes each record, with the keys that this program computes; none of them counts before all is read.
    /// - Throws: `backupDamaged`, `backupForeign`, `backupNewer`, `unreadableRecord`, and what reading and taking throw.
    func read(
        _ next: @escaping () throws -> [UInt8]?, told: (Int) -> Void, sink: (_ path: [String]) throws -> Sink,
        record: @escaping (StoredRecord, any StoredCollection) throws -> Void
    ) throws -> Contents {
        var count = 0
        var tar = TarReader {
            let piece = try next()
            count += piece?.count ?? 0
            return piece
        }
        var found = Found()
        while let entry = try tar.entry() {
            found.entries += 1
            guard found.entries <= BackupForm.mostEntries else { throw Failure.badArchive("There are too many files in it") }
            guard let path = try place(of: entry) else { continue }
            let name = path.joined(separator: "/")
            try found.judge(path)
            var sum = SHA256()
            if path == [BackupForm.log] {
                found.records = try records(&tar, &sum, record) { told(count) }
                found.own[name] = []
            } else if path.count == 1 {
                var bytes: [UInt8] = []
                try tar.read { bytes += $0 }
                sum.add(bytes)
                found.own[name] = bytes
                if name == BackupForm.head { _ = try head(bytes) }
            } else {
                let target = try sink(path)
                try tar.read {
                    sum.add($0)
                    try target.write($0)
                    told(count)
                }
                try target.finish()
                found.files[path[0], default: 0] += 1
                found.bytes += entry.size
            }
            found.sums[Array(name.utf8)] = BackupForm.hex(sum.digest)
            told(count)
        }
        return try judged(found)
    }

    // MARK: - Names

    /// The place of an entry below the root of the backup; nil for a folder, which its files make.
    private func place(of entry: TarEntry) throws -> [String]? {
        var parts = entry.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if case .other(let what) = entry.kind { throw Failure.badArchive("“\(entry.path)” in it is \(what)") }
        if entry.kind == .folder, parts.last == "" { parts.removeLast() }
        if parts.first == "." { parts.removeFirst() }
        guard !entry.path.hasPrefix("/") else { throw Failure.badArchive("“\(entry.path)” in it is outside the backup's folder") }
        guard parts.allSatisfy(BackupForm.isSafe) else { throw Failure.badArchive("“\(entry.path)” in it is not a safe name") }
        guard parts.first == BackupForm.root || parts.isEmpty else { throw notOurs }
        parts = Array(parts.dropFirst())
        if entry.kind == .folder { return nil }
        let isOwn = parts.count == 1 && BackupForm.limits[parts[0]] != nil
        guard isOwn || parts.count > 1 && parts.count < 32 && folders.contains(where: { $0.takes(parts) }) else {
            throw Failure.badArchive("“\(entry.path)” does not belong in a backup of \(app)")
        }
        let limit = isOwn ? BackupForm.limits[parts[0]] ?? 0 : BackupForm.longestFile
        guard entry.size <= limit else { throw Failure.badArchive("“\(entry.path)” in it is too large") }
        return parts
    }

    private var notOurs: Failure {
        Failure(
            .backupForeign, "It is an archive, but not a backup of \(app).", advice: "`\(app) backup FILE` writes one.",
            kind: .badData)
    }

    // MARK: - What it says

    private func head(_ bytes: [UInt8]) throws -> BackupHead {
        struct Form: Decodable { let format: String, version: Int, app: String }
        guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)), form.format == BackupForm.format else {
            throw notOurs
        }
        guard form.version <= BackupForm.version else { throw newer }
        guard form.app == app else {
            throw Failure(
                .backupForeign, "It is a backup of \(form.app), not of \(app).", advice: "`\(form.app) restore FILE` reads it.",
                kind: .badData)
        }
        guard let head = try? JSONDecoder().decode(BackupHead.self, from: Data(bytes)) else {
            throw Failure.badArchive("Its description is damaged")
        }
        return head
    }

    private var newer: Failure {
        Failure(
            .backupNewer, "It was written by a newer version of \(app).", advice: "Update \(app), then try again.", kind: .badData
        )
    }

    private func judged(_ found: Found) throws -> Contents {
        guard let head = try found.own[BackupForm.head].map(head) else { throw notOurs }
        guard found.own[BackupForm.log] != nil, let sums = found.own[BackupForm.sums] else {
            throw Failure.badArchive("\(found.own[BackupForm.log] == nil ? BackupForm.log : BackupForm.sums) is missing in it")
        }
        var listed: Set<[UInt8]> = []
        for line in String(decoding: sums, as: UTF8.self).split(separator: "\n") {
            let name = String(line.dropFirst(66))
            guard line.count > 66, listed.insert(Array(name.utf8)).inserted else {
                throw Failure.badArchive("Its list of checksums is damaged")
            }
            guard let sum = found.sums[Array(name.utf8)] else { throw Failure.badArchive("“\(name)” is missing in it") }
            guard line.prefix(66) == "\(sum)  " else { throw Failure.badArchive("“\(name)” in it is damaged") }
        }
        let own = Array(BackupForm.sums.utf8)
        let extras = found.sums.keys.filter { $0 != own && !listed.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
        if let extra = extras.min() { throw Failure.badArchive("“\(extra)” is in it, but not in its list of checksums") }
        return Contents(head: head, records: found.records, files: found.files, bytes: found.bytes, sums: found.sums)
    }

    /// Each record as this program would write it; index entries are computed anew. Bytes that are not what their sum says may make no sense here:
    /// that they are damaged is said either way.
    ///
    /// - Returns: how many of them are no tombstones.
    private func records(
        _ tar: inout TarReader, _ sum: inout SHA256, _ take: @escaping (StoredRecord, any StoredCollection) throws -> Void,
        told: () -> Void
    ) throws -> Int {
        var live = 0
        let known = Dictionary(collections.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var pending: [StoredRecord] = []
        func flush() throws {
            let records = pending
            pending.removeAll(keepingCapacity: true)
            let judged = Cores.map(records.count, least: 64) { slice in
                records[slice].map { record in Result { try self.judged(record, known) } }
            }
            for result in judged.lazy.flatMap(\.self) {
                let (record, collection) = try result.get()
                live += record.isLive ? 1 : 0
                try take(record, collection)
            }
        }
        var reader = LogText.Reader { pending.append($0) }
        do {
            try tar.read {
                sum.add($0)
                try reader.take($0)
                if pending.count > 1024 { try flush() }
                told()
            }
            try reader.finish()
            try flush()
            return live
        } catch let failure as Failure where failure.code == .newerStore || failure.code == .newerRecord {
            throw newer
        } catch let failure as Failure where failure.code == .storeDamaged || failure.code == .unreadableRecord {
            throw Failure.badArchive(String(failure.message.dropLast(failure.message.hasSuffix(".") ? 1 : 0)))
        }
    }

    private func judged(
        _ record: StoredRecord, _ known: [String: any StoredCollection]
    ) throws -> (StoredRecord, any StoredCollection) {
        guard let collection = known[record.address.collection], record.payloadVersion <= collection.version else { throw newer }
        guard record.isLive else { return (record, collection) }
        let judged = StoredRecord(
            address: record.address, stamp: record.stamp, payloadVersion: record.payloadVersion,
            entries: try collection.entries(of: record), payload: record.payload)
        return (judged, collection)
    }
}

extension DataFolder {
    /// Whether a file of a backup may come in here.
    fileprivate func takes(_ path: [String]) -> Bool {
        name == path[0] && !(path.count == 2 && ownNotes.contains(path[1]))
    }
}
