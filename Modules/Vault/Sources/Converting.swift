import Kernel
import Sync

/// Everything, closed or opened in parts.
extension Vault {
    /// So many records are closed or opened in one transaction.
    private static let batch = 400
    /// So often files are looked through: others keep some meanwhile.
    private static let rounds = 3

    func addresses() throws -> [RecordAddress] {
        let names = store.names
        return try base.engine.read { try $0.addresses(in: nil).filter { names.contains($0.collection) } }
    }

    /// Closes or opens every record and every file that is not yet as the lock says. What this returns from is done whole.
    ///
    /// - Throws: `vaultBusy`, where a file is still being written.
    func convert(_ lock: VaultLock, _ advance: (Int) -> Void) throws -> (records: Int, files: Int) {
        let all = try addresses()
        for start in stride(from: 0, to: all.count, by: Vault.batch) {
            let some = Array(all[start..<min(start + Vault.batch, all.count)])
            try base.engine.write { below in
                let transaction = store.transaction(over: below, lock, room: Bundles.large)
                _ = try transaction.convert(some)
                try transaction.flush()
            }
            advance(start + some.count)
        }
        let count = try files.paths().count
        for _ in 0..<Vault.rounds {
            let waiting = try waiting(for: lock)
            guard !waiting.isEmpty else { return (all.count, count) }
            try convert(waiting, lock) { advance(all.count + max(0, count - waiting.count) + $0) }
        }
        guard let left = try waiting(for: lock).first else { return (all.count, count) }
        throw Failure(
            .vaultBusy, "\(left) is being written at this moment.",
            advice: "Wait until that is done; then the same command goes on where it was.", kind: .temporary)
    }

    private func convert(_ paths: [String], _ lock: VaultLock, _ advance: (Int) -> Void) throws {
        let seal = try keeper.seal(of: lock)
        for start in stride(from: 0, to: paths.count, by: 16) {
            let some = Array(paths[start..<min(start + 16, paths.count)])
            let results = Cores.map(some.count, least: 1) { slice in
                slice.map { place in Result { try convert(some[place], lock, seal) } }
            }
            for result in results.joined() { try result.get() }
            advance(start + some.count)
        }
    }

    private func convert(_ path: String, _ lock: VaultLock, _ seal: any Seal) throws {
        try files.exchange(path) { bytes in
            guard waits(bytes, for: lock) else { return nil }
            guard !lock.closes else { return try SealedFile.sealed(bytes, by: seal) }
            do { return try SealedFile.opened(bytes, by: seal) } catch let failure as Failure where failure.code == .vaultDamaged
            {
                throw Failure(
                    .vaultDamaged, "\(path) is locked and cannot be opened: it is damaged.",
                    advice: "Put it there anew from a backup, or remove it; then the same command goes on where it was.",
                    kind: .badData)
            }
        }
    }

    // MARK: - How a file stands

    /// Files that are not as the lock says.
    private func waiting(for lock: VaultLock) throws -> [String] {
        try files.paths().filter { try head(of: $0).map { waits($0, for: lock) } ?? false }
    }

    private func waits(_ head: [UInt8], for lock: VaultLock) -> Bool {
        guard SealedFile.length(head) != nil else { return lock.closes }
        // What another lock has closed stays closed, whatever becomes of this one.
        return !lock.closes && !SealedFile.isElsewhere(head, than: lock)
    }

    func isElsewhere(_ path: String, than lock: VaultLock?) throws -> Bool {
        try head(of: path).map { SealedFile.isElsewhere($0, than: lock) } ?? false
    }

    func isSealed(_ path: String) throws -> Bool { try head(of: path).map { SealedFile.length($0) != nil } ?? true }

    private func head(of path: String) throws -> [UInt8]? { try files.bytes(of: path, atMost: SealedFile.head) }
}
