import Kernel
import Sync

/// Encryption and decryption of all data in steps.
extension VaultService {
    /// The number of records that one transaction encrypts or decrypts.
    private static let batch = 400
    /// The number of passes over the files, because other processes may add some.
    private static let passes = 3

    /// Returns the addresses of all records in the collections that are locked.
    func addresses() throws -> [RecordAddress] {
        let names = store.names
        return try base.engine.read { try $0.addresses(in: nil).filter { names.contains($0.collection) } }
    }

    /// Encrypts or decrypts every record and file that does not match the phase of the lock.
    ///
    /// - Throws: `vaultBusy` while a file is being written.
    func convert(_ lock: VaultLock, _ advance: (Int) -> Void) throws -> (records: Int, files: Int) {
        let addresses = try addresses()
        for start in stride(from: 0, to: addresses.count, by: VaultService.batch) {
            let batch = Array(addresses[start..<min(start + VaultService.batch, addresses.count)])
            try base.engine.write { below in
                let transaction = store.transaction(over: below, lock, bundleSize: Bundles.bulkSize)
                _ = try transaction.convert(batch)
                try transaction.flush()
            }
            advance(start + batch.count)
        }
        let count = try files.paths().count
        for _ in 0..<VaultService.passes {
            let unconverted = try filesToConvert(for: lock)
            guard !unconverted.isEmpty else { return (addresses.count, count) }
            try convert(unconverted, lock) { advance(addresses.count + max(0, count - unconverted.count) + $0) }
        }
        guard let busyFile = try filesToConvert(for: lock).first else { return (addresses.count, count) }
        throw Failure(
            .vaultBusy, "\(busyFile) is being written at this moment.",
            advice: "Wait until that is done; then the same command goes on where it was.", kind: .temporary)
    }

    private func convert(_ paths: [String], _ lock: VaultLock, _ advance: (Int) -> Void) throws {
        let seal = try keeper.seal(of: lock)
        for start in stride(from: 0, to: paths.count, by: 16) {
            let batch = Array(paths[start..<min(start + 16, paths.count)])
            let results = ParallelWork.map(batch.count, minimumSize: 1) { slice in
                slice.map { index in Result { try convert(batch[index], lock, seal) } }
            }
            for result in results.joined() { try result.get() }
            advance(start + batch.count)
        }
    }

    private func convert(_ path: String, _ lock: VaultLock, _ seal: any Seal) throws {
        try files.replaceContents(path) { bytes in
            guard needsConversion(bytes, for: lock) else { return nil }
            guard !lock.encryptsNewData else { return try SealedFile.sealed(bytes, by: seal) }
            do { return try SealedFile.opened(bytes, by: seal) } catch let failure as Failure
                where failure.code == .vaultDamaged
            {
                throw Failure(
                    .vaultDamaged, "\(path) is locked and cannot be opened: it is damaged.",
                    advice:
                        "Put it there anew from a backup, or remove it; then the same command goes on where it was.",
                    kind: .badData)
            }
        }
    }

    // MARK: - State of a file

    /// Returns the files that do not match the phase of the lock.
    private func filesToConvert(for lock: VaultLock) throws -> [String] {
        try files.paths().filter { try head(of: $0).map { needsConversion($0, for: lock) } ?? false }
    }

    private func needsConversion(_ head: [UInt8], for lock: VaultLock) -> Bool {
        guard SealedFile.length(head) != nil else { return lock.encryptsNewData }
        // A file of another lock stays encrypted.
        return !lock.encryptsNewData && !SealedFile.belongsToOtherLock(head, than: lock)
    }

    func belongsToOtherLock(_ path: String, than lock: VaultLock?) throws -> Bool {
        try head(of: path).map { SealedFile.belongsToOtherLock($0, than: lock) } ?? false
    }

    func isSealed(_ path: String) throws -> Bool { try head(of: path).map { SealedFile.length($0) != nil } ?? true }

    private func head(of path: String) throws -> [UInt8]? { try files.bytes(of: path, atMost: SealedFile.headLength) }
}
