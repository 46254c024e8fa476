/// A tour of an app or a feature, in a few steps of one screen each.
public struct Tour: Sendable {
    /// The scope in which a tour is offered once.
    public enum Scope: String, Sendable, CaseIterable {
        /// Once on a device: the first tour of an app. An app has one.
        case device
        /// Once for each profile: the tour of a feature.
        case profile
    }

    /// The name to type: `flashcards`.
    public let id: String
    /// The displayed title: "Welcome to Grain".
    public let title: String
    public let scope: Scope
    /// The steps in order, at least one.
    public let steps: [TourStep]
    /// The label that ends the last step: "Get Started".
    public let ending: String
    /// The suggested commands after the tour, without the app's name.
    public let next: [String]
    /// The commands whose first use offers the tour, such as `study`.
    public let offeredAt: [String]
    /// Whether the feature was never used, evaluated only when the tour would be offered.
    public let isFirstUse: @Sendable () throws -> Bool

    public init(
        _ id: String, _ title: String, scope: Scope, ending: String = "Done", next: [String] = [],
        offeredAt: [String] = [],
        isFirstUse: @escaping @Sendable () throws -> Bool = { true }, steps: [TourStep]
    ) {
        self.id = id
        self.title = title
        self.scope = scope
        self.ending = ending
        self.next = next
        self.offeredAt = offeredAt
        self.isFirstUse = isFirstUse
        self.steps = steps
    }
}

/// A screen of a tour.
public struct TourStep: Sendable {
    /// A labeled fact.
    public struct Fact: Hashable, Sendable {
        public let name: String
        public let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public let title: String
    /// The paragraphs of the text.
    public var paragraphs: [String] { text.paragraphs }
    private let text: String
    /// The facts below the text, such as missing programs or the profile's name. They are evaluated
    /// each time the step is shown.
    public let facts: @Sendable () -> [Fact]
    /// The settings that the user can change within the tour.
    public let choices: [TourChoice]
    /// Whether the user may skip the tour from this step.
    public let maySkip: Bool
    /// The interactive part of the step, created on each visit, or `nil` for none.
    public private(set) var trial: @Sendable () -> TourTrial? = { nil }

    /// Creates a step. In `text`, an empty line ends a paragraph, and other line ends are spaces.
    public init(
        _ title: String, _ text: String, maySkip: Bool = true, choices: [TourChoice] = [],
        facts: @escaping @Sendable () -> [Fact] = { [] }
    ) {
        self.title = title
        self.text = text
        self.maySkip = maySkip
        self.choices = choices
        self.facts = facts
    }

    /// Returns the step with an interactive part.
    public func withTrial(_ trial: @escaping @Sendable () -> TourTrial?) -> TourStep {
        var step = self
        step.trial = trial
        return step
    }

    /// Returns this step with the facts and choices of another appended, and the first available
    /// trial of the two.
    func joined(by other: TourStep) -> TourStep {
        TourStep(title, text, maySkip: maySkip && other.maySkip, choices: choices + other.choices) { [facts] in
            facts() + other.facts()
        }.withTrial { [trial] in trial() ?? other.trial() }
    }

    /// Returns the step with the program's name in place of `APP` in its facts.
    func replacingAppName(with app: String) -> TourStep {
        TourStep(title, text, maySkip: maySkip, choices: choices) { [facts] in
            facts().map { fact in
                func replaced(_ text: String) -> String { text.replacing("APP", with: app) }
                return Fact(replaced(fact.name), replaced(fact.value))
            }
        }.withTrial(trial)
    }
}

/// A setting that the user can change within a tour, such as the name or the belt.
public struct TourChoice: Sendable {
    /// The key of the choice, other than `s` and `q`, which skip and leave.
    public let key: Character
    /// The changed setting in a word: "name".
    public let name: String
    public let question: String
    /// Changes the setting and returns a confirmation sentence. It throws a `Failure` for an
    /// invalid answer, and the question is repeated.
    public let change: @Sendable (_ answer: String) throws -> String

    package init(
        _ key: Character, _ name: String, question: String,
        change: @escaping @Sendable (_ answer: String) throws -> String
    ) {
        self.key = key
        self.name = name
        self.question = question
        self.change = change
    }
}

/// A position in a tour that always stays within its steps.
public struct TourWalk: Sendable {
    public let tour: Tour
    /// The index of the step, from 0.
    public private(set) var position = 0

    public init(_ tour: Tour) { self.tour = tour }

    /// The current step, or `nil` for a tour without steps.
    public var step: TourStep? { tour.steps.indices.contains(position) ? tour.steps[position] : nil }
    public var isFirst: Bool { position == 0 }
    public var isLast: Bool { position >= tour.steps.count - 1 }

    /// Moves to the next step, or stays on the last.
    public mutating func forward() { if !isLast { position += 1 } }
    /// Moves to the previous step, or stays on the first.
    public mutating func back() { if !isFirst { position -= 1 } }
}
