import Kernel

/// A way for a message to leave: a mail server, a file, a mail program.
public struct Mailer: Sendable {
    /// What it is called on the command line: `sendmail`.
    public let name: String
    /// What has happened once a message was handed over, as a sentence.
    public let outcome: String
    /// Hands one message over. Returning says that it was handed over; throwing says that it was not, or that this is not known.
    ///
    /// Throws a `Failure` of kind `temporary` when trying again later may work, `missingProgram`, `cannotCreate`, or another.
    public let handOver: @Sendable (MailMessage) throws -> Void

    /// A mailer from a function.
    public init(_ name: String, outcome: String, handOver: @escaping @Sendable (MailMessage) throws -> Void) {
        (self.name, self.outcome, self.handOver) = (name, outcome, handOver)
    }

    /// Into a file, for any mail program to open.
    ///
    /// - Parameter write: makes the file, whole or not at all, and never in place of another.
    public static func eml(outcome: String, write: @escaping @Sendable ([UInt8]) throws -> Void) -> Mailer {
        Mailer("eml", outcome: outcome) { try write(Array($0.text.utf8)) }
    }

    /// As a draft in the mail program that the desktop prefers.
    ///
    /// - Parameter open: opens an address.
    public static func mailto(open: @escaping @Sendable (_ link: String) throws -> Void) -> Mailer {
        Mailer("mailto", outcome: "Your mail program has a draft: it goes out when you press Send there.") {
            try open(MailtoLink.link($0.letter))
        }
    }

    /// The same way, not taken: for `--dry-run`.
    public var rehearsed: Mailer { Mailer(name, outcome: outcome) { _ in } }
}
