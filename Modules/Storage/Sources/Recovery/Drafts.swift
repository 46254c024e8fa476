import Kernel

/// Files that were being written beside a log by somebody who is not there any more: next generations and index files.
enum Drafts {
    /// Removes those that are in the way of what is written next. Whoever works on one holds its lock.
    static func sweep(in directory: StoreDirectory, after generation: Int) {
        let drafts = [LogHeader.fileName(of: generation + 1), IndexFile.name(of: generation), IndexFile.name(of: generation + 1)]
        for name in drafts.map({ "\($0).new" }) where abandoned(name, in: directory) != nil {
            // What cannot be removed is named by `inspect`.
            try? directory.remove(name)
        }
    }

    /// What is left of them, and how many bytes they take.
    static func findings(in directory: StoreDirectory) -> [StoreReport.Finding] {
        directory.names().filter { ($0.hasPrefix("log-") || $0.hasPrefix("index-")) && $0.hasSuffix(".new") }.compactMap { name in
            abandoned(name, in: directory).map {
                StoreReport.Finding(
                    .notice,
                    "\(directory.path)/\(name) was left half-written, and takes \(counted($0, "byte")); the next command removes it."
                )
            }
        }
    }

    /// The size of a draft on which nobody works; nil for any other.
    private static func abandoned(_ name: String, in directory: StoreDirectory) -> Int? {
        guard let draft = try? directory.open(name, flags: O_RDONLY), (try? draft.tryLock()) == true else { return nil }
        defer { draft.unlock() }
        guard (try? directory.holds(draft, as: name)) == true else { return nil }
        return try? draft.size()
    }
}
