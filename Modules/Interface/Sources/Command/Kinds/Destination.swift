import Kernel

/// The target of an export: a named file, or standard output, which `-` also names.
public struct Destination: Sendable {
    private let file: OutputFile?
    private let standardOutput: OutputFile?
    private let isReplacing: Bool?
    private let suggested: String?

    /// Creates a target, by default standard output.
    ///
    /// An existing file is replaced only if `isReplacing` is true. It is nil for a command without
    /// a `--replace` option.
    ///
    /// - Parameter suggested: an example of an option that names a file, `--to report.html`, for
    ///   content that is unreadable on a terminal.
    public init(_ file: OutputFile?, replacing isReplacing: Bool? = nil, suggesting suggested: String? = nil) {
        self.suggested = suggested
        self.file = file?.path == "-" ? nil : file
        standardOutput = file?.path == "-" ? file : nil
        self.isReplacing = isReplacing
    }

    /// The path that the user named, `-`, or nil.
    public var path: String? { (file ?? standardOutput)?.path }

    /// Whether the user named a file, for exports whose form differs between a file and standard
    /// output.
    public var isFile: Bool { file != nil }

    /// Writes bytes into the file, or returns them as the output.
    ///
    /// - Parameter notice: returns the message to the user. The path is nil for standard output.
    /// - Throws: `Failure` of kind `cannotCreate`.
    public func write(_ bytes: [UInt8], notice: (_ path: String?) throws -> String?) throws -> Output {
        try suggestingReplace { try file?.write(bytes, replacing: isReplacing ?? false) }
        var output = Output(content: file == nil ? .bytes(bytes) : .none, notice: try notice(file?.path))
        if file == nil, standardOutput == nil { output.fileOptionExample = suggested }
        return output
    }

    /// Writes bytes like `write(_:_:)`, and returns their records for `--json`.
    ///
    /// - Parameter what: the object of the message “Wrote … to FILE.”.
    public func write<Record: Sendable>(
        _ bytes: [UInt8], _ what: String, orList records: [Record], _ fields: [Field<Record>]
    ) throws -> Output {
        let written = try write(bytes, what)
        var output = Output.list(records, fields, empty: "")
        (output.blocks, output.notice, output.fileOptionExample) = ([], written.notice, written.fileOptionExample)
        if case .bytes(let bytes) = written.content { output.file = bytes }
        return output
    }

    /// Writes content piece by piece, for content that may exceed the memory.
    public func writeInPieces(
        notice: (_ path: String?) throws -> String?, by fill: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> Output {
        if let file {
            try suggestingReplace { try file.write(replacing: isReplacing ?? false, fill: fill) }
            return Output(notice: try notice(file.path))
        }
        // Short content is shown like any other output.
        var buffer: [UInt8] = []
        guard let standardOutput else {
            try fill { buffer += $0 }
            return Output(content: .bytes(buffer), notice: try notice(nil))
        }
        var isLong = false
        try standardOutput.write { write in
            try withoutActuallyEscaping(write) { write in
                try fill { piece in
                    if isLong { return try write(piece) }
                    buffer += piece
                    guard buffer.count > Destination.bufferLimit else { return }
                    isLong = true
                    try write(buffer)
                    buffer = []
                }
            }
        }
        return Output(content: .bytes(buffer), notice: try notice(nil))
    }

    /// The number of bytes up to which content on standard output is returned like other output.
    private static let bufferLimit = 1 << 20

    /// Runs a write, and adds `--replace` to the advice if the file exists.
    private func suggestingReplace(_ body: () throws -> Void) throws {
        do { try body() } catch let failure as Failure where failure.code == .fileExists && isReplacing == false {
            throw Failure(
                failure.code, failure.message, advice: "Choose another name, or add --replace to write over it.",
                kind: failure.kind)
        }
    }

    /// Writes bytes into the file and reports it, or returns them as the output without a message.
    ///
    /// - Parameter what: the object of the message “Wrote … to FILE.”.
    public func write(_ bytes: [UInt8], _ what: String) throws -> Output {
        try write(bytes) { path in path.map { "Wrote \(what) to \($0)." } }
    }
}

extension Parameter where Value == Destination {
    /// Returns a parameter for the file and the flag `--replace`.
    ///
    /// - Parameter suggested: an example of an option that names a file, `--to report.html`, for
    ///   content that is unreadable on a terminal.
    public static func destination(_ file: Parameter<OutputFile?>, suggesting suggested: String? = nil) -> Parameter {
        .group(file, .flag("replace", "replace the file if it exists")) {
            Destination($0, replacing: $1, suggesting: suggested)
        }
    }
}
