import Kernel

/// How what another branch of the history holds comes into a store. The greater stamp wins, as everywhere, and nothing is thrown away: the log
/// of the branch and the versions that gave way to it are kept in `recovered/`.
extension FileStore {
    private static let greatestBatch = 500
    private static let usualBatch = 1 << 20

    /// What became of the records of a branch.
    private struct Outcome {
        var brought: [RecordAddress] = []
        var replaced: [StoredRecord] = []
        /// Those whose key another record has here.
        var refused: [RecordAddress] = []
    }

    /// Brings in what every other branch holds that lies beside the log. What was done half is done again without harm.
    ///
    /// - Returns: what was brought and what was not, in sentences.
    func recoverBranches() throws -> [String] {
        try pass { files in
            try files.refresh()
            return files.open.health.refusal == nil ? try OtherBranch.all(in: files.directory, beside: files.open) : []
        }.flatMap(recover)
    }

    private func recover(_ branch: OtherBranch) throws -> [String] {
        let difference = try pass { try branch.difference(from: $0.open, of: $0.device) }
        var all = Outcome()
        var rest = difference.newer[...]
        while !rest.isEmpty {
            var (batch, size): ([StoredRecord], Int) = ([], 0)
            while batch.count < FileStore.greatestBatch, size < FileStore.usualBatch, let version = rest.popFirst() {
                let record = try version.record()
                batch.append(record)
                size += record.payload?.count ?? 0
            }
            let some = try write { try FileStore.bring(batch, into: $0) }
            all.brought += some.brought
            all.replaced += some.replaced
            all.refused += some.refused
        }
        guard !difference.isEmpty || branch.folder.isEmpty && !branch.mayBeOurs else { return [] }
        let kept = try pass { try $0.keep(branch, all.replaced, difference.doubtful.map { try $0.record() }) }
        func said(_ addresses: [RecordAddress], _ what: (String) -> String) -> [String] {
            addresses.isEmpty ? [] : [what(counted(addresses.count, "record")) + ": " + FileStore.named(addresses) + "."]
        }
        return said(all.brought) { "\($0) came from \(branch.path)" }
            + said(difference.older.map(\.address)) { "\($0) of \(branch.path) gave way to what is newer here" }
            + said(all.refused) { "\($0) of \(branch.path) could not come in, because another has the same name here" }
            + said(difference.doubtful.map(\.address)) {
                "\($0) of \(branch.path) may have been deleted here long ago, and did not come in"
            } + (kept.doubtful.map { ["`doctor --import \($0)` brings what did not come in."] } ?? [])
            + (kept.replaced.map { ["What was here before is kept as \($0)."] } ?? [])
            + ["The other branch is kept as \(kept.branch)."]
    }

    private static func bring(_ batch: [StoredRecord], into transaction: any EngineTransaction) throws -> Outcome {
        var outcome = Outcome()
        for record in batch {
            let old = try transaction.record(at: record.address)
            if let old, !(old.stamp < record.stamp) { continue }
            do {
                try transaction.put(record)
            } catch let failure as Failure where failure.code == .duplicateKey {
                outcome.refused.append(record.address)
                continue
            }
            outcome.brought.append(record.address)
            if let old, old.isLive { outcome.replaced.append(old) }
        }
        return outcome
    }

    private static func named(_ addresses: [RecordAddress]) -> String {
        listed(first: 10, of: addresses) { "\($0.collection) “\($0.id)”" }
    }
}

extension StoreFiles {
    /// Where a person finds what did not stay.
    private static let recovered = "recovered"
    /// What ends the name of a file with records that may have been deleted here.
    private static let doubtful = "-doubtful"

