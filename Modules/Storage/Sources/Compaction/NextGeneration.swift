import Kernel

/// The file in which the next generation of a log is written, with its index file: a compaction's, or that of bulk work. Whoever has it holds its
/// lock, so that nobody else writes one and nobody sweeps it; what did not get into its place goes when it is let go.
final class NextGeneration {
    let file: DiskFile
    let number: Int
    let directory: StoreDirectory
    private var isInPlace = false
    private var isHeld = true

    /// An empty one.
    ///
    /// - Returns: nil when another process is at it, or has done it.
    init?(after old: OpenLog, in directory: StoreDirectory) throws {
        number = old.generation + 1
        let name = LogHeader.draftName(of: number)
        file = try directory.existing(name, flags: O_RDWR | O_CREAT)
        self.directory = directory
        guard try file.tryLock() else {
            isHeld = false
            return nil
        }
        do {
            guard directory.holds(file, as: name), !isNamed else {
                letGo()
                return nil
            }
            try file.truncate(to: 0)
            // Somebody who was killed before this counted may have left one.
            try IndexFile.remove(of: number, in: directory)
        } catch {
            letGo()
            throw error
        }
    }

    deinit { letGo() }

    /// Reads what stands in it up to an end, as whoever opens it will.
    ///
    /// - Parameter isIndexed: whether its index file is written, so that nobody has to read all of it once it counts. What fails there costs
    ///   the next who reads it some time.
    /// - Throws: `storeDamaged` when that is not what was written.
    func read(to end: Int, isIndexed: Bool) throws -> Runs {
        let (log, builder) = (try Log(file), RunBuilder(spillingInto: directory, of: number))
        if let bad = try log.read(to: end, into: builder) { throw log.damaged(at: bad.offset, "what was just written") }
        var runs = Runs()
        runs.add(try IndexFile.run(builder, of: log, in: directory, isWritten: isIndexed))
        return runs
    }

    /// Puts it in the old one's place, on the medium as it is. With the store's lock held.
    func install() throws {
        let name = LogHeader.fileName(of: number)
        if try directory.open(name, flags: O_RDONLY) != nil { try directory.setAside(name) }
        try directory.rename(LogHeader.draftName(of: number), to: name)
        try directory.replace("CURRENT", with: LineWriter.current(number))
        isInPlace = true
    }

    /// Removes what was not put in place, and lets others at it.
    func letGo() {
        guard isHeld else { return }
        isHeld = false
        defer { file.unlock() }
        guard !isInPlace, !isNamed else { return }
        for name in [LogHeader.draftName(of: number), LogHeader.fileName(of: number)]
        where directory.holds(file, as: name) {
            // What cannot be removed now is swept later.
            try? IndexFile.remove(of: number, in: directory)
            try? directory.remove(name)
        }
    }

    /// Whether `CURRENT` names it, although putting it there may have failed.
    private var isNamed: Bool {
        let current = try? directory.open("CURRENT", flags: O_RDONLY)
        return current.flatMap { try? Generations.named(by: $0) } == number
    }
}
