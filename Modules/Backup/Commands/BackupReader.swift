import Backup
import FileStore
import Kernel

/// A reader that checks a whole backup before its contents are used.
struct BackupReader {
    /// The receiver of a file's pieces. `finish` confirms that the file is complete.
    typealias Sink = (write: ([UInt8]) throws -> Void, finish: () throws -> Void)

    let app: String
    let folders: [DataFolder]
    let collections: [any StoredCollection]

    /// The contents of a backup that was read completely.
    struct Contents {
        let head: BackupDescription
        /// The number of records without tombstones.
        let records: Int
        /// The number of files by folder.
        let files: [String: Int]
        let bytes: Int
        /// The checksum of each file, by the bytes of its name.
        let sums: [[UInt8]: String]
    }

    /// The state of the reading: names, checksums and counts so far.
    private struct ArchiveSummary {
        var ownParts: [String: [UInt8]] = [:]
        /// By the bytes of names, because differently composed names are different files.
        var sums: [[UInt8]: String] = [:]
        var folders: Set<[UInt8]> = []
        var entries = 0
        var records = 0
        var files: [String: Int] = [:]
        var bytes = 0

        /// Adds the folders of a path. It throws if a file occurs twice or a path leads through a
        /// file.
        mutating func addFile(at path: [String]) throws {
            let name = path.joined(separator: "/")
            guard sums[Array(name.utf8)] == nil else { throw Failure.badArchive("“\(name)” is in it twice") }
            guard !folders.contains(Array(name.utf8)) else {
                throw Failure.badArchive("“\(name)” in it is a file and a folder")
            }
            for end in path.indices.dropFirst() {
                let folder = Array(path[..<end].joined(separator: "/").utf8)
                guard sums[folder] == nil else { throw Failure.badArchive("“\(name)” in it is inside a file") }
                folders.insert(folder)
            }
        }
    }

    /// Reads a whole backup.
    ///
    /// - Parameters:
    ///   - next: gives the next piece, or nil at the end.
    ///   - progress: receives the number of bytes read so far.
    ///   - sink: returns the receiver of the file at a path of folder, subfolders and name.
    ///   - record: takes each record with the keys that this program computes. The records count
    ///     only after the whole backup is read.
    /// - Throws: `backupDamaged`, `backupForeign`, `backupNewer`, `unreadableRecord`, and the
    ///   errors of `next` and the receivers.
    func read(
        _ next: @escaping () throws -> [UInt8]?, progress: (Int) -> Void, sink: (_ path: [String]) throws -> Sink,
        record: @escaping (StoredRecord, any StoredCollection) throws -> Void
    ) throws -> Contents {
        var count = 0
        var tar = TarReader {
            let piece = try next()
            count += piece?.count ?? 0
            return piece
        }
        var summary = ArchiveSummary()
        while let entry = try tar.entry() {
            summary.entries += 1
            guard summary.entries <= BackupFormat.mostEntries else {
                throw Failure.badArchive("There are too many files in it")
            }
            guard let path = try path(of: entry) else { continue }
            let name = path.joined(separator: "/")
            try summary.addFile(at: path)
            var hash = SHA256()
            if path == [BackupFormat.log] {
                summary.records = try records(&tar, &hash, record) { progress(count) }
                summary.ownParts[name] = []
            } else if path.count == 1 {
                var bytes: [UInt8] = []
                try tar.read { bytes += $0 }
                hash.add(bytes)
                summary.ownParts[name] = bytes
                if name == BackupFormat.head { _ = try head(bytes) }
            } else {
                let fileSink = try sink(path)
                try tar.read {
                    hash.add($0)
                    try fileSink.write($0)
                    progress(count)
                }
                try fileSink.finish()
                summary.files[path[0], default: 0] += 1
                summary.bytes += entry.size
            }
            summary.sums[Array(name.utf8)] = hash.digest.hexadecimal
            progress(count)
        }
        return try verified(summary)
    }

    // MARK: - Names

    /// Returns the path of an entry below the backup's root, or nil for a folder, which its files
    /// create.
    private func path(of entry: TarEntry) throws -> [String]? {
        var parts = entry.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if case .other(let kindName) = entry.kind { throw Failure.badArchive("“\(entry.path)” in it is \(kindName)") }
        if entry.kind == .folder, parts.last == "" { parts.removeLast() }
        if parts.first == "." { parts.removeFirst() }
        guard !entry.path.hasPrefix("/") else {
            throw Failure.badArchive("“\(entry.path)” in it is outside the backup's folder")
        }
        guard parts.allSatisfy(BackupFormat.isSafe) else {
            throw Failure.badArchive("“\(entry.path)” in it is not a safe name")
        }
        guard parts.first == BackupFormat.root || parts.isEmpty else { throw foreignArchive }
        parts = Array(parts.dropFirst())
        if entry.kind == .folder { return nil }
        let isOwnPart = parts.count == 1 && BackupFormat.limits[parts[0]] != nil
        guard isOwnPart || parts.count > 1 && parts.count < 32 && folders.contains(where: { $0.accepts(parts) }) else {
            throw Failure.badArchive("“\(entry.path)” does not belong in a backup of \(app)")
        }
        let limit = isOwnPart ? BackupFormat.limits[parts[0]] ?? 0 : BackupFormat.longestFile
        guard entry.size <= limit else { throw Failure.badArchive("“\(entry.path)” in it is too large") }
        return parts
    }

