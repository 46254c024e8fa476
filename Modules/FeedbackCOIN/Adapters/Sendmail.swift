import FeedbackCOIN
import Kernel
import Programs

extension Mailer {
    /// The folders in which mail servers install `sendmail`.
    ///
    /// They are rarely in PATH.
    package static let sendmailFolders = ["/usr/sbin", "/usr/lib"]

    /// Creates a mailer that uses the machine's mail server through `sendmail -t -i`.
    ///
    /// It reads the recipients from the header, and only the end of input ends the message.
    ///
    /// - Parameters:
    ///   - folders: further folders to search after PATH.
    ///   - deadline: the time limit.
    ///   - environment: the environment of the program, or nil for that of this process.
    package static func sendmail(
        of programs: ProgramPath, searching folders: [String] = sendmailFolders,
        within deadline: Duration = .seconds(60),
        environment: [String: String]? = nil
    ) -> Mailer {
        Mailer("sendmail", outcome: "The mail server has accepted the message.") { message in
            let program =
                try programs.find("sendmail")
                ?? ProgramPath(path: folders.joined(separator: ":")).require(
                    "sendmail", install: "apt-get install msmtp-mta")
            let call = ProgramCall(
                program, ["-t", "-i"], input: Array(message.localText.utf8), deadline: deadline, outputLimit: 1 << 16,
                environment: environment)
            try checkStatus(try call.run())
        }
    }

    /// Interprets the exit status (sysexits.h).
    private static func checkStatus(_ result: ProgramResult) throws {
        guard !result.timedOut, case .exited(let status) = result.ending else {
            throw Failure(
                .mailUncertain, "The mail program was stopped. The message may or may not have been sent.",
                advice: "Ask a recipient before you send it again.")
        }
        let output = MailProgramOutput(result.errors)
        switch (output.code ?? 0, status) {
        case (_, 0): return
        // EX_UNAVAILABLE, EX_IOERR and EX_TEMPFAIL.
        case (400..<500, _), (0, 69), (0, 74), (0, 75):
            throw Failure(
                .mailNotSent, "The mail server cannot accept the message now; it was not sent.\(output.sentence)",
                advice: "Try again later, or use --via eml.", kind: .temporary)
        // EX_USAGE, EX_NOPERM and EX_CONFIG.
        case (_, 64), (_, 77), (_, 78):
            throw Failure(
                .mailNotConfigured,
                "The mail program is not set up (status \(status)); the message was not sent.\(output.sentence)",
                advice: "Set it up (msmtp reads ~/.msmtprc), or use --via eml or --via mailto.")
        // EX_DATAERR, EX_NOUSER and EX_NOHOST.
        case (500..<600, 65), (500..<600, 67), (0, 65), (0, 67), (0, 68):
            throw Failure(
                .mailRefused,
                "The mail server does not accept this recipient or message; it was not sent.\(output.sentence)",
                advice: "Check the addresses.")
        default:
            throw Failure(
                .mailRefused,
                "The mail program refused the message (status \(status)); it was not sent.\(output.sentence)",
                advice: "Use --via eml or --via mailto.")
        }
    }
}

/// The last output of a mail program that failed, preferably the server's reply.
///
/// The program is external. At most 400 characters of its output are shown, without control
/// characters.
private struct MailProgramOutput {
    /// The server's reply code (RFC 5321, section 4.2): 4yz is temporary, 5yz is permanent.
    let code: Int?
    /// The text ` It says: …`, or empty.
    let sentence: String

    init(_ errors: [UInt8]) {
        let lines = String(decoding: errors.suffix(4000), as: UTF8.self).split(whereSeparator: \.isNewline).map {
            String(String.UnicodeScalarView($0.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        }.filter { !$0.allSatisfy(\.isWhitespace) }
        // The last line of msmtp reports only that it failed.
        let informativeLines = lines.filter { !$0.contains("could not send mail") }
        let replyLines = (informativeLines.isEmpty ? lines : informativeLines).suffix(4)
        code = replyLines.compactMap(MailProgramOutput.replyCode).last
        let text = replyLines.joined(separator: "; ")
        sentence = text.isEmpty ? "" : " It says: \(text.prefix(400))"
    }

    /// Returns the first number from 400 to 599 in a line.
    private static func replyCode(_ line: String) -> Int? {
        line.split { !$0.isNumber && $0 != "." }.lazy.compactMap { $0.count == 3 ? Int($0) : nil }.first {
            (400..<600).contains($0)
        }
    }
}
