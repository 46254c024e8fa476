import Kernel
import Sync

/// The service that locks records and files with a passphrase, and unlocks them.
///
/// Bulk work proceeds in whole steps. After an interruption nothing is lost, and the same command
/// continues.
package struct VaultService: Sendable {
    /// The records as stored, partly encrypted.
    let base: any Store
    let store: VaultStore
    let keeper: VaultKeyProvider
    let files: any VaultFiles
    private let ids: IDSource
    private let now: @Sendable () -> Instant

    /// - Parameters:
    ///   - base: The records as stored.
    ///   - store: The same records, decrypted.
    package init(
        _ base: any Store, store: VaultStore, files: any VaultFiles, _ keeper: VaultKeyProvider, ids: IDSource,
        now: @escaping @Sendable () -> Instant
    ) {
        self.base = base
        self.store = store
        self.files = files
        self.keeper = keeper
        self.ids = ids
        self.now = now
    }

    // MARK: - State

    func currentLock() throws -> VaultLock? { try base.engine.read { try VaultLock.currentLock(in: $0) } }

    /// Returns the state of the lock, and looks for the key if there is a lock.
    package func state() throws -> LockState {
        guard let lock = try currentLock() else { return .open }
        let hasKey = keeper.hasKey(of: lock)
        return switch lock.phase {
        case .locking: .halfLocked(hasKey: hasKey)
        case .locked: .locked(hasKey: hasKey)
        case .opening: .halfOpen(hasKey: hasKey)
        }
    }

    /// Returns whether a lock exists, with or without an available key.
    package func hasLock() throws -> Bool { try currentLock() != nil }

    /// Returns whether the data is unreadable at this moment.
    package func isClosed() throws -> Bool { try state().isClosed }

    /// Returns the lock for new files, or nil if files are plain.
    func closingLock() throws -> VaultLock? { try currentLock().flatMap { $0.encryptsNewData ? $0 : nil } }

    /// Returns the seal that opens an encrypted file, by its first bytes.
    ///
    /// - Throws: `vaultElsewhere`, `vaultLocked`, `vaultWrongPassphrase`.
    func openingSeal(of head: [UInt8]) throws -> any Seal {
        guard let lock = try currentLock(), !SealedFile.belongsToOtherLock(head, than: lock) else {
            throw Failure.lockedElsewhere(advice: "Use the store in which `lock` was typed, by `--store`.")
        }
        return try keeper.seal(of: lock)
    }

    /// Returns the number of records and files to lock or unlock.
    package func itemCounts() throws -> (records: Int, files: Int) { (try addresses().count, try files.paths().count) }

    /// Returns the files that stay plain, for a notice before locking.
    package func otherFiles() throws -> [String] { try files.otherFiles() }

    /// Returns the plain files in a locked diary, which another program may have added.
    package func unencryptedFiles() throws -> [String] {
        guard try currentLock()?.phase == .locked else { return [] }
        return try files.paths().filter { try !isSealed($0) }
    }

    /// Returns the files that were locked in another store, which no key here opens.
    package func foreignFiles() throws -> [String] {
        let lock = try currentLock()
        return try files.paths().filter { try belongsToOtherLock($0, than: lock) }
    }

    /// Removes search indexes written during locking.
    func removeSearchIndexes() throws { try files.removeSearchIndexes() }

    // MARK: - Locking

    /// Encrypts everything with a new passphrase, or continues an interrupted encryption with its
    /// passphrase.
    ///
    /// - Parameter advance: Receives the number of finished records and files.
    /// - Returns: The number of locked records and files.
    /// - Throws: `vaultBusy`, `vaultElsewhere`, `vaultLeftovers`, `vaultNotKept`,
    ///   `vaultWrongPassphrase`, `missingProgram`.
    package func lock(_ passphrase: String, _ advance: (Int) -> Void = { _ in }) throws -> (records: Int, files: Int) {
        let lockHandle = try files.acquireLock()
        defer { withExtendedLifetime(lockHandle) {} }
        try refuseDrafts()
        let paths = try files.paths()
        let lock = try currentOrNewLock(passphrase, among: paths)
        let counts = try convert(lock, advance)
        try files.removePlainTextFiles(aside: true)
        try base.engine.write { below in
            guard var current = try VaultLock.currentLock(in: below), current.phase == .locking else { return }
            current.phase = .locked
            try put(current, in: below)
            below.markForPurging(PurgedFiles())
        }
        _ = try base.engine.maintain(.compact)
        keeper.forget(lock)
        return counts
    }

    /// Returns the existing lock in the phase `locking`, or creates a new one.
    private func currentOrNewLock(_ passphrase: String, among paths: [String]) throws -> VaultLock {
        if let lock = try currentLock() {
            keeper.cache(try keeper.key(of: lock, with: passphrase), of: lock)
            return try setPhase(of: lock, to: .locking)
        }
        // With two keys among the same files, neither store could open all of them.
        if let foreignFile = try paths.first(where: { try belongsToOtherLock($0, than: nil) }) {
            throw Failure.lockedElsewhere(
                foreignFile,
                advice:
                    "Open that store by `--store` and `lock --off`, then lock this one; or remove the file if that store is gone."
            )
        }
        let (key, wrapped) = try keeper.wrap.make(wrappedBy: passphrase)
        let lock = VaultLock(
            name: ids.next(VaultLock.self).rawValue, mark: key.fingerprint, wrapped: wrapped, phase: .locking,
            since: now())
        // A trial encryption detects unusable programs before the first record.
        let seal = keeper.cache(key, of: lock)
        guard try seal.open(seal.seal([1, 2, 3])) == [1, 2, 3] else { throw Failure.unreadableItem }
        try base.engine.write { below in
            if try VaultLock.currentLock(in: below) != nil { throw Failure.vaultBusy }
            try put(lock, in: below)
        }
        return lock
    }

    private func setPhase(of lock: VaultLock, to phase: VaultLock.Phase) throws -> VaultLock {
        var lock = lock
        lock.phase = phase
        let changedLock = lock
        try base.engine.write { try put(changedLock, in: $0) }
        return changedLock
    }

    /// Throws `vaultLeftovers` if the folder `drafts` still has texts of an editor.
    private func refuseDrafts() throws {
        let drafts = try files.drafts()
        guard !drafts.isEmpty else { return }
        throw Failure(
            .vaultLeftovers,
            "A text that an editor left lies in the folder drafts: \(drafts.prefix(3).joined(separator: ", ")).",
            advice: "Use it with `edit`, or remove the file; then lock the diary.")
    }

    // MARK: - Opening

    /// Decrypts everything permanently. The lock is removed after all data of its key is decrypted.
    ///
    /// Files that were locked in another store stay encrypted.
    ///
    /// - Throws: `vaultOpen`, `vaultBusy`, `vaultNotKept`, `vaultWrongPassphrase`.
    package func unlockPermanently(_ passphrase: String, _ advance: (Int) -> Void = { _ in }) throws -> (
        records: Int, files: Int
    ) {
        let lockHandle = try files.acquireLock()
        defer { withExtendedLifetime(lockHandle) {} }
        _ = try files.paths()
        var lock = try requireLock()
        keeper.cache(try keeper.key(of: lock, with: passphrase), of: lock)
        lock = try setPhase(of: lock, to: .opening)
        let counts = try convert(lock, advance)
        try base.engine.write { below in
            for address in try below.addresses(in: .common)
            where VaultBundle.internalCollections.contains(address.collection) {
                guard let old = try below.record(at: address), old.isLive else { continue }
                let stamp = Stamp(
                    generation: old.stamp.generation, deleted: true, time: below.time, device: below.device)
                try below.put(
                    StoredRecord(
                        address: address, stamp: stamp, payloadVersion: old.payloadVersion, entries: [], payload: nil))
            }
            below.markForPurging(PurgedFiles())
        }
        keeper.forget(lock)
        return counts
    }

    /// Unlocks the diary for this session.
    ///
    /// - Throws: `vaultOpen`, `vaultWrongPassphrase`, `vaultNoRing`.
    package func unlock(_ passphrase: String, seconds: Int) throws {
        let lock = try requireLock()
        let key = try keeper.key(of: lock, with: passphrase)
        if let trouble = keeper.ring.unavailableReason { throw Failure.noRing(trouble, variable: keeper.variable) }
        try keeper.ring.store(key.secret, as: lock.ringName, seconds: seconds)
    }

    /// Removes the key of this session, and cleans up after interrupted work.
    package func forgetKey() throws {
        keeper.forget(try requireLock())
        try files.removePlainTextFiles(aside: false)
    }

    /// Changes the passphrase of the key.
    ///
    /// - Throws: `vaultOpen`, `vaultWrongPassphrase`, `vaultBusy`.
    package func change(from old: String, to new: String) throws {
        let lockHandle = try files.acquireLock()
        defer { withExtendedLifetime(lockHandle) {} }
        let lock = try requireLock()
        _ = try keeper.key(of: lock, with: old)
        let wrapped = try keeper.wrap.change(lock.wrapped, from: old, to: new)
        guard try keeper.wrap.open(wrapped, with: new).fingerprint == lock.mark else { throw Failure.unreadableItem }
        try base.engine.write { below in
            guard var current = try VaultLock.currentLock(in: below), current.wrapped == lock.wrapped else {
                throw Failure.vaultBusy
            }
            current.wrapped = wrapped
            try put(current, in: below)
            // Purges the old versions of this record, so that the old passphrase opens nothing
            // here.
            below.markForPurging(PurgedFiles())
        }
    }

    private func requireLock() throws -> VaultLock {
        guard let lock = try currentLock() else {
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
