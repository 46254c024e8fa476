import Content
import Kernel
import Practice

/// A sort of due items other than cards, with its own name and command.
package enum DueSort: String, CaseIterable, Sendable {
    case movements
    case steps
    case exchanges
    case lines
    case questions

    package var kind: PracticeKind {
        switch self {
        case .movements: .patterns
        case .steps, .exchanges: .sparring
        case .lines: .lineWork
        case .questions: .theory
        }
    }

    /// The command that starts the due items.
    package var command: String {
        switch self {
        case .movements: "pattern practice"
        case .steps: "sparring practice"
        case .exchanges: "sparring quiz"
        case .lines: "linework run"
        case .questions: "theory quiz"
        }
    }

    /// Returns a count with its noun, such as `1 movement`.
    package func counted(_ number: Int) -> String {
        switch self {
        case .movements: Kernel.counted(number, "movement")
        case .steps: Kernel.counted(number, "sparring step")
        case .exchanges: Kernel.counted(number, "sparring question")
        case .lines: Kernel.counted(number, "line")
        case .questions: Kernel.counted(number, "theory question")
        }
    }
}

extension DueSort {
    /// Creates the sort of an item, or nil for items that do not come back.
    package init?(of item: Target) {
        switch item.kind {
        case .patterns: self = .movements
        case .sparring: self = ["attack", "defend", "perform"].contains(item.place.word) ? .steps : .exchanges
        case .lineWork: self = .lines
        case .theory: self = .questions
        default: return nil
        }
    }
}

extension Target {
    /// The word and number of a part such as `defence-2`. The number is 0 if there is none.
    package var place: (word: String, number: Int) {
        let pieces = part.split(separator: "-", maxSplits: 1)
        return (pieces.first.map(String.init) ?? "", pieces.count > 1 ? Int(pieces[1]) ?? 0 : 0)
    }
}

/// A pattern, an exchange, the line work of a grade or a page with due items.
package struct DueSubject: Hashable, Sendable {
    /// The sort of the due parts. A sparring exchange has both steps and questions.
    package let sort: DueSort
    /// The identifier, such as `chon-ji`.
    package let id: String
    /// The display name, such as `Chon-Ji`.
    package let name: String
    /// The due parts in order, each with its due day.
    package let parts: [DueItem]

    /// The earliest due day of the parts.
    package var since: Day { parts.map(\.due).min() ?? Day(ordinal: 0) }

    package init(_ sort: DueSort, _ id: String, _ name: String, _ parts: [DueItem]) {
        self.sort = sort
        self.id = id
        self.name = name
        self.parts = parts
    }
}

extension Sequence<DueSubject> {
    package var longestOverdueFirst: [DueSubject] {
        sorted { ($0.since, $0.sort.rawValue, $0.id) < ($1.since, $1.sort.rawValue, $1.id) }
    }
}