    /// What a person should know of other branches, and of what was kept of them.
    func branches() throws -> [StoreReport.Finding] {
        let here = LengthWitness(open.log, of: open.generation)
        let beside = try OtherBranch.all(in: directory, beside: open).compactMap { branch -> StoreReport.Finding? in
            let difference = try branch.difference(from: open, of: device)
            guard !difference.isEmpty else { return nil }
            let (newer, older, doubtful) = (
                difference.newer.count, difference.older.count, difference.doubtful.count
            )
            let old =
                doubtful == 0
                ? ""
                : doubtful == 1
                    ? " 1 record in it may have been deleted here long ago, and does not come in unasked."
                    : " \(doubtful) records in it may have been deleted here long ago, and do not come in unasked."
            return .init(
                .notice,
                "\(directory.path)/\(branch.path) is another branch of the history. It ends with \(branch.end.inWords); here is \(here.inWords). Records in it that win over what is here: \(newer); that give way: \(older). `doctor --repair` brings them in.\(old)"
            )
        }
        let kept = try directory.subdirectory(StoreFiles.recovered, mayMake: false)?.names() ?? []
        return beside
            + kept.map {
                .init(.notice, "\(directory.path)/\(StoreFiles.recovered)/\($0) holds versions of records that did not stay.")
            }
    }

    /// Moves a branch to where a person finds it, and writes beside it what gave way, and what nobody can decide but a person.
    ///
    /// - Returns: where they are.
    fileprivate func keep(
        _ branch: OtherBranch, _ replaced: [StoredRecord], _ doubtful: [StoredRecord]
    ) throws -> (branch: String, replaced: String?, doubtful: String?) {
        guard let place = try directory.subdirectory(StoreFiles.recovered, mayMake: true) else {
            throw Failure.disk("make", StoreFiles.recovered, Int(ENOENT))
        }
        let taken = Set(place.names())
        let stem = branch.name.hasSuffix(".jsonl") ? String(branch.name.dropLast(6)) : branch.name
        let free =
            (0...taken.count).map { "\(stem)\($0 == 0 ? "" : "-\($0)")" }
            .first { name in ["", "-replaced", StoreFiles.doubtful].allSatisfy { !taken.contains("\(name)\($0).jsonl") } } ?? stem
        if !replaced.isEmpty {
            try place.replace("\(free)-replaced.jsonl", with: LogText.text(of: replaced))
        }
        if !doubtful.isEmpty {
            try place.replace(
                "\(free)\(StoreFiles.doubtful).jsonl", with: ExportText.text(of: doubtful.compactMap(ExportedRecord.init)))
        }
        let root = BesideFolder(directory)
        if let from = branch.folder.isEmpty ? root : root.folder(branch.folder) {
            try from.move(branch.name, to: BesideFolder(place), as: "\(free).jsonl")
            try from.sync()
        }
        try place.sync()
        return (
            "\(place.path)/\(free).jsonl", replaced.isEmpty ? nil : "\(place.path)/\(free)-replaced.jsonl",
            doubtful.isEmpty ? nil : "\(place.path)/\(free)\(StoreFiles.doubtful).jsonl"
        )
    }

    /// Lets go of other branches, when everything is exchanged for something else.
    func removeBranches() throws {
        for branch in try OtherBranch.all(in: directory, beside: open) where branch.folder.isEmpty {
            try directory.remove(branch.name)
        }
    }

    /// Lets go of all that was kept of them. Where the records here stay, so do those that a person has yet to decide about, but for what has ever
    /// stood here since: that may be what is to go.
    func removeRecovered(in root: BesideFolder, keepingDoubtful: Bool) throws {
        guard let place = try directory.subdirectory(StoreFiles.recovered, mayMake: false) else { return }
        var kept: Set<String> = []
        for name in place.names() where keepingDoubtful && name.hasSuffix("\(StoreFiles.doubtful).jsonl") {
            let file = try place.existing(name, flags: O_RDONLY)
            let all = try ExportText.records(in: file.read(file.size(), at: 0))
            let left = try all.filter { try open.tables.row(at: $0.address) == nil }
            guard !left.isEmpty else { continue }
            if left.count < all.count { try place.replace(name, with: ExportText.text(of: left)) }
            kept.insert(name)
        }
        try root.folder(StoreFiles.recovered)?.removeAll(except: kept)
        if kept.isEmpty { try root.dissolve(StoreFiles.recovered) }
    }
}
