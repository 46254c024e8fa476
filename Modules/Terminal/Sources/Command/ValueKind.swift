import Kernel

/// How a word on the command line becomes a value: parsing, what help says, what completion offers.
public struct ValueKind<Value: Sendable>: Sendable {
    /// What stands for the value in a usage line: `N`, `DAY`, `FILE`.
    public let placeholder: String
    /// Which values there are, for help: `10…50`, `learn|test`; empty when the placeholder says it.
    public let values: String
    /// Words to complete and to suggest from, given what has been typed.
    public let candidates: @Sendable (_ typed: String) -> [String]
    /// A value as one would type it, for a default that help shows.
    let spelled: @Sendable (Value) -> String
    /// The value of a word.
    ///
    /// Throws a `Failure` of kind `usage` whose message completes "--cards: …" in plain words.
    public let parse: @Sendable (_ word: String, _ context: ParsingContext) throws -> Value

    /// A kind of value.
    public init(
        _ placeholder: String, values: String = "", candidates: @escaping @Sendable (String) -> [String] = { _ in [] },
        spelled: @escaping @Sendable (Value) -> String = { "\($0)" },
        parse: @escaping @Sendable (String, ParsingContext) throws -> Value
    ) {
        (self.placeholder, self.values, self.candidates) = (placeholder, values, candidates)
        (self.spelled, self.parse) = (spelled, parse)
    }

    /// The same kind with other completions: the names of profiles, the ids of entries.
    public func completed(by candidates: @escaping @Sendable (String) -> [String]) -> ValueKind {
        ValueKind(placeholder, values: values, candidates: candidates, spelled: spelled, parse: parse)
    }

    /// The same words, read into another value.
    public func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) throws -> Other) -> ValueKind<Other> {
        ValueKind<Other>(placeholder, values: values, candidates: candidates) { word, context in
            try transform(parse(word, context))
        }
    }
}

/// What parsing a word may depend on.
public struct ParsingContext: Sendable {
    /// The day that "today" and "yesterday" are counted from.
    public let today: Day
    /// Reads files and standard input for values that are files.
    public let files: ConsoleFiles
    /// Tells the user, as a sentence on standard error, how a word was read: “last friday” is Friday, 20 November 2026.
    public let note: @Sendable (String) -> Void

    /// A context. Without `note`, what a kind has to say about its reading is lost.
    public init(today: Day, files: ConsoleFiles, note: @escaping @Sendable (String) -> Void = { _ in }) {
        (self.today, self.files, self.note) = (today, files, note)
    }
}

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
