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
        let (newer, older) = try pass { try branch.difference(from: $0.open) }
        var all = Outcome()
        var rest = newer[...]
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
        guard !newer.isEmpty || !older.isEmpty || branch.folder.isEmpty && !branch.mayBeOurs else { return [] }
        let (kept, replaced) = try pass { try $0.keep(branch, all.replaced) }
        func said(_ addresses: [RecordAddress], _ what: (String) -> String) -> [String] {
            addresses.isEmpty ? [] : [what(counted(addresses.count, "record")) + ": " + FileStore.listed(addresses) + "."]
        }
        return said(all.brought) { "\($0) came from \(branch.path)" }
            + said(older.map(\.address)) { "\($0) of \(branch.path) gave way to what is newer here" }
            + said(all.refused) { "\($0) of \(branch.path) could not come in, because another has the same name here" }
            + (replaced.map { ["What was here before is kept as \($0)."] } ?? []) + ["The other branch is kept as \(kept)."]
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

    private static func listed(_ addresses: [RecordAddress]) -> String {
        let some = addresses.prefix(10).map { "\($0.collection) “\($0.id)”" }.joined(separator: ", ")
        return addresses.count > 10 ? "\(some) and \(counted(addresses.count - 10, "other"))" : some
    }
}

extension StoreFiles {
    /// Where a person finds what did not stay.
    private static let recovered = "recovered"

    /// What a person should know of other branches, and of what was kept of them.
    func branches() throws -> [StoreReport.Finding] {
        let here = LengthWitness(open.log, of: open.generation)
        let beside = try OtherBranch.all(in: directory, beside: open).compactMap { branch -> StoreReport.Finding? in
            let (newer, older) = try branch.difference(from: open)
            guard !newer.isEmpty || !older.isEmpty else { return nil }
            return .init(
                .notice,
                "\(directory.path)/\(branch.path) is another branch of the history. It ends with \(branch.end.inWords); here is \(here.inWords). \(counted(newer.count, "record")) in it \(newer.count == 1 ? "wins" : "win") over what is here, and \(older.count) \(older.count == 1 ? "gives" : "give") way; `doctor --repair` brings them in."
            )
        }
        let kept = try directory.subdirectory(StoreFiles.recovered, mayMake: false)?.names() ?? []
        return beside
            + kept.map {
                .init(.notice, "\(directory.path)/\(StoreFiles.recovered)/\($0) holds versions of records that did not stay.")
            }
    }

    /// Moves a branch to where a person finds it, and writes beside it what gave way.
    ///
    /// - Returns: where both are.
    fileprivate func keep(_ branch: OtherBranch, _ replaced: [StoredRecord]) throws -> (branch: String, replaced: String?) {
        guard let place = try directory.subdirectory(StoreFiles.recovered, mayMake: true) else {
            throw Failure.disk("make", StoreFiles.recovered, Int(ENOENT))
        }
        let taken = Set(place.names())
        let stem = branch.name.hasSuffix(".jsonl") ? String(branch.name.dropLast(6)) : branch.name
        let free =
            (0...taken.count).map { "\(stem)\($0 == 0 ? "" : "-\($0)")" }
            .first { !taken.contains("\($0).jsonl") && !taken.contains("\($0)-replaced.jsonl") } ?? stem
        if !replaced.isEmpty {
            try place.replace("\(free)-replaced.jsonl", with: LogText.text(of: replaced))
        }
        let root = BesideFolder(directory)
        if let from = branch.folder.isEmpty ? root : root.folder(branch.folder) {
            try from.move(branch.name, to: BesideFolder(place), as: "\(free).jsonl")
            try from.sync()
        }
        try place.sync()
        return ("\(place.path)/\(free).jsonl", replaced.isEmpty ? nil : "\(place.path)/\(free)-replaced.jsonl")
    }

    /// Lets go of other branches, when everything is exchanged for something else.
    func removeBranches() throws {
        for branch in try OtherBranch.all(in: directory, beside: open) where branch.folder.isEmpty {
            try directory.remove(branch.name)
        }
    }

    /// Lets go of all that was kept of them.
    func removeRecovered(in root: BesideFolder) throws {
        try root.folder(StoreFiles.recovered)?.removeAll()
        try root.dissolve(StoreFiles.recovered)
    }
}
