import Kernel

extension Failure.Code {
    /// Thrown when `open` or `xdg-open` fails to open a draft of the message.
    package static var draftNotOpened: Self { Self() }
    /// Thrown when sendmail exits with a status that reports wrong usage, permission or
    /// configuration.
    package static var mailNotConfigured: Self { Self() }
    /// Thrown when sendmail or the mail server reports a temporary problem (reply 4xx). A retry can
    /// succeed.
    package static var mailNotSent: Self { Self() }
    /// Thrown when the desktop has no program for `mailto:` links (status 3 of `xdg-open`).
    package static var mailProgramMissing: Self { Self() }
    /// Thrown when sendmail or the mail server permanently rejects the message or a recipient.
    package static var mailRefused: Self { Self() }
    /// Thrown when a mail program ends by a signal or the time limit, so the message may be sent or
    /// not.
    package static var mailUncertain: Self { Self() }
}
