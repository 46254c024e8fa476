import Kernel
import Sync

/// Locks records and files with a passphrase, and opens them: the service.
///
/// What it does to everything it does in parts, each of them whole; so whatever interrupts it, nothing is lost, and the same command goes on where it was.
public struct Vault: Sendable {
    let base: any Store
    let store: VaultStore
    let keeper: KeyKeeper
    let files: any VaultFiles
    private let ids: IDSource
    private let now: @Sendable () -> Instant

    /// A vault over a store.
    ///
    /// - Parameters:
    ///   - base: the records as they lie.
    ///   - store: the same as whoever has the key sees them.
    public init(
        _ base: any Store, seenAs store: VaultStore, files: any VaultFiles, _ keeper: KeyKeeper, ids: IDSource,
        now: @escaping @Sendable () -> Instant
    ) {
        (self.base, self.store, self.files, self.keeper, self.ids, self.now) = (base, store, files, keeper, ids, now)
    }

    // MARK: - How it stands

    func standing() throws -> VaultLock? { try base.engine.read { try VaultLock.standing(in: $0) } }

    /// How it stands with the lock. Where something is locked it looks for the key.
    package func situation() throws -> Situation {
        guard let lock = try standing() else { return .open }
        let hasKey = keeper.hasKey(of: lock)
        return switch lock.phase {
        case .locking: .halfLocked(hasKey: hasKey)
        case .locked: .locked(hasKey: hasKey)
        case .opening: .halfOpen(hasKey: hasKey)
        }
    }

    /// Whether something is locked, with the key at hand or without.
    public func isThere() throws -> Bool { try standing() != nil }

    /// Whether nobody can read anything at this moment.
    public func isClosed() throws -> Bool { try situation().isClosed }

    /// The lock with which a file is closed that is kept now; nil where files lie open.
    func closingLock() throws -> VaultLock? { try standing().flatMap { $0.closes ? $0 : nil } }

    /// What opens a file that is locked, by its first bytes.
    ///
    /// - Throws: `vaultElsewhere`, `vaultLocked`, `vaultWrongPassphrase`.
    func openingSeal(of head: [UInt8]) throws -> any Seal {
        guard let lock = try standing(), !SealedFile.isElsewhere(head, than: lock) else {
            throw Failure.lockedElsewhere(advice: "Use the store in which `lock` was typed, by `--store`.")
        }
        return try keeper.seal(of: lock)
    }

    /// How many records and files there are to be locked, or opened.
    package func size() throws -> (records: Int, files: Int) { (try addresses().count, try files.paths().count) }

    /// What a person should know before something is locked: files that stay as they are.
    package func others() throws -> [String] { try files.others() }

    /// Files that lie open although everything is locked: another program may have put them there.
    package func strays() throws -> [String] {
        guard try standing()?.phase == .locked else { return [] }
        return try files.paths().filter { try !isSealed($0) }
    }

    /// Files that no key of this store opens: they were locked in another one.
    package func elsewhere() throws -> [String] {
        let lock = try standing()
        return try files.paths().filter { try isElsewhere($0, than: lock) }
    }

    /// Removes what a search has written while something was being locked.
    func forgetWords() throws { try files.clearWords() }

    // MARK: - Locking

    /// Locks everything with a new passphrase, or goes on with what was begun, for which the passphrase is the one of then.
    ///
    /// - Parameter advance: told how many records and files are done.
    /// - Returns: how many records and files are locked now.
    /// - Throws: `vaultBusy`, `vaultElsewhere`, `vaultLeftovers`, `vaultNotKept`, `vaultWrongPassphrase`, `missingProgram`.
    package func lock(_ passphrase: String, _ advance: (Int) -> Void = { _ in }) throws -> (records: Int, files: Int) {
        let held = try files.hold()
        defer { withExtendedLifetime(held) {} }
        try refuseDrafts()
        let paths = try files.paths()
        let lock = try begun(passphrase, among: paths)
        let done = try convert(lock, advance)
        try files.clear(aside: true)
        try base.engine.write { below in
            guard var present = try VaultLock.standing(in: below), present.phase == .locking else { return }
            present.phase = .locked
            try put(present, in: below)
            below.forget(Forgotten())
        }
        _ = try base.engine.maintain(.compact)
        keeper.forget(lock)
        return done
    }

    /// The lock that is there, or a new one.
    private func begun(_ passphrase: String, among paths: [String]) throws -> VaultLock {
        if let lock = try standing() {
            keeper.use(try keeper.key(of: lock, with: passphrase), of: lock)
            return try turned(lock, to: .locking)
        }
        // Two keys among the same files: neither store would ever open all of them.
        if let other = try paths.first(where: { try isElsewhere($0, than: nil) }) {
            throw Failure.lockedElsewhere(
                other,
                advice:
                    "Open that store by `--store` and `lock --off`, then lock this one; or remove the file if that store is gone."
            )
        }
        let (key, wrapped) = try keeper.wrap.make(behind: passphrase)
        let lock = VaultLock(
            name: ids.next(VaultLock.self).rawValue, mark: key.mark, wrapped: wrapped, phase: .locking, since: now())
        // Whether the programs work at all shows now, and not when the first record is closed.
        let seal = keeper.use(key, of: lock)
        guard try seal.open(seal.seal([1, 2, 3])) == [1, 2, 3] else { throw Failure.unreadableItem }
        try base.engine.write { below in
            if try VaultLock.standing(in: below) != nil { throw Failure.vaultBusy }
            try put(lock, in: below)
        }
        return lock
    }

