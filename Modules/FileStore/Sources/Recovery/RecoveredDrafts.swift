import DiskKit
import Kernel

/// Unfinished files next to a log whose writers have ended: next generations and index files.
enum Drafts {
    /// Removes the drafts that block the next write. A live writer holds the lock of its draft.
    static func sweep(in directory: StoreDirectory, after generation: Int) {
        // The index file exists before its generation is valid. Without the generation's draft, no
        // process needs it.
        if isOrphan(generation + 1, in: directory) { try? IndexFile.remove(of: generation + 1, in: directory) }
        for name in drafts(in: directory) where abandoned(name, in: directory) != nil {
            // `inspect` reports the rest.
            try? directory.remove(name)
        }
    }

    /// Returns findings with the sizes of the remaining drafts.
    static func findings(in directory: StoreDirectory, after generation: Int) -> [StoreReport.Finding] {
        var remaining = drafts(in: directory).compactMap { name in abandoned(name, in: directory).map { (name, $0) } }
        let index = IndexFile.name(of: generation + 1)
        if isOrphan(generation + 1, in: directory), let file = try? directory.open(index, flags: O_RDONLY) {
            remaining.append((index, (try? file.size()) ?? 0))
        }
        return remaining.map { name, size in
            StoreReport.Finding(
                .notice,
                "\(directory.path)/\(name) was left half-written, and takes \(counted(size, "byte")); the next command removes it."
            )
        }
    }

    private static func drafts(in directory: StoreDirectory) -> [String] {
        directory.names().filter { ($0.hasPrefix("log-") || $0.hasPrefix("index-")) && $0.hasSuffix(".new") }
    }

    /// Whether a generation has neither a writer nor a log.
    private static func isOrphan(_ generation: Int, in directory: StoreDirectory) -> Bool {
        let names = directory.names()
        guard !names.contains(LogHeader.fileName(of: generation)) else { return false }
        let draft = LogHeader.draftName(of: generation)
        return !names.contains(draft) || abandoned(draft, in: directory) != nil
    }

    /// Returns the size of an abandoned draft, or nil for any other file.
    private static func abandoned(_ name: String, in directory: StoreDirectory) -> Int? {
        guard let draft = try? directory.open(name, flags: O_RDONLY), (try? draft.tryLock()) == true else { return nil }
        defer { draft.unlock() }
        guard directory.refersTo(draft, as: name) else { return nil }
        return try? draft.size()
    }
}
