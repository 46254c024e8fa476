import Kernel

/// The files beside a log that spare its reading: each a run, sorted, searched in place, and up to where in the log it speaks. A cache: wrong or
/// missing, they are made anew, and nothing is ever asked of them that the log could not answer.
///
/// The first speaks for the log from its beginning; the name of the next says from where on it does. So what has come since is written, and not
/// all that there is; small ones become one. Opening reads their directories, and a page when somebody asks for what stands in it. Read rather
/// than mapped: a bad sector is an error then and not the end of the program.
enum IndexFile {
    /// - Parameter start: from where on in the log it speaks.
    static func name(of generation: Int, from start: Int = 0) -> String {
        start == 0 ? "index-\(generation).bin" : "index-\(generation)-\(start).bin"
    }

    /// The generation that a file is of; nil for what is no index file.
    static func generation(of name: String) -> Int? {
        guard name.hasPrefix("index-"), name.hasSuffix(".bin") else { return nil }
        return Int(name.dropFirst(6).dropLast(4).prefix { $0 != "-" })
    }

    /// Removes those of a generation.
    static func remove(of generation: Int, in directory: StoreDirectory) throws {
        // The first before the others: without it they count for nothing.
        try directory.remove(name(of: generation))
        for name in names(of: generation, in: directory) { try directory.remove(name) }
    }

    static func names(of generation: Int, in directory: StoreDirectory) -> [String] {
        directory.names().filter { self.generation(of: $0) == generation }
    }

    // MARK: - Reading

    private static let greatestCount = 4096

    /// What a log says up to where its index files speak; the log goes on behind. Nil when there are none that can be used.
    static func runs(of log: Log, in directory: StoreDirectory) throws -> Runs? {
        guard let generation = log.header?.generation else { return nil }
        var (runs, next) = (Runs(), 0)
        let cache = PageCache()
        let size = try log.file.size()
        for _ in 0..<greatestCount {
            guard let file = try? directory.open(name(of: generation, from: next), flags: O_RDONLY),
                let run = RunReader.read(file, of: log, behind: runs.latest, cache), let position = run.position,
                position.end <= size, try position.isFound(in: log)
            else { break }
            runs.add(run)
            // One that only tells what was computed ends where it begins, and is the last.
            guard position.end > next else { break }
            next = position.end
        }
        guard let position = runs.latest?.position else { return nil }
        log.resume(behind: position)
        return runs
    }

    // MARK: - Writing

    /// Writes a run. Its end is not synced: after a power cut it is found to be wrong.
    ///
    /// - Parameter isSteady: whether it is brought to the medium as it is written.
    /// - Returns: what was written, opened; nil when another process is at it, or no line can be named up to which it would speak.
    private static func write(
        of log: Log, from start: Int, behind previous: LineMark?, in directory: StoreDirectory, isSteady: Bool = false,
        _ fill: (inout RunWriter) throws -> Void
    ) throws -> DiskFile? {
        guard let position = try log.position() else { return nil }
        let name = name(of: position.generation, from: start)
        let draftName = "\(name).new"
        let draft = try directory.existing(draftName, flags: O_RDWR | O_CREAT)
        guard try draft.tryLock(), directory.holds(draft, as: draftName) else { return nil }
        do {
            try draft.truncate(to: 0)
            var writer = RunWriter(draft, from: start, behind: previous, to: position, isSteady: isSteady)
            try fill(&writer)
            try directory.exchange(draftName, to: name)
            draft.unlock()
            return draft
        } catch {
            // On a disk that is full it would only be in the way.
            try? directory.remove(draftName)
            throw error
        }
    }

    /// Writes what was collected from a whole log, and reads it from there on; in memory where it cannot be written. What was written is brought to
    /// the medium here, and not by whoever syncs something next while others wait.
    static func run(_ builder: RunBuilder, of log: Log, in directory: StoreDirectory, isWritten: Bool) throws -> Run {
        if isWritten {
            let file = try? write(of: log, from: 0, behind: nil, in: directory, isSteady: true) {
                try builder.write(into: &$0)
            }
            try? file?.sync()
            if let file, let run = RunReader.read(file, of: log, behind: nil) { return run }
        }
        return try builder.run(of: log)
    }

    /// Writes what tables hold over the runs that files have, with those of them that are no longer than it.
    ///
    /// - Returns: whether it was done; false when another process is at it.
    static func settle(_ tables: Tables, of log: Log, in directory: StoreDirectory) throws -> Bool {
        let settled = try SettledRows(tables, spill: Spill(in: directory, of: log.header?.generation ?? 0))
        let merged = settled.merged
        let below = tables.runs.all.dropFirst(merged.count).first?.position
        let previous = below.map { LineMark(offset: $0.lastLine, checksum: $0.checksum) }
        let start = below?.end ?? 0
        guard try write(of: log, from: start, behind: previous, in: directory, { try settled.write(into: &$0) }) != nil else {
            return false
        }
        for run in merged where run.source.isFile && run.start > start {
            try directory.remove(name(of: log.header?.generation ?? 0, from: run.start))
        }
        return true
    }
}
