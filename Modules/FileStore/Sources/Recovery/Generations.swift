import DiskKit
import Kernel

/// The generations of a store's log in a directory, and the valid one among them.
enum Generations {
    /// Returns the generations that have a log.
    static func all(in directory: StoreDirectory) -> [Int] {
        directory.names().compactMap { name in
            guard name.hasPrefix("log-"), name.hasSuffix(".jsonl") else { return nil }
            return Int(name.dropFirst(4).dropLast(6))
        }
    }

    /// Returns the generations that have a log or an index file, in order.
    static func withFiles(in directory: StoreDirectory) -> [Int] {
        let indexed = directory.names().compactMap(IndexFile.generation)
        return Set(indexed + all(in: directory)).sorted()
    }

    /// Returns the generation that the file `CURRENT` names, or nil if it is damaged.
    static func named(by current: DiskFile) throws -> Int? {
        let bytes = try current.read(128, at: 0)
        guard let newline = bytes.firstIndex(of: 10) else { return nil }
        return bytes.withUnsafeBytes { LoggedLine.body(of: UnsafeRawBufferPointer(rebasing: $0[..<newline]))?.sequence }
    }

    /// Returns the generation that goes furthest, if `CURRENT` is missing.
    static func longest(in directory: StoreDirectory) throws -> Int? {
        let generations = all(in: directory).sorted()
        guard generations.count > 1 else { return generations.first }
        return try generations.map { generation in
            let log = try Log(directory.existing(LogHeader.fileName(of: generation), flags: O_RDONLY))
            _ = try log.read(to: log.file.size(), into: DiscardingSink())
            return (generation: generation, sequence: log.sequence)
        }.max { ($0.sequence, $0.generation) < ($1.sequence, $1.generation) }?.generation
    }
}
