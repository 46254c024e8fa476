import Kernel

/// A way to hand over a message: a mail server, a file or a mail program.
package struct Mailer: Sendable {
    /// The name on the command line, such as `sendmail`.
    package let name: String
    /// The sentence that reports a handed-over message.
    package let outcome: String
    /// Hands one message over.
    ///
    /// If it returns, the message was handed over. If it throws, it was not, or the result is
    /// unknown. It throws a `Failure` of kind `temporary` if a retry may succeed, `missingProgram`,
    /// `cannotCreate`, or another kind.
    package let handOver: @Sendable (MailMessage) throws -> Void

    package init(_ name: String, outcome: String, handOver: @escaping @Sendable (MailMessage) throws -> Void) {
        self.name = name
        self.outcome = outcome
        self.handOver = handOver
    }

    /// Creates a mailer that writes a file for any mail program.
    ///
    /// - Parameter write: creates the file, completely or not at all, and never overwrites one.
    package static func eml(outcome: String, write: @escaping @Sendable ([UInt8]) throws -> Void) -> Mailer {
        Mailer("eml", outcome: outcome) { try write(Array($0.text.utf8)) }
    }

    /// Creates a mailer that opens a draft in the desktop's mail program.
    ///
    /// - Parameter open: opens a URL.
    package static func mailto(open: @escaping @Sendable (_ link: String) throws -> Void) -> Mailer {
        Mailer("mailto", outcome: "Your mail program has a draft: it goes out when you press Send there.") {
            try open(MailtoLink.link($0.letter))
        }
    }

    /// The same mailer without any effect, for `--dry-run`.
    package var dryRunCopy: Mailer { Mailer(name, outcome: outcome) { _ in } }
}
