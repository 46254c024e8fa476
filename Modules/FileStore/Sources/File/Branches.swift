import DiskKit
import Kernel

/// The merge of another branch of the history into a store.
///
/// The greater stamp wins. The branch's log and the replaced versions are kept in `recovered/`.
extension FileStore {
    private static let maxBatchCount = 500
    private static let targetBatchSize = 1 << 20

    /// The addresses and versions that a merge has changed.
    private struct Outcome {
        var merged: [RecordAddress] = []
        var replaced: [StoredRecord] = []
        /// The addresses whose unique key belongs to another record here.
        var rejected: [RecordAddress] = []
    }

    /// Merges all other branches next to the log. An interrupted merge can be repeated safely.
    ///
    /// - Returns: sentences about the merged and the rejected records.
    func recoverBranches() throws -> [String] {
        try withFiles { files in
            try files.refresh()
            return files.open.health.refusal == nil
                ? try DivergedLog.all(in: files.directory, excluding: files.open) : []
        }.flatMap(recover)
    }

    private func recover(_ branch: DivergedLog) throws -> [String] {
        let difference = try withFiles { try branch.difference(from: $0.open, of: $0.device) }
        var total = Outcome()
        var remainingVersions = difference.newer[...]
        while !remainingVersions.isEmpty {
            var (batch, size): ([StoredRecord], Int) = ([], 0)
            while batch.count < FileStore.maxBatchCount, size < FileStore.targetBatchSize,
                let version = remainingVersions.popFirst()
            {
                let record = try version.record()
                batch.append(record)
                size += record.payload?.count ?? 0
            }
            let outcome = try write { try FileStore.merge(batch, into: $0) }
            total.merged += outcome.merged
            total.replaced += outcome.replaced
            total.rejected += outcome.rejected
        }
        guard !difference.isEmpty || branch.folder.isEmpty && !branch.mayBeLeftover else { return [] }
        let archived = try withFiles {
            try $0.archive(branch, total.replaced, difference.doubtful.map { try $0.record() })
        }
        func sentence(_ addresses: [RecordAddress], _ what: (String) -> String) -> [String] {
            addresses.isEmpty
                ? [] : [what(counted(addresses.count, "record")) + ": " + FileStore.recordList(addresses) + "."]
        }
        return sentence(total.merged) { "\($0) came from \(branch.path)" }
            + sentence(difference.older.map(\.address)) { "\($0) of \(branch.path) lost to newer versions here" }
            + sentence(total.rejected) {
                "\($0) of \(branch.path) could not be merged, because another record has the same key here"
            }
            + sentence(difference.doubtful.map(\.address)) {
                "\($0) of \(branch.path) may have been deleted here long ago, and did not come in"
            } + (archived.doubtful.map { ["`doctor --import \($0)` brings in what was left out."] } ?? [])
            + (archived.replaced.map { ["What was here before is kept as \($0)."] } ?? [])
            + ["The other branch is kept as \(archived.branch)."]
    }

    private static func merge(_ batch: [StoredRecord], into transaction: any EngineTransaction) throws -> Outcome {
        var outcome = Outcome()
        for record in batch {
            let old = try transaction.record(at: record.address)
            if let old, !(old.stamp < record.stamp) { continue }
            do {
                try transaction.put(record)
            } catch let failure as Failure where failure.code == .duplicateKey {
                outcome.rejected.append(record.address)
                continue
            }
            outcome.merged.append(record.address)
            if let old, old.isLive { outcome.replaced.append(old) }
        }
        return outcome
    }

    private static func recordList(_ addresses: [RecordAddress]) -> String {
        listed(first: 10, of: addresses) { "\($0.collection) “\($0.id)”" }
    }
}

extension StoreFiles {
    /// The folder of the replaced versions.
    private static let recovered = "recovered"
    /// The suffix of a file with records that may have been deleted here.
    private static let doubtful = "-doubtful"

