import DiskKit
import Kernel

/// The creation of a store in an empty directory.
enum NewStore {
    /// Creates a store if there is none. `CURRENT` is written last, because no transaction is
    /// acknowledged without it.
    ///
    /// - Throws: `storeBusy` if another process takes too long to create it.
    static func create(in directory: StoreDirectory, _ lock: StoreLock, random: inout RandomSource) throws {
        guard try directory.open("CURRENT", flags: O_RDONLY) == nil, try hasNoTransaction(directory, lock.mark)
        else {
            return
        }
        let log = try directory.existing(LogHeader.fileName(of: 1), flags: O_RDWR | O_CREAT)
        // A writer also locks the log, in case `lock` was removed and another process holds a new
        // one.
        try lock.wait(for: log)
        defer { log.unlock() }
        guard try directory.open("CURRENT", flags: O_RDONLY) == nil else { return }
        if try log.size() > 0 { try log.truncate(to: 0) }
        try log.write(LogHeader(store: randomName(&random), generation: 1, before: 0).line, at: 0)
        try log.sync()
        try directory.replace("CURRENT", with: LineWriter.current(1))
    }

    /// Whether there is no log with a transaction, as after an interrupted creation.
    private static func hasNoTransaction(_ directory: StoreDirectory, _ witness: DurabilityMark?) throws -> Bool {
        guard let generation = Generations.all(in: directory).max() else { return witness == nil }
        guard generation == 1, witness == nil else { return false }
        let log = try Log(directory.existing(LogHeader.fileName(of: 1), flags: O_RDONLY))
        let size = try log.file.size()
        guard size <= LogHeader.maxLength else { return false }
        _ = try log.read(to: size, into: DiscardingSink())
        return log.starts.isEmpty
    }

    /// Returns sixteen random characters, the name of a store or a device.
    static func randomName(_ random: inout RandomSource) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<16).map { _ in alphabet[Int(random.next() & 31)] })
    }
}
