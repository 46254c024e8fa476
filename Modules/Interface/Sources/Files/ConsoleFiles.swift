import Kernel

/// Access to the files that a command line names, provided by the process that runs the command.
public struct ConsoleFiles: Sendable {
    /// Reads a file, or standard input for `-`, up to `limit` bytes.
    ///
    /// It throws `Failure` of kind `missingInput` or `badData` (`fileTooLarge`).
    public let read: @Sendable (_ path: String, _ limit: Int) throws -> [UInt8]
    /// Writes a file atomically, or standard output for `-`, and replaces a file only on request.
    ///
    /// It throws `Failure` of kind `cannotCreate`.
    public let write: @Sendable (_ path: String, _ bytes: [UInt8], _ replacing: Bool) throws -> Void
    /// The same operations in pieces, for content that exceeds the memory.
    package let pieces: Pieces

    /// Operations that read and write in pieces.
    package struct Pieces: Sendable {
        /// Returns a closure that reads the next piece, or nil at the end.
        package let read: @Sendable (_ path: String) throws -> () throws -> [UInt8]?
        /// Writes a file atomically from pieces, and rethrows the errors of `fill`.
        package let write:
            @Sendable (_ path: String, _ replacing: Bool, _ fill: (([UInt8]) throws -> Void) throws -> Void) throws ->
                Void
        /// Returns the bytes of a regular file, or nil for anything else, such as a pipe.
        package let size: @Sendable (_ path: String) -> Int?

        package init(
            read: @escaping @Sendable (_ path: String) throws -> () throws -> [UInt8]?,
            write:
                @escaping @Sendable (
                    _ path: String, _ replacing: Bool, _ fill: (([UInt8]) throws -> Void) throws -> Void
                ) throws -> Void,
            size: @escaping @Sendable (_ path: String) -> Int? = { _ in nil }
        ) {
            self.read = read
            self.write = write
            self.size = size
        }
    }

    public init(
        read: @escaping @Sendable (_ path: String, _ limit: Int) throws -> [UInt8],
        write: @escaping @Sendable (_ path: String, _ bytes: [UInt8], _ replacing: Bool) throws -> Void
    ) {
        self.init(
            read: read, write: write,
            pieces: Pieces(
                read: { path in
                    var content: [UInt8]? = try read(path, .max)
                    return { content.take() }
                },
                write: { path, replacing, fill in
                    var content: [UInt8] = []
                    try fill { content += $0 }
                    try write(path, content, replacing)
                }))
    }

    package init(
        read: @escaping @Sendable (_ path: String, _ limit: Int) throws -> [UInt8],
        write: @escaping @Sendable (_ path: String, _ bytes: [UInt8], _ replacing: Bool) throws -> Void, pieces: Pieces
    ) {
        self.read = read
        self.write = write
        self.pieces = pieces
    }

    /// The same files without standard output, which contains only one value with `--json`.
    package var withoutStandardOutput: ConsoleFiles {
        let failure = Failure(
            .twoOnOutput, "With --json standard output holds one JSON value, and no file beside it.",
            advice: "Name a file instead of -, or leave --json out.", kind: .usage)
        return ConsoleFiles(
            read: read,
            write: { [write] path, bytes, replacing in
                if path == "-" { throw failure }
                try write(path, bytes, replacing)
            },
            pieces: Pieces(
                read: pieces.read,
                write: { [pieces] path, replacing, fill in
                    if path == "-" { throw failure }
                    try pieces.write(path, replacing, fill)
                },
                size: pieces.size))
    }

    /// Returns access to the same files without writes, for `--dry-run`.
    ///
    /// Standard output remains writable.
    ///
    /// - Parameter note: called for each file that would be written.
    package func dryRunCopy(_ note: @escaping @Sendable () -> Void) -> ConsoleFiles {
        ConsoleFiles(
            read: read,
            write: { [write] path, bytes, replacing in
                if path == "-" { try write(path, bytes, replacing) } else { note() }
            },
            pieces: Pieces(
                read: pieces.read,
                write: { [pieces] path, replacing, fill in
                    if path == "-" { return try pieces.write(path, replacing, fill) }
                    note()
                    try fill { _ in }
                },
                size: pieces.size))
    }
}

/// A file that a command reads, or standard input for `-`.
public struct InputFile: Sendable {
    /// The path as the user typed it.
    public let path: String
    let files: ConsoleFiles

    package init(path: String, files: ConsoleFiles) {
        self.path = path
        self.files = files
    }

    /// Reads the file, up to `limit` bytes.
    ///
    /// - Throws: `Failure` `fileNotFound`, `fileTooLarge`.
    public func bytes(limit: Int) throws -> [UInt8] { try files.read(path, limit) }

    /// Returns a closure that reads the next piece, or nil at the end.
    ///
    /// - Throws: `Failure` `fileNotFound`.
    public func pieces() throws -> () throws -> [UInt8]? { try files.pieces.read(path) }

    /// Returns a closure like `pieces()` that also reports its progress in whole megabytes, out of
    /// `megabytes`.
    public func pieces(reportingProgress advance: @escaping (Int) -> Void) throws -> () throws -> [UInt8]? {
        let next = try pieces()
        var count = 0
        return {
            let piece = try next()
            count += piece?.count ?? 0
            advance(count >> 20)
            return piece
        }
    }

    /// Returns a closure that reads the file again from its beginning, or nil if it can be read
    /// only once, like a pipe.
    public func repeatableReader(reportingProgress advance: @escaping (Int) -> Void) -> (
        () throws -> () throws -> [UInt8]?
    )? {
        size.map { _ in { try pieces(reportingProgress: advance) } }
    }

    /// The size in megabytes, or zero if it is unknown.
    public var megabytes: Int { (size ?? 0) >> 20 }

    private var size: Int? { path == "-" ? nil : files.pieces.size(path) }
}

/// A file that a command writes, or standard output for `-`.
public struct OutputFile: Sendable {
    /// The path as the user typed it.
    public let path: String
    let files: ConsoleFiles

    package init(path: String, files: ConsoleFiles) {
        self.path = path
        self.files = files
    }

    /// Writes the file atomically.
    ///
    /// - Throws: `Failure` of kind `cannotCreate`, also if the file exists and `replacing` is
    ///   false.
    public func write(_ bytes: [UInt8], replacing: Bool = false) throws { try files.write(path, bytes, replacing) }

    /// Writes the file atomically in pieces, for content that may exceed the memory.
    ///
    /// It rethrows the errors of `fill`, and then creates no file.
    public func write(replacing: Bool = false, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        try files.pieces.write(path, replacing, fill)
    }
}
