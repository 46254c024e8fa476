import Kernel
import Synchronization

/// Who tells a person something outside of a command's output: a desktop notification, a bell, a list in memory.
public struct Notifier: Sendable {
    /// Tells a title and what follows, which may be empty. Throws `Failure` when it could not be told. Neither text is trusted.
    public let tell: @Sendable (_ title: String, _ body: String) throws -> Void

    /// A notifier that tells with a function.
    public init(tell: @escaping @Sendable (_ title: String, _ body: String) throws -> Void) { self.tell = tell }

    /// Rings the bell and writes a line, for standard error. The bell only where a person may hear it.
    public static func bell(ringing: Bool, write: @escaping @Sendable (String) -> Void) -> Notifier {
        Notifier { title, body in write((ringing ? "\u{7}" : "") + line(title, body) + "\n") }
    }

    /// Keeps what was told, one line each: for tests and dry runs.
    public static func memory(_ told: ToldList) -> Notifier {
        Notifier { title, body in told.add(line(title, body)) }
    }

    /// The first of several that can: the next one where one fails.
    public static func first(of notifiers: [Notifier]) -> Notifier {
        Notifier { title, body in
            var trouble: (any Error)?
            for notifier in notifiers {
                do {
                    return try notifier.tell(title, body)
                } catch {
                    trouble = error
                }
            }
            throw trouble ?? Failure(.nobodyTells, "There is no way to show a notification.")
        }
    }

    /// Title and body on one line, without control characters or anything that reorders text.
    package static func line(_ title: String, _ body: String) -> String {
        [clean(title), clean(body)].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// One line of text, at most 500 characters.
    package static func clean(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(2000).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: " "
            case .format where scalar.value != 0x200D: " "
            default: scalar
            }
        }
        return String(String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ").prefix(500))
    }
}

/// What a notifier in memory was told.
public final class ToldList: Sendable {
    private let told = Mutex<[String]>([])

    /// Nothing yet.
    public init() {}

    /// The lines, in the order in which they were told.
    public var lines: [String] { told.withLock { $0 } }

    func add(_ line: String) { told.withLock { $0.append(line) } }
}
