import Content
import Kernel
import Practice

/// What comes back beside cards, as people call its parts and begin with it.
public enum DueSort: String, CaseIterable, Sendable {
    /// Movements of patterns.
    case movements
    /// Steps of sparring, to be done.
    case steps
    /// Questions about step sparring.
    case exchanges
    /// Lines of line work.
    case lines
    /// Questions of theory.
    case questions

    /// The kind of practice.
    public var kind: PracticeKind {
        switch self {
        case .movements: .patterns
        case .steps, .exchanges: .sparring
        case .lines: .lineWork
        case .questions: .theory
        }
    }

    /// What is typed to begin with what is due.
    public var command: String {
        switch self {
        case .movements: "pattern practice"
        case .steps: "sparring practice"
        case .exchanges: "sparring quiz"
        case .lines: "linework run"
        case .questions: "theory quiz"
        }
    }

    /// So many of them: `1 movement`.
    public func counted(_ number: Int) -> String {
        switch self {
        case .movements: Kernel.counted(number, "movement")
        case .steps: Kernel.counted(number, "sparring step")
        case .exchanges: Kernel.counted(number, "sparring question")
        case .lines: Kernel.counted(number, "line")
        case .questions: Kernel.counted(number, "theory question")
        }
    }
}

/// A pattern, an exchange, a grade's line work or a page of which something comes back.
public struct DueSubject: Hashable, Sendable {
    /// Which of its parts: a sparring exchange has steps and questions.
    public let sort: DueSort
    /// Its identifier: `chon-ji`.
    public let id: String
    /// What it is called: `Chon-Ji`.
    public let name: String
    /// The parts that come back, in their order, and since when.
    public let parts: [Returning]

    /// Since when the first of them waits.
    public var since: Day { parts.map(\.due).min() ?? Day(ordinal: 0) }

    init(_ sort: DueSort, _ id: String, _ name: String, _ parts: [Returning]) {
        (self.sort, self.id, self.name, self.parts) = (sort, id, name, parts)
    }
}

extension Sequence<DueSubject> {
    /// What was put off longest first.
    var longestOverdueFirst: [DueSubject] {
        sorted { ($0.since, $0.sort.rawValue, $0.id) < ($1.since, $1.sort.rawValue, $1.id) }
    }
}
