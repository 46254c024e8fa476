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

    /// Files that are read and written by functions.
    public init(
        read: @escaping @Sendable (_ path: String, _ limit: Int) throws -> [UInt8],
        write: @escaping @Sendable (_ path: String, _ bytes: [UInt8], _ replacing: Bool) throws -> Void
    ) {
        (self.read, self.write) = (read, write)
    }

    /// The same files, in which nothing is written: for `--dry-run`. Standard output still gets what it is given.
    var rehearsed: ConsoleFiles {
        ConsoleFiles(
            read: read, write: { [write] path, bytes, replacing in if path == "-" { try write(path, bytes, replacing) } })
    }
}

/// A file that a command reads; `-` is standard input.
public struct InputFile: Sendable {
    /// What the user wrote.
    public let path: String
    let files: ConsoleFiles

    /// The bytes; at most `limit`.
    ///
    /// - Throws: `Failure` `fileNotFound`, `fileTooLarge`.
    public func bytes(limit: Int) throws -> [UInt8] { try files.read(path, limit) }
}

/// A file that a command makes; `-` is standard output.
public struct OutputFile: Sendable {
    /// What the user wrote.
    public let path: String
    let files: ConsoleFiles

    /// Writes the file whole or not at all.
    ///
    /// - Throws: `Failure` of kind `cannotCreate`; a file that exists is only replaced when told to.
    public func write(_ bytes: [UInt8], replacing: Bool = false) throws { try files.write(path, bytes, replacing) }
}
