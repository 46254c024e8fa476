import Kernel
import Synchronization

/// A port that notifies the user outside of command output, by desktop notification, bell or a list
/// in memory.
package struct Notifier: Sendable {
    /// Shows a title and a possibly empty body, or throws a `Failure`. Both texts are treated as
    /// untrusted.
    package let notify: @Sendable (_ title: String, _ body: String) throws -> Void

    package init(notify: @escaping @Sendable (_ title: String, _ body: String) throws -> Void) { self.notify = notify }

    /// Creates a notifier that writes a line, for standard error, and rings the bell if allowed.
    package static func bell(ringing: Bool, write: @escaping @Sendable (String) -> Void) -> Notifier {
        Notifier { title, body in write((ringing ? "\u{7}" : "") + line(title, body) + "\n") }
    }

    /// Creates a notifier that records one line per notification, for tests and dry runs.
    package static func memory(_ notifications: RecordedNotifications) -> Notifier {
        Notifier { title, body in notifications.add(line(title, body)) }
    }

    /// Creates a notifier that tries several in order until one succeeds.
    package static func first(of notifiers: [Notifier]) -> Notifier {
        Notifier { title, body in
            var lastError: (any Error)?
            for notifier in notifiers {
                do {
                    return try notifier.notify(title, body)
                } catch {
                    lastError = error
                }
            }
            throw lastError ?? Failure(.nobodyTells, "There is no way to show a notification.")
        }
    }

    /// Returns title and body on one line, without control characters and characters that reorder
    /// text.
    package static func line(_ title: String, _ body: String) -> String {
        [clean(title), clean(body)].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// Returns the text as one line of at most 500 characters.
    package static func clean(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(2000).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            case .format where scalar.value != 0x200D: " "
            default: scalar
            }
        }
        return String(
            String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ").prefix(500))
    }
}

/// The recorded notifications of a notifier in memory.
package final class RecordedNotifications: Sendable {
    private let recordedLines = Mutex<[String]>([])

    package init() {}

    /// The notification lines, in order.
    package var lines: [String] { recordedLines.withLock { $0 } }

    func add(_ line: String) { recordedLines.withLock { $0.append(line) } }
}
