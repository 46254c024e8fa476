import Kernel

/// Which generations of a store's log lie in a directory, and which of them counts.
enum Generations {
    /// Those whose logs are there.
    static func all(in directory: StoreDirectory) -> [Int] {
        directory.names().compactMap { name in
            guard name.hasPrefix("log-"), name.hasSuffix(".jsonl") else { return nil }
            return Int(name.dropFirst(4).dropLast(6))
        }
    }

    /// Those whose logs, or index files that outlived them, are there, in order.
    static func withFiles(in directory: StoreDirectory) -> [Int] {
        let indexed = directory.names().compactMap(IndexFile.generation)
        return Set(indexed + all(in: directory)).sorted()
    }

    /// The one that the file `CURRENT` names; nil when it is damaged.
    static func named(by current: DiskFile) throws -> Int? {
        let bytes = try current.read(128, at: 0)
        guard let newline = bytes.firstIndex(of: 10) else { return nil }
        return bytes.withUnsafeBytes { LoggedLine.body(of: UnsafeRawBufferPointer(rebasing: $0[..<newline]))?.sequence }
    }

    /// Of several logs without a word on which one counts, the one that goes furthest.
    static func likeliest(in directory: StoreDirectory) throws -> Int? {
        let all = all(in: directory).sorted()
        guard all.count > 1 else { return all.first }
        return try all.map { generation in
            let log = try Log(directory.existing(LogHeader.fileName(of: generation), flags: O_RDONLY))
            _ = try log.read(to: log.file.size(), into: NoSink())
            return (generation: generation, sequence: log.sequence)
        }.max { ($0.sequence, $0.generation) < ($1.sequence, $1.generation) }?.generation
    }
}
