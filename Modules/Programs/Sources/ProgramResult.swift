import Kernel

/// The result of a captured program.
package struct ProgramResult: Hashable, Sendable {
    package let path: String
    package let ending: ProgramEnding
    package let output: [UInt8]
    package let errors: [UInt8]
    package let timedOut: Bool
    /// Whether the program was killed because it wrote more than the limit.
    package let truncated: Bool

    /// Standard output as text, with invalid UTF-8 replaced.
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Returns this result if the program ended by itself with status 0.
    ///
    /// - Throws: `Failure` `programTimedOut`, `outputTooLong`, `programFailed` with the last line
    ///   of standard error.
    package func succeeded() throws -> ProgramResult {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        if timedOut {
            throw Failure(
                .programTimedOut, "“\(name)” took too long and was stopped.", advice: "Try again.", kind: .temporary)
        }
        if truncated { throw Failure(.outputTooLong, "“\(name)” wrote too much and was stopped.") }
        switch ending {
        case .exited(0): return self
        case .exited(let status):
            throw Failure(.programFailed, "“\(name)” failed with status \(status).", advice: lastErrorLine)
        case .killed(let signal):
            throw Failure(.programFailed, "“\(name)” was ended by signal \(signal).", advice: lastErrorLine)
        }
    }

    /// The last error line, cut to 300 characters without controls, because foreign output
    /// is untrusted.
    private var lastErrorLine: String {
        let lines = String(decoding: errors.suffix(4000), as: UTF8.self).split(whereSeparator: \.isNewline)
        let line = lines.last { line in line.contains { !$0.isWhitespace } } ?? ""
        let cleanScalars = line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }
        return String(String(String.UnicodeScalarView(cleanScalars)).prefix(300))
    }
}
