import FeedbackCOIN
import Kernel
import Programs

extension Mailer {
    /// The folders in which mail servers put `sendmail`, although few have them on their PATH.
    public static let sendmailFolders = ["/usr/sbin", "/usr/lib"]

    /// Through the machine's mail server: `sendmail -t -i`, which takes the recipients from the header and lets no line but the last end
    /// the message.
    ///
    /// - Parameters:
    ///   - folders: where else to look than on PATH.
    ///   - deadline: as long as it may take.
    ///   - environment: what it runs with; nil for that of this process.
    public static func sendmail(
        of programs: Programs, beside folders: [String] = sendmailFolders, within deadline: Duration = .seconds(60),
        environment: [String: String]? = nil
    ) -> Mailer {
        Mailer("sendmail", outcome: "The mail server has taken the message.") { message in
            let program =
                try programs.find("sendmail")
                ?? Programs(path: folders.joined(separator: ":")).require("sendmail", install: "apt-get install msmtp-mta")
            let call = ProgramCall(
                program, ["-t", "-i"], input: Array(message.localText.utf8), deadline: deadline, outputLimit: 1 << 16,
                environment: environment)
            try judge(try call.run())
        }
    }

    /// What the exit status says (sysexits.h).
    private static func judge(_ result: ProgramResult) throws {
        guard !result.timedOut, case .exited(let status) = result.ending else {
            throw Failure(
                .mailUncertain, "The mail program was stopped before it ended; whether the message went out is not known.",
                advice: "Ask a recipient before you send it again.")
        }
        let words = lastWords(result.errors)
        switch status {
        case 0: return
        case 75:
            throw Failure(
                .mailNotSent, "The mail server cannot be reached now; the message was not sent.\(words)",
                advice: "Try again later, or use --via eml.", kind: .temporary)
        case 67, 68:
            throw Failure(
                .mailRefused, "The mail server does not know a recipient; the message was not sent.\(words)",
                advice: "Check the addresses.")
        case 64, 77, 78:
            throw Failure(
                .mailNotConfigured, "The mail program is not set up (status \(status)); the message was not sent.\(words)",
                advice: "Set it up (msmtp reads ~/.msmtprc), or use --via eml or --via mailto.")
        default:
            throw Failure(
                .mailRefused, "The mail program refused the message (status \(status)); it was not sent.\(words)",
                advice: "Use --via eml or --via mailto.")
        }
    }

    /// What it said last, at most 200 characters without control characters: the program is not ours.
    private static func lastWords(_ errors: [UInt8]) -> String {
        let lines = String(decoding: errors.suffix(2000), as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.last(where: { !$0.allSatisfy(\.isWhitespace) }) else { return "" }
        let clean = line.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(200)
        return " It says: \(String(String.UnicodeScalarView(clean)))"
    }
}
