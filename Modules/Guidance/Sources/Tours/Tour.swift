/// A walk through an app or one of its features: a few steps, one screen each.
public struct Tour: Sendable {
    /// How often a tour is offered.
    public enum Scope: String, Sendable, CaseIterable {
        /// Once on a device: the first tour of an app. An app has one.
        case device
        /// Once to each profile: the tour of a feature.
        case profile
    }

    /// The tour's name, as it is typed: `flashcards`.
    public let id: String
    /// What people see: "Welcome to Grain".
    public let title: String
    /// How often it is offered.
    public let scope: Scope
    /// The steps, in order; at least one.
    public let steps: [TourStep]
    /// What the last step says to leave by: "Get Started".
    public let ending: String
    /// Commands worth typing afterwards, without the app's name.
    public let next: [String]
    /// The commands at whose first use it is offered: `study`.
    public let offeredAt: [String]
    /// Whether its feature was never used; asked for only where the tour would be offered.
    public let isFirstUse: @Sendable () throws -> Bool

    /// A tour.
    public init(
        _ id: String, _ title: String, scope: Scope, ending: String = "Done", next: [String] = [], offeredAt: [String] = [],
        isFirstUse: @escaping @Sendable () throws -> Bool = { true }, steps: [TourStep]
    ) {
        (self.id, self.title, self.scope, self.ending) = (id, title, scope, ending)
        (self.next, self.offeredAt, self.isFirstUse, self.steps) = (next, offeredAt, isFirstUse, steps)
    }
}

/// One screen of a tour.
public struct TourStep: Sendable {
    /// A name and what belongs to it.
    public struct Fact: Hashable, Sendable {
        /// What is told, as it stands before the colon.
        public let name: String
        /// What belongs to it.
        public let value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    /// What the step is about.
    public let title: String
    /// What it says.
    public var paragraphs: [String] { text.paragraphs }
    private let text: String
    /// Facts below the text, asked for whenever the step is shown: which programs are missing, what the profile is called.
    public let facts: @Sendable () -> [Fact]
    /// What a person may change without leaving the tour.
    public let choices: [TourChoice]
    /// Whether the tour may be skipped from here.
    public let maySkip: Bool
    /// What may be tried here, made whenever the step is come to; nil for nothing.
    public private(set) var trial: @Sendable () -> TourTrial? = { nil }

    /// A step. In `text` an empty line ends a paragraph; other line ends are spaces.
    public init(
        _ title: String, _ text: String, maySkip: Bool = true, choices: [TourChoice] = [],
        facts: @escaping @Sendable () -> [Fact] = { [] }
    ) {
        (self.title, self.text, self.maySkip, self.choices, self.facts) = (title, text, maySkip, choices, facts)
    }

    /// The step with something to try.
    public func trying(_ trial: @escaping @Sendable () -> TourTrial?) -> TourStep {
        var step = self
        step.trial = trial
        return step
    }

    /// This step with the facts and choices of another behind its own, and the first of their trials.
    func joined(by other: TourStep) -> TourStep {
        TourStep(title, text, maySkip: maySkip && other.maySkip, choices: choices + other.choices) { [facts] in
            facts() + other.facts()
        }.trying { [trial] in trial() ?? other.trial() }
    }

    /// The step with a program's name where its facts say `APP`.
    func told(of app: String) -> TourStep {
        TourStep(title, text, maySkip: maySkip, choices: choices) { [facts] in
            facts().map { fact in
                func named(_ text: String) -> String { text.replacing("APP", with: app) }
                return Fact(named(fact.name), named(fact.value))
            }
        }.trying(trial)
    }
}

/// Something that a person may change in the middle of a tour: their name, their belt.
public struct TourChoice: Sendable {
    /// The key that asks for it; not `s` or `q`, which skip and leave.
    public let key: Character
    /// What it changes, in a word: "name".
    public let name: String
    /// The question, on one line.
    public let question: String
    /// Changes it, and says so in a sentence. Throws a `Failure` for an answer that cannot be taken; the question is asked again.
    public let change: @Sendable (_ answer: String) throws -> String

    package init(
        _ key: Character, _ name: String, question: String, change: @escaping @Sendable (_ answer: String) throws -> String
    ) {
        (self.key, self.name, self.question, self.change) = (key, name, question, change)
    }
}

/// Where somebody stands in a tour. Moving never leaves the tour.
public struct TourWalk: Sendable {
    /// What is walked through.
    public let tour: Tour
    /// The step, from 0.
    public private(set) var position = 0

    /// At the first step.
    public init(_ tour: Tour) { self.tour = tour }

    /// The step that is shown; nil only for a tour without steps.
    public var step: TourStep? { tour.steps.indices.contains(position) ? tour.steps[position] : nil }
    /// Whether there is no step before this one.
    public var isFirst: Bool { position == 0 }
    /// Whether there is no step behind this one.
    public var isLast: Bool { position >= tour.steps.count - 1 }

    /// To the next step; stays on the last.
    public mutating func forward() { if !isLast { position += 1 } }
    /// To the step before; stays on the first.
    public mutating func back() { if !isFirst { position -= 1 } }
}
