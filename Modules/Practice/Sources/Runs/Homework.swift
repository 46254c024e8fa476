import Kernel

/// Something that somebody else asks a learner to practise until a day: an instructor, a parent.
public struct Homework: Hashable, Sendable {
    /// What kind of thing it is; whoever trains knows what that means to them.
    public enum Kind: String, Hashable, Sendable {
        /// A pattern, to be done whole.
        case pattern
        /// A page of theory.
        case page
        /// Anything else: it is only named.
        case other
    }

    /// Who asks, for people: the name of a club.
    public let giver: String
    /// What people read.
    public let title: String
    /// What kind of thing it is.
    public let kind: Kind
    /// Which pattern or page, by its id.
    public let subject: String
    /// What is typed to do it.
    public let command: String
    /// The last day.
    public let until: Day

    /// Work until a day.
    public init(from giver: String, _ title: String, _ kind: Kind, _ subject: String, command: String, until: Day) {
        (self.giver, self.title, self.kind, self.subject) = (giver, title, kind, subject)
        (self.command, self.until) = (command, until)
    }
}

/// Somebody who gives homework.
public struct HomeworkGiver: Sendable {
    /// What is open now; never waits long for it.
    public let open: @Sendable () throws -> [Homework]

    /// A giver from a function.
    public init(_ open: @escaping @Sendable () throws -> [Homework]) { self.open = open }
}

extension ExtensionPoint where Contribution == HomeworkGiver {
    /// Who gives homework: the daily training takes it first.
    public static var homework: Self { ExtensionPoint("homework") }
}
