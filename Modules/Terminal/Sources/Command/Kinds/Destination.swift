import Kernel

/// Where an export goes: into the file that was named, or to standard output, which is also what `-` means.
public struct Destination: Sendable {
    private let file: OutputFile?
    private let standardOutput: OutputFile?
    private let isReplacing: Bool?
    private let suggested: String?

    /// A file, or standard output without one; a file that is there is only replaced when told to. Nil where nobody can tell so.
    ///
    /// - Parameter suggested: how a file is named, `--to report.html`, where what is written is nothing to read on a terminal.
    public init(_ file: OutputFile?, replacing isReplacing: Bool? = nil, suggesting suggested: String? = nil) {
        self.suggested = suggested
        self.file = file?.path == "-" ? nil : file
        standardOutput = file?.path == "-" ? file : nil
        self.isReplacing = isReplacing
    }

    /// What was named: a path, `-`, or nothing.
    public var path: String? { (file ?? standardOutput)?.path }

    /// Whether a file was named, for what is written otherwise into a file than to standard output.
    public var isFile: Bool { file != nil }

    /// The bytes written into the file, or given as the output.
    ///
    /// - Parameter notice: what is said of it; the path is nil for standard output.
    /// - Throws: `Failure` of kind `cannotCreate`.
    public func taking(_ bytes: [UInt8], notice: (_ path: String?) throws -> String?) throws -> Output {
        try advising { try file?.write(bytes, replacing: isReplacing ?? false) }
        var output = Output(content: file == nil ? .bytes(bytes) : .none, notice: try notice(file?.path))
        if file == nil, standardOutput == nil { output.placing = suggested }
        return output
    }

    /// The same, with the records that the bytes are made of: `--json` gives those.
    ///
    /// - Parameter what: what was written, as it stands in “Wrote … to FILE.”.
    public func taking<Record: Sendable>(
        _ bytes: [UInt8], _ what: String, orList records: [Record], _ fields: [Field<Record>]
    ) throws -> Output {
        let written = try taking(bytes, what)
        var output = Output.list(records, fields, empty: "")
        (output.blocks, output.notice, output.placing) = ([], written.notice, written.placing)
        if case .bytes(let bytes) = written.content { output.file = bytes }
        return output
    }

    /// The same for what may be larger than memory, and is written piece by piece.
    public func filled(
        notice: (_ path: String?) throws -> String?, by fill: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws -> Output {
        if let file {
            try advising { try file.write(replacing: isReplacing ?? false, fill: fill) }
            return Output(notice: try notice(file.path))
        }
        // What is short is shown as any other output.
        var held: [UInt8] = []
        guard let standardOutput else {
            try fill { held += $0 }
            return Output(content: .bytes(held), notice: try notice(nil))
        }
        var isLong = false
        try standardOutput.write { write in
            try withoutActuallyEscaping(write) { write in
                try fill { piece in
                    if isLong { return try write(piece) }
                    held += piece
                    guard held.count > Destination.shortOutput else { return }
                    isLong = true
                    try write(held)
                    held = []
                }
            }
        }
        return Output(content: .bytes(held), notice: try notice(nil))
    }

    private static let shortOutput = 1 << 20

    private func advising(_ body: () throws -> Void) throws {
        do { try body() } catch let failure as Failure where failure.code == .fileExists && isReplacing == false {
            throw Failure(
                failure.code, failure.message, advice: "Choose another name, or add --replace to write over it.",
                kind: failure.kind)
        }
    }

    /// The same where nothing is said of standard output.
    ///
    /// - Parameter what: what was written, as it stands in “Wrote … to FILE.”.
    public func taking(_ bytes: [UInt8], _ what: String) throws -> Output {
        try taking(bytes) { path in path.map { "Wrote \(what) to \($0)." } }
    }
}

extension Parameter where Value == Destination {
    /// The file, however it is named, and `--replace`.
    ///
    /// - Parameter suggested: how a file is named, `--to report.html`, where what is written is nothing to read on a terminal.
    public static func destination(_ file: Parameter<OutputFile?>, suggesting suggested: String? = nil) -> Parameter {
        .group(file, .flag("replace", "replace the file if it exists")) {
            Destination($0, replacing: $1, suggesting: suggested)
        }
    }
}