    private var foreignArchive: Failure {
        Failure(
            .backupForeign, "It is an archive, but not a backup of \(app).", advice: "`\(app) backup FILE` writes one.",
            kind: .badData)
    }

    // MARK: - Contents

    /// Returns the description of the backup, if this program can read it.
    private func head(_ bytes: [UInt8]) throws -> BackupDescription {
        struct Form: Decodable { let format: String, version: Int, app: String }
        guard let form = try? JSONDecoder().decode(Form.self, from: Data(bytes)), form.format == BackupFormat.format
        else { throw foreignArchive }
        guard form.version <= BackupFormat.version else { throw newerBackup }
        guard form.app == app else {
            throw Failure(
                .backupForeign, "It is a backup of \(form.app), not of \(app).",
                advice: "`\(form.app) restore FILE` reads it.", kind: .badData)
        }
        guard let head = try? JSONDecoder().decode(BackupDescription.self, from: Data(bytes)) else {
            throw Failure.badArchive("Its description is damaged")
        }
        return head
    }

    private var newerBackup: Failure {
        Failure(
            .backupNewer, "It was written by a newer version of \(app).", advice: "Update \(app), then try again.",
            kind: .badData
        )
    }

    /// Compares all checksums with the list in the archive.
    private func verified(_ summary: ArchiveSummary) throws -> Contents {
        guard let head = try summary.ownParts[BackupFormat.head].map(head) else { throw foreignArchive }
        guard summary.ownParts[BackupFormat.log] != nil, let sums = summary.ownParts[BackupFormat.sums] else {
            throw Failure.badArchive(
                "\(summary.ownParts[BackupFormat.log] == nil ? BackupFormat.log : BackupFormat.sums) is missing in it")
        }
        var listedNames: Set<[UInt8]> = []
        for line in String(decoding: sums, as: UTF8.self).split(separator: "\n") {
            let name = String(line.dropFirst(66))
            guard line.count > 66, listedNames.insert(Array(name.utf8)).inserted else {
                throw Failure.badArchive("Its list of checksums is damaged")
            }
            guard let checksum = summary.sums[Array(name.utf8)] else {
                throw Failure.badArchive("“\(name)” is missing in it")
            }
            guard line.prefix(66) == "\(checksum)  " else { throw Failure.badArchive("“\(name)” in it is damaged") }
        }
        let sumsName = Array(BackupFormat.sums.utf8)
        let extras = summary.sums.keys.filter { $0 != sumsName && !listedNames.contains($0) }.map {
            String(decoding: $0, as: UTF8.self)
        }
        if let extra = extras.min() {
            throw Failure.badArchive("“\(extra)” is in it, but not in its list of checksums")
        }
        return Contents(
            head: head, records: summary.records, files: summary.files, bytes: summary.bytes, sums: summary.sums)
    }

    /// Reads each record in this program's form, with recomputed index entries.
    ///
    /// Damaged bytes may fail here before their checksum is compared. Either way the error reports
    /// damage.
    ///
    /// - Returns: the number of live records.
    private func records(
        _ tar: inout TarReader, _ hash: inout SHA256,
        _ receive: @escaping (StoredRecord, any StoredCollection) throws -> Void, told: () -> Void
    ) throws -> Int {
        var liveCount = 0
        let collectionByName = Dictionary(collections.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var pending: [StoredRecord] = []
        func flush() throws {
            let records = pending
            pending.removeAll(keepingCapacity: true)
            let converted = ParallelWork.map(records.count, minimumSize: 64) { slice in
                records[slice].map { record in Result { try reindexed(record, collectionByName) } }
            }
            for result in converted.lazy.flatMap(\.self) {
                let (record, collection) = try result.get()
                liveCount += record.isLive ? 1 : 0
                try receive(record, collection)
            }
        }
        var reader = LogText.Reader { pending.append($0) }
        do {
            try tar.read {
                hash.add($0)
                try reader.consume($0)
                if pending.count > 1024 { try flush() }
                told()
            }
            try reader.finish()
            try flush()
            return liveCount
        } catch let failure as Failure where failure.code == .newerStore || failure.code == .newerRecord {
            throw newerBackup
        } catch let failure as Failure where failure.code == .storeDamaged || failure.code == .unreadableRecord {
            throw Failure.badArchive(String(failure.message.dropLast(failure.message.hasSuffix(".") ? 1 : 0)))
        }
    }

    /// Returns a record with the entries that its collection computes.
    private func reindexed(
        _ record: StoredRecord, _ collectionByName: [String: any StoredCollection]
    ) throws -> (StoredRecord, any StoredCollection) {
        guard let collection = collectionByName[record.address.collection], record.payloadVersion <= collection.version
        else {
            throw newerBackup
        }
        guard record.isLive else { return (record, collection) }
        let reindexed = StoredRecord(
            address: record.address, stamp: record.stamp, payloadVersion: record.payloadVersion,
            entries: try collection.entries(of: record), payload: record.payload)
        return (reindexed, collection)
    }
}

extension DataFolder {
    /// Whether this folder accepts a file of a backup.
    fileprivate func accepts(_ path: [String]) -> Bool {
        name == path[0] && !(path.count == 2 && deviceLocalFiles.contains(path[1]))
    }
}
