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
        Mailer("sendmail", outcome: "The mail server has accepted the message.") { message in
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
                .mailUncertain, "The mail program was stopped. The message may or may not have been sent.",
                advice: "Ask a recipient before you send it again.")
        }
        let said = SaidByMail(result.errors)
        switch (said.code ?? 0, status) {
        case (_, 0): return
        case (400..<500, _), (0, 69), (0, 74), (0, 75):
            throw Failure(
                .mailNotSent, "The mail server cannot accept the message now; it was not sent.\(said.sentence)",
                advice: "Try again later, or use --via eml.", kind: .temporary)
        case (_, 64), (_, 77), (_, 78):
            throw Failure(
                .mailNotConfigured,
                "The mail program is not set up (status \(status)); the message was not sent.\(said.sentence)",
                advice: "Set it up (msmtp reads ~/.msmtprc), or use --via eml or --via mailto.")
        case (500..<600, 65), (500..<600, 67), (0, 65), (0, 67), (0, 68):
            throw Failure(
                .mailRefused, "The mail server does not accept this recipient or message; it was not sent.\(said.sentence)",
                advice: "Check the addresses.")
        default:
            throw Failure(
                .mailRefused, "The mail program refused the message (status \(status)); it was not sent.\(said.sentence)",
                advice: "Use --via eml or --via mailto.")
        }
    }
}

/// What a mail program wrote before it gave up: the server's own answer where there is one. The program is not ours, so no control characters and at most
/// 400 characters of it are shown.
private struct SaidByMail {
    /// The server's reply (RFC 5321, section 4.2): 4yz for now, 5yz for good.
    let code: Int?
    /// ` It says: …`, or nothing.
    let sentence: String

    init(_ errors: [UInt8]) {
        let lines = String(decoding: errors.suffix(4000), as: UTF8.self).split(whereSeparator: \.isNewline).map {
            String(String.UnicodeScalarView($0.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        }.filter { !$0.allSatisfy(\.isWhitespace) }
        // What msmtp says last is only that it failed.
        let telling = lines.filter { !$0.contains("could not send mail") }
        let answers = (telling.isEmpty ? lines : telling).suffix(4)
        code = answers.compactMap(SaidByMail.reply).last
        let text = answers.joined(separator: "; ")
        sentence = text.isEmpty ? "" : " It says: \(text.prefix(400))"
    }

    private static func reply(_ line: String) -> Int? {
        line.split { !$0.isNumber && $0 != "." }.lazy.compactMap { $0.count == 3 ? Int($0) : nil }.first {
            (400..<600).contains($0)
        }
    }
}
