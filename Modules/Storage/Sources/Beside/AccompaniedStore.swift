import Kernel

/// A store whose engine knows no folder, with those of the app beside it: when records go for good, their files, drafts and caches go too, and what a
/// restore brings for folders comes in.
///
/// What is due in files is a record of the same transaction (`Aftermath`), taken away when it is done: so a process that is killed leaves
/// nothing that the next one does not finish. A file store does this for itself.
package final class AccompaniedStore: Store, StoreEngine {
    private let store: any Store
    private var base: any StoreEngine { store.engine }
    private let path: String
    private let surroundings: Surroundings

    package var engine: any StoreEngine { self }
    package let partition = Partition.common

    /// - Parameters:
    ///   - path: the directory of the app; made when something is due there.
    ///   - isRehearsal: whether nothing may be done in files.
    package init(over base: any Store, at path: String, _ surroundings: Surroundings, isRehearsal: Bool) {
        (store, self.path, self.surroundings) = (base, path, surroundings)
        guard !isRehearsal, FileManager.default.fileExists(atPath: path) else { return }
        // What fails here, `inspect` names, and the next handle tries again; what was staged for a restore is only removed once it is known that
        // nobody waits for it.
        guard (try? settle()) != nil, let directory = try? directory() else { return }
        try? Staging.sweep(directory)
    }

    private func directory() throws -> StoreDirectory { try StoreDirectory(path: path, access: .owner, system: SystemCalls()) }

    package func read<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value { try base.read(body) }

    package func write<Value>(_ body: (any EngineTransaction) throws -> Value) throws -> Value {
        try finishing { isDue in
            try base.write { below in
                let transaction = ForgettingTransaction(over: below)
                let value = try body(transaction)
                isDue = transaction.forgotten != nil
                if let forgotten = transaction.forgotten {
                    try note(in: below) { $0.add(forgotten) }
                }
                return value
            }
        }
    }

    package func renew<Value>(_ renewal: Renewal, closing: (any EngineTransaction) throws -> Value) throws -> Value {
        try finishing { isDue in
            try base.renew(renewal) { below in
                let transaction = ForgettingTransaction(over: below)
                let value = try closing(transaction)
                let forgotten = transaction.forgotten
                isDue = renewal.isWhole || forgotten != nil
                if isDue {
                    try note(in: below) { due in
                        if renewal.isWhole { due = Aftermath(renewal) }
                        due.add(forgotten ?? Forgotten())
                    }
                }
                return value
            }
        }
    }

    /// Notes what is due, behind what was due before.
    private func note(in transaction: any EngineTransaction, _ change: (inout Aftermath) -> Void) throws {
        let old = try transaction.record(at: Aftermath.address)
        var due = try old.map(Aftermath.init) ?? Aftermath()
        change(&due)
        try transaction.put(due.record(over: old, time: transaction.time, device: transaction.device)) { $0.entries }
    }

    /// Does what is due behind a transaction that was committed, also where the engine could not let go of its own bytes yet.
    private func finishing<Value>(_ transaction: (_ isDue: inout Bool) throws -> Value) throws -> Value {
        var isDue = false
        let outcome = Result { try transaction(&isDue) }
        if case .failure(let error) = outcome, (error as? Failure)?.code != .erasureUnfinished { throw error }
        if isDue {
            do { try settle() } catch {
                let reason = (error as? Failure)?.message ?? "\(error)"
                throw Failure(
                    .erasureUnfinished, "It is done, but the old data is still in the files of \(path). \(reason)",
                    advice: "When that is corrected, the next command removes it; `doctor` tells you when nothing is left.",
                    kind: .temporary)
            }
        }
        return try outcome.get()
    }

    /// Within a transaction of the store, so that one process at a time is at the files. Doing it again changes nothing.
    private func settle() throws {
        while let due = try unsettled() {
            let directory = try directory()
            try base.write { transaction in
                guard let still = try transaction.record(at: Aftermath.address), still.stamp == due.stamp else { return }
                try Aftermath(still).settle(in: BesideFolder(directory), surroundings)
                let done = Aftermath.done(still, time: transaction.time, device: transaction.device)
                try transaction.put(done) { $0.entries }
            }
        }
    }

    private func unsettled() throws -> StoredRecord? {
        let due = try base.read { try $0.record(at: Aftermath.address) }
        return due?.isLive == true ? due : nil
    }

    // MARK: - Reports

    package func inspect() throws -> StoreReport {
        let report = try base.inspect()
        guard try unsettled() != nil else { return report }
        let finding = StoreReport.Finding(
            .notice, "Something was deleted for good, but its files could not be removed from \(path) yet.")
        return StoreReport(
            location: report.location, records: report.records, bytes: report.bytes, sequence: report.sequence,
            findings: report.findings + [finding])
    }

    /// Of the engine, and of the folders beside.
    package func space() throws -> [StoreSpace] {
        let folders = (try? StoreDirectory(path: path, access: .owner, system: SystemCalls(), mayMake: false)).map {
            BesideFolder($0).spaces
        }
        return try base.space() + (folders ?? [])
    }

    package func changes(since sequence: Int, limit: Int) throws -> [Change] { try base.changes(since: sequence, limit: limit) }
    package func forgottenDeletions() throws -> Int { try base.forgottenDeletions() }
    package func maintain(_ work: Maintenance) throws -> [String] { try base.maintain(work) }
    package func rewrite(_ form: (StoredRecord) throws -> StoredRecord?) throws -> [String] { try base.rewrite(form) }
    package func close() throws { try store.close() }
}

extension BesideFolder {
    /// What each folder in here takes.
    fileprivate var spaces: [StoreSpace] {
        names.compactMap { name in
            guard folder(name) != nil, let extent = extent(of: name) else { return nil }
            return StoreSpace(
                .folder, name, count: extent.files, bytes: extent.bytes,
                since: extent.oldest.map { Instant(milliseconds: $0) })
        }
    }
}

extension StoreOffer {
    /// Opens the store of an app, whose files lie in its directory whatever engine keeps its records.
    public func opened(on ground: StoreGround) throws -> any Store {
        let store = try open(ground)
        guard isLasting, name != StoreOffer.file.name, let path = try? ground.directory() else { return store }
        return AccompaniedStore(over: store, at: path, .ofApp, isRehearsal: ground.isRehearsal)
    }
}