    /// Returns the findings about other branches and their kept versions.
    func branchFindings() throws -> [StoreReport.Finding] {
        let localEnd = DurabilityMark(open.log, of: open.generation)
        let branches = try DivergedLog.all(in: directory, excluding: open).compactMap {
            branch -> StoreReport.Finding? in
            let difference = try branch.difference(from: open, of: device)
            guard !difference.isEmpty else { return nil }
            let newer = difference.newer.count
            let older = difference.older.count
            let doubtful = difference.doubtful.count
            let doubtfulSentence =
                doubtful == 0
                ? ""
                : doubtful == 1
                    ? " 1 record in it may have been deleted here long ago, and is not merged automatically."
                    : " \(doubtful) records in it may have been deleted here long ago, and are not merged automatically."
            return .init(
                .notice,
                "\(directory.path)/\(branch.path) is another branch of the history. It ends with \(branch.end.summary); here is \(localEnd.summary). Records in it that win over what is here: \(newer); that give way: \(older). `doctor --repair` brings them in.\(doubtfulSentence)"
            )
        }
        let recoveredNames = try directory.subdirectory(StoreFiles.recovered, createsIfMissing: false)?.names() ?? []
        return branches
            + recoveredNames.map {
                .init(
                    .notice,
                    "\(directory.path)/\(StoreFiles.recovered)/\($0) contains versions of records that were replaced.")
            }
    }

    /// Moves a branch to `recovered/`, and writes the replaced records and the ones that a person
    /// must decide about next to it.
    ///
    /// - Returns: the paths of the files.
    fileprivate func archive(
        _ branch: DivergedLog, _ replaced: [StoredRecord], _ doubtful: [StoredRecord]
    ) throws -> (branch: String, replaced: String?, doubtful: String?) {
        guard let folder = try directory.subdirectory(StoreFiles.recovered, createsIfMissing: true) else {
            throw Failure.disk("make", StoreFiles.recovered, Int(ENOENT))
        }
        let names = Set(folder.names())
        let stem = branch.name.hasSuffix(".jsonl") ? String(branch.name.dropLast(6)) : branch.name
        let freeName =
            (0...names.count).map { "\(stem)\($0 == 0 ? "" : "-\($0)")" }
            .first { name in
                ["", "-replaced", StoreFiles.doubtful].allSatisfy { !names.contains("\(name)\($0).jsonl") }
            } ?? stem
        if !replaced.isEmpty {
            try folder.replace("\(freeName)-replaced.jsonl", with: LogText.text(of: replaced))
        }
        if !doubtful.isEmpty {
            try folder.replace(
                "\(freeName)\(StoreFiles.doubtful).jsonl",
                with: ExportText.text(of: doubtful.compactMap(ExportedRecord.init)))
        }
        let root = SidecarFolder(directory)
        if let sourceFolder = branch.folder.isEmpty ? root : root.folder(branch.folder) {
            try sourceFolder.move(branch.name, to: SidecarFolder(folder), as: "\(freeName).jsonl")
            try sourceFolder.sync()
        }
        try folder.sync()
        return (
            "\(folder.path)/\(freeName).jsonl", replaced.isEmpty ? nil : "\(folder.path)/\(freeName)-replaced.jsonl",
            doubtful.isEmpty ? nil : "\(folder.path)/\(freeName)\(StoreFiles.doubtful).jsonl"
        )
    }

    /// Removes other branches when all data is replaced.
    func removeBranches() throws {
        for branch in try DivergedLog.all(in: directory, excluding: open) where branch.folder.isEmpty {
            try directory.remove(branch.name)
        }
    }

    /// Removes the kept versions of other branches.
    ///
    /// With `keepingDoubtful`, records that a person has yet to decide about stay. Those whose
    /// address has existed here since then go, because the deletion may concern them.
    func removeRecovered(in root: SidecarFolder, keepingDoubtful: Bool) throws {
        guard let folder = try directory.subdirectory(StoreFiles.recovered, createsIfMissing: false) else { return }
        var keptNames: Set<String> = []
        for name in folder.names() where keepingDoubtful && name.hasSuffix("\(StoreFiles.doubtful).jsonl") {
            let file = try folder.existing(name, flags: O_RDONLY)
            let records = try ExportText.records(in: file.read(file.size(), at: 0))
            let remaining = try records.filter { try open.tables.row(at: $0.address) == nil }
            guard !remaining.isEmpty else { continue }
            if remaining.count < records.count { try folder.replace(name, with: ExportText.text(of: remaining)) }
            keptNames.insert(name)
        }
        try root.folder(StoreFiles.recovered)?.removeAll(except: keptNames)
        if keptNames.isEmpty { try root.removeEmptyFolder(StoreFiles.recovered) }
    }
}
