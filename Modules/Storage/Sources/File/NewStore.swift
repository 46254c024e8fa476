import Kernel

/// What a directory becomes in which there is no store yet.
enum NewStore {
    /// Makes a store where there is none. `CURRENT` comes last: without it, nothing was ever acknowledged here.
    ///
    /// - Throws: `storeBusy` when somebody else makes it and takes too long.
    static func make(in directory: StoreDirectory, _ lock: StoreLock, random: inout RandomSource) throws {
        guard try directory.open("CURRENT", flags: O_RDONLY) == nil, try isUnbegun(directory, lock.witness) else { return }
        let log = try directory.existing(LogHeader.fileName(of: 1), flags: O_RDWR | O_CREAT)
        // Whoever writes holds the log too: somebody may have taken `lock` away, and another be at the same.
        try lock.wait(for: log)
        defer { log.unlock() }
        guard try directory.open("CURRENT", flags: O_RDONLY) == nil else { return }
        if try log.size() > 0 { try log.truncate(to: 0) }
        try log.write(LogHeader(store: name(&random), generation: 1, before: 0).line, at: 0)
        try log.sync()
        try directory.replace("CURRENT", with: LineWriter.current(1))
    }

    /// No log, or one that holds no transaction: what is left when making a store was interrupted.
    private static func isUnbegun(_ directory: StoreDirectory, _ witness: LengthWitness?) throws -> Bool {
        guard let generation = Generations.all(in: directory).max() else { return witness == nil }
        guard generation == 1, witness == nil else { return false }
        let log = try Log(directory.existing(LogHeader.fileName(of: 1), flags: O_RDONLY))
        let size = try log.file.size()
        guard size <= LogHeader.greatestLength else { return false }
        _ = try log.read(to: size, into: NoSink())
        return log.starts.isEmpty
    }

    /// Sixteen characters of chance.
    static func name(_ random: inout RandomSource) -> String {
        let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<16).map { _ in alphabet[Int(random.next() & 31)] })
    }
}
