import Kernel

/// Files that were being written beside a log by somebody who is not there any more: next generations and index files.
enum Drafts {
    /// Removes those that are in the way of what is written next. Whoever works on one holds its lock.
    static func sweep(in directory: StoreDirectory, after generation: Int) {
        // The index file of a generation comes before it counts; where its draft is not there, nobody waits for it.
        if isOrphan(generation + 1, in: directory) { try? IndexFile.remove(of: generation + 1, in: directory) }
        for name in drafts(in: directory) where abandoned(name, in: directory) != nil {
            // What cannot be removed is named by `inspect`.
            try? directory.remove(name)
        }
    }

    /// What is left of them, and how many bytes they take.
    static func findings(in directory: StoreDirectory, after generation: Int) -> [StoreReport.Finding] {
        var left = drafts(in: directory).compactMap { name in abandoned(name, in: directory).map { (name, $0) } }
        let index = IndexFile.name(of: generation + 1)
        if isOrphan(generation + 1, in: directory), let file = try? directory.open(index, flags: O_RDONLY) {
            left.append((index, (try? file.size()) ?? 0))
        }
        return left.map { name, size in
            StoreReport.Finding(
                .notice,
                "\(directory.path)/\(name) was left half-written, and takes \(counted(size, "byte")); the next command removes it."
            )
        }
    }

    private static func drafts(in directory: StoreDirectory) -> [String] {
        directory.names().filter { ($0.hasPrefix("log-") || $0.hasPrefix("index-")) && $0.hasSuffix(".new") }
    }

    /// Whether nobody writes a generation, and nobody has.
    private static func isOrphan(_ generation: Int, in directory: StoreDirectory) -> Bool {
        let names = directory.names()
        guard !names.contains(LogHeader.fileName(of: generation)) else { return false }
        let draft = LogHeader.draftName(of: generation)
        return !names.contains(draft) || abandoned(draft, in: directory) != nil
    }

    /// The size of a draft on which nobody works; nil for any other.
    private static func abandoned(_ name: String, in directory: StoreDirectory) -> Int? {
        guard let draft = try? directory.open(name, flags: O_RDONLY), (try? draft.tryLock()) == true else { return nil }
        defer { draft.unlock() }
        guard directory.holds(draft, as: name) else { return nil }
        return try? draft.size()
    }
}
