import Kernel

/// Practice that another person, such as an instructor or a parent, asks of a learner until a day.
package struct Homework: Hashable, Sendable {
    /// The kind of homework, interpreted by the training.
    package enum Kind: String, Hashable, Sendable {
        case pattern
        case page
        case other
    }

    /// The display name of the giver, such as a club.
    package let giver: String
    package let title: String
    package let kind: Kind
    package let subject: String
    package let command: String
    package let until: Day

    package init(from giver: String, _ title: String, _ kind: Kind, _ subject: String, command: String, until: Day) {
        self.giver = giver
        self.title = title
        self.kind = kind
        self.subject = subject
        self.command = command
        self.until = until
    }
}

/// A source of homework.
package struct HomeworkGiver: Sendable {
    /// A closure that returns the current homework without long waits.
    package let current: @Sendable () throws -> [Homework]

    package init(_ open: @escaping @Sendable () throws -> [Homework]) { self.current = open }
}

extension ExtensionPoint where Contribution == HomeworkGiver { package static var homework: Self { ExtensionPoint() } }