    private func turned(_ lock: VaultLock, to phase: VaultLock.Phase) throws -> VaultLock {
        var lock = lock
        lock.phase = phase
        let changed = lock
        try base.engine.write { try put(changed, in: $0) }
        return changed
    }

    private func refuseDrafts() throws {
        let drafts = try files.drafts()
        guard !drafts.isEmpty else { return }
        throw Failure(
            .vaultLeftovers, "A text that an editor left lies in the folder drafts: \(drafts.prefix(3).joined(separator: ", ")).",
            advice: "Use it with `edit`, or remove the file; then lock the diary.")
    }

    // MARK: - Opening

    /// Opens everything for good. The lock goes only when nothing is left that its key has closed.
    ///
    /// What was locked in another store stays so.
    ///
    /// - Throws: `vaultOpen`, `vaultBusy`, `vaultNotKept`, `vaultWrongPassphrase`.
    package func openForGood(_ passphrase: String, _ advance: (Int) -> Void = { _ in }) throws -> (records: Int, files: Int) {
        let held = try files.hold()
        defer { withExtendedLifetime(held) {} }
        _ = try files.paths()
        var lock = try needed()
        keeper.use(try keeper.key(of: lock, with: passphrase), of: lock)
        lock = try turned(lock, to: .opening)
        let done = try convert(lock, advance)
        try base.engine.write { below in
            for address in try below.addresses(in: .common) where VaultBundle.own.contains(address.collection) {
                guard let old = try below.record(at: address), old.isLive else { continue }
                let stamp = Stamp(generation: old.stamp.generation, deleted: true, time: below.time, device: below.device)
                try below.put(
                    StoredRecord(address: address, stamp: stamp, payloadVersion: old.payloadVersion, entries: [], payload: nil))
            }
            below.forget(Forgotten())
        }
        keeper.forget(lock)
        return done
    }

    /// Opens what is locked for this session.
    ///
    /// - Throws: `vaultOpen`, `vaultWrongPassphrase`, `vaultNoRing`.
    package func unlock(_ passphrase: String, seconds: Int) throws {
        let lock = try needed()
        let key = try keeper.key(of: lock, with: passphrase)
        if let trouble = keeper.ring.trouble { throw Failure.noRing(trouble, variable: keeper.variable) }
        try keeper.ring.keep(key.secret, as: lock.ringName, seconds: seconds)
    }

    /// Forgets the key of this session, and clears away what work that was interrupted has left.
    package func forgetKey() throws {
        keeper.forget(try needed())
        try files.clear(aside: false)
    }

    /// Another passphrase for the same key.
    ///
    /// - Throws: `vaultOpen`, `vaultWrongPassphrase`, `vaultBusy`.
    package func change(from old: String, to new: String) throws {
        let held = try files.hold()
        defer { withExtendedLifetime(held) {} }
        let lock = try needed()
        _ = try keeper.key(of: lock, with: old)
        let wrapped = try keeper.wrap.change(lock.wrapped, from: old, to: new)
        guard try keeper.wrap.open(wrapped, with: new).mark == lock.mark else { throw Failure.unreadableItem }
        try base.engine.write { below in
            guard var present = try VaultLock.standing(in: below), present.wrapped == lock.wrapped else {
                throw Failure.vaultBusy
            }
            present.wrapped = wrapped
            try put(present, in: below)
            // The old passphrase opens nothing that is left here.
            below.forget(Forgotten())
        }
    }

    private func needed() throws -> VaultLock {
        guard let lock = try standing() else {
            throw Failure(.vaultOpen, "The diary is not locked.", advice: "`lock` locks it with a passphrase.")
        }
        return lock
    }

    private func put(_ lock: VaultLock, in below: any EngineTransaction) throws {
        let old = try below.record(at: VaultLock.address)
        let generation = (old?.stamp.generation ?? below.firstGeneration) + (old?.stamp.deleted == true ? 1 : 0)
        try below.put(
            StoredRecord(
                address: VaultLock.address,
                stamp: Stamp(generation: generation, deleted: false, time: below.time, device: below.device),
                payloadVersion: VaultLock.collection.version, entries: [], payload: try JSONValue.encoder.encode(lock)))
    }
}

extension Failure {
    package static let vaultBusy = Failure(
        .vaultBusy, "Another process is locking or opening the diary at this moment.", advice: "Wait until it is done.",
        kind: .temporary)

    static func noRing(_ why: String, variable: String) -> Failure {
        Failure(
            .vaultNoRing, "There is nowhere to keep the key of a session: \(why)",
            advice: "Put the passphrase into the variable \(variable) where you want to work.", kind: .missingProgram)
    }
}
