import Kernel

/// Files that a command line names, read and written by whoever runs the command.
public struct ConsoleFiles: Sendable {
    /// The bytes of a file, `-` being standard input; at most `limit`.
    ///
    /// Throws `Failure` of kind `missingInput` or `badData` (`fileTooLarge`).
    public let read: @Sendable (_ path: String, _ limit: Int) throws -> [UInt8]
    /// Writes a file whole or not at all, `-` being standard output. Refuses to replace a file unless told to.
    ///
    /// Throws `Failure` of kind `cannotCreate`.
    public let write: @Sendable (_ path: String, _ bytes: [UInt8], _ replacing: Bool) throws -> Void
    /// The same two for what is too large for memory, piece by piece.
    let pieces: Pieces

    /// Reads and writes piece by piece.
    struct Pieces: Sendable {
        /// Gives what reads the next piece, or nil at the end.
        let read: @Sendable (_ path: String) throws -> () throws -> [UInt8]?
        /// Writes a file from pieces, whole or not at all; what `fill` throws is thrown on.
        let write: @Sendable (_ path: String, _ replacing: Bool, _ fill: (([UInt8]) throws -> Void) throws -> Void) throws -> Void
    }

    /// Files that are read and written by functions.
    public init(
        read: @escaping @Sendable (_ path: String, _ limit: Int) throws -> [UInt8],
        write: @escaping @Sendable (_ path: String, _ bytes: [UInt8], _ replacing: Bool) throws -> Void
    ) {
        self.init(
            read: read, write: write,
            pieces: Pieces(
                read: { path in
                    var whole: [UInt8]? = try read(path, .max)
                    return { whole.take() }
                },
                write: { path, replacing, fill in
                    var whole: [UInt8] = []
                    try fill { whole += $0 }
                    try write(path, whole, replacing)
                }))
    }

    init(
        read: @escaping @Sendable (_ path: String, _ limit: Int) throws -> [UInt8],
        write: @escaping @Sendable (_ path: String, _ bytes: [UInt8], _ replacing: Bool) throws -> Void, pieces: Pieces
    ) {
        (self.read, self.write, self.pieces) = (read, write, pieces)
    }

    /// The files of this machine, without standard input and output.
    ///
    /// - Parameter stores: in whose folders nothing is written.
    static func disk(sparing stores: [StoreOffer]) -> ConsoleFiles {
        let isKept: @Sendable (String) -> Bool = { folder in stores.contains { $0.isIn(folder) } }
        return ConsoleFiles(
            read: LocalFiles.read,
            write: { path, bytes, replacing in try LocalFiles.write(path, bytes, replacing: replacing, sparing: isKept) },
            pieces: Pieces(
                read: LocalFiles.pieces,
                write: { path, replacing, fill in
                    try LocalFiles.write(path, replacing: replacing, sparing: isKept, fill: fill)
                }))
    }

    /// The same files without standard output, which holds one value and nothing beside it: for `--json`.
    var besideJSON: ConsoleFiles {
        let taken = Failure(
            .twoOnOutput, "With --json standard output holds one JSON value, and no file beside it.",
            advice: "Name a file instead of -, or leave --json out.", kind: .usage)
        return ConsoleFiles(
            read: read,
            write: { [write] path, bytes, replacing in
                if path == "-" { throw taken }
                try write(path, bytes, replacing)
            },
            pieces: Pieces(
                read: pieces.read,
                write: { [pieces] path, replacing, fill in
                    if path == "-" { throw taken }
                    try pieces.write(path, replacing, fill)
                }))
    }

    /// The same files, in which nothing is written: for `--dry-run`. Standard output still gets what it is given.
    ///
    /// - Parameter note: told of each file that would be written.
    func rehearsed(_ note: @escaping @Sendable () -> Void) -> ConsoleFiles {
        ConsoleFiles(
            read: read,
            write: { [write] path, bytes, replacing in if path == "-" { try write(path, bytes, replacing) } else { note() } },
            pieces: Pieces(
                read: pieces.read,
                write: { [pieces] path, replacing, fill in
                    if path == "-" { return try pieces.write(path, replacing, fill) }
                    note()
                    try fill { _ in }
                }))
    }
}

/// A file that a command reads; `-` is standard input.
public struct InputFile: Sendable {
    /// What the user wrote.
    public let path: String
    let files: ConsoleFiles

    /// A file of this machine, for whoever is given a path by something other than a command line.
    package static func onDisk(_ path: String) -> InputFile { InputFile(path: path, files: .disk(sparing: [])) }

    /// The bytes; at most `limit`.
    ///
    /// - Throws: `Failure` `fileNotFound`, `fileTooLarge`.
    public func bytes(limit: Int) throws -> [UInt8] { try files.read(path, limit) }

    /// What reads the next piece of it, and gives nil at the end.
    ///
    /// - Throws: `Failure` `fileNotFound`.
    public func pieces() throws -> () throws -> [UInt8]? { try files.pieces.read(path) }

    /// The same, telling how far it is read: in whole megabytes, of `megabytes`.
    public func pieces(telling advance: @escaping (Int) -> Void) throws -> () throws -> [UInt8]? {
        let next = try pieces()
        var count = 0
        return {
            let piece = try next()
            count += piece?.count ?? 0
            advance(count >> 20)
            return piece
        }
    }

    /// What reads it once more from the beginning; nil for what is gone when it was read, as a pipe is.
    public func reading(telling advance: @escaping (Int) -> Void) -> (() throws -> () throws -> [UInt8]?)? {
        size.map { _ in { try pieces(telling: advance) } }
    }

    /// How many megabytes it has; none where nobody knows.
    public var megabytes: Int { (size ?? 0) >> 20 }

    private var size: Int? {
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}

/// A file that a command makes; `-` is standard output.
public struct OutputFile: Sendable {
    /// What the user wrote.
    public let path: String
    let files: ConsoleFiles

    /// A file of this machine, for whoever chooses its path.
    package static func onDisk(_ path: String) -> OutputFile { OutputFile(path: path, files: .disk(sparing: [])) }

    /// Writes the file whole or not at all.
    ///
    /// - Throws: `Failure` of kind `cannotCreate`; a file that exists is only replaced when told to.
    public func write(_ bytes: [UInt8], replacing: Bool = false) throws { try files.write(path, bytes, replacing) }

    /// The same piece by piece, for what may be larger than memory; what `fill` throws is thrown on, and there is no file then.
    public func write(replacing: Bool = false, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        try files.pieces.write(path, replacing, fill)
    }
}
