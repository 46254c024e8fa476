import Kernel

/// What came of a captured program.
public struct ProgramResult: Hashable, Sendable {
    /// The program's path.
    public let path: String
    /// How it stopped.
    public let ending: ProgramEnding
    /// What it wrote to standard output, up to the limit.
    public let output: [UInt8]
    /// What it wrote to standard error, up to the limit.
    public let errors: [UInt8]
    /// Whether it was killed because its deadline had passed.
    public let timedOut: Bool
    /// Whether it was killed because it wrote more than the limit.
    public let truncated: Bool

    /// Standard output as text; what is not UTF-8 is replaced.
    public var text: String { String(decoding: output, as: UTF8.self) }

    /// This result when the program ended by itself with status 0.
    ///
    /// - Throws: `Failure` `programTimedOut`, `outputTooLong`, `programFailed` with the last line that the program wrote to standard error.
    public func succeeded() throws -> ProgramResult {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if timedOut {
            throw Failure(.programTimedOut, "“\(name)” took too long and was stopped.", advice: "Try again.", kind: .temporary)
        }
        if truncated { throw Failure(.outputTooLong, "“\(name)” wrote too much and was stopped.") }
        switch ending {
        case .exited(0): return self
        case .exited(let status): throw Failure(.programFailed, "“\(name)” failed with status \(status).", advice: lastWords)
        case .killed(let signal): throw Failure(.programFailed, "“\(name)” was ended by signal \(signal).", advice: lastWords)
        }
    }

    /// At most 300 characters without control characters: the program is not ours, and neither is what it says.
    private var lastWords: String {
        let lines = String(decoding: errors.suffix(4000), as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.last { line in line.contains { !$0.isWhitespace } } ?? ""
        let clean = line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String(String.UnicodeScalarView(clean)).prefix(300))
    }
}
