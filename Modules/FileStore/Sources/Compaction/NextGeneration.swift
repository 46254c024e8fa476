import DiskKit
import Kernel

/// The file of a log's next generation with its index file, written by a compaction or by bulk
/// work.
///
/// The owner holds its lock, which prevents a second writer and a sweep. `release` removes an
/// uninstalled file.
final class NextGeneration {
    let file: DiskFile
    let number: Int
    let directory: StoreDirectory
    private var isInstalled = false
    private var isLocked = true

    /// Creates an empty generation.
    ///
    /// - Returns: nil if another process is writing it or has written it.
    init?(after old: OpenLog, in directory: StoreDirectory) throws {
        number = old.generation + 1
        let name = LogHeader.draftName(of: number)
        file = try directory.existing(name, flags: O_RDWR | O_CREAT)
        self.directory = directory
        guard try file.tryLock() else {
            isLocked = false
            return nil
        }
        do {
            guard directory.refersTo(file, as: name), !isNamed else {
                release()
                return nil
            }
            try file.truncate(to: 0)
            // A process that was killed earlier may have left one.
            try IndexFile.remove(of: number, in: directory)
        } catch {
            release()
            throw error
        }
    }

    deinit { release() }

    /// Reads the file up to an end, as a later process will.
    ///
    /// - Parameter isIndexed: whether to write the index file, which spares later processes from
    ///   reading the whole log. A failure there only costs the next reader time.
    /// - Throws: `storeDamaged` if the contents differ from what was written.
    func read(to end: Int, isIndexed: Bool) throws -> Runs {
        let log = try Log(file)
        let builder = RunBuilder(spillingInto: directory, of: number)
        if let bad = try log.read(to: end, into: builder) { throw log.damaged(at: bad.offset, "what was just written") }
        var runs = Runs()
        runs.add(try IndexFile.run(builder, of: log, in: directory, isWritten: isIndexed))
        return runs
    }

    /// Replaces the old generation with this synced one.
    ///
    /// The caller holds the store's lock.
    func install() throws {
        let name = LogHeader.fileName(of: number)
        if try directory.open(name, flags: O_RDONLY) != nil { try directory.setAside(name) }
        try directory.rename(LogHeader.draftName(of: number), to: name)
        try directory.replace("CURRENT", with: LineWriter.current(number))
        isInstalled = true
    }

    /// Removes an uninstalled generation and releases its lock.
    func release() {
        guard isLocked else { return }
        isLocked = false
        defer { file.unlock() }
        guard !isInstalled, !isNamed else { return }
        for name in [LogHeader.draftName(of: number), LogHeader.fileName(of: number)]
        where directory.refersTo(file, as: name) {
            // A later sweep removes the rest.
            try? IndexFile.remove(of: number, in: directory)
            try? directory.remove(name)
        }
    }

    /// Whether `CURRENT` names this generation, which is possible even after a failed installation.
    private var isNamed: Bool {
        let current = try? directory.open("CURRENT", flags: O_RDONLY)
        return current.flatMap { try? Generations.named(by: $0) } == number
    }
}
