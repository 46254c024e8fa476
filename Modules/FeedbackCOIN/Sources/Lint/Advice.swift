/// A weakness of feedback that its words reveal.
package enum Flaw: String, CaseIterable, Sendable {
    /// A judgment instead of an observation: "sloppy", "great job".
    case judgement
    /// "Always" or "never", which one exception disproves.
    case absolute
    /// A claim about another person's thoughts or wishes.
    case mindReading
    /// A statement about a person's character: "lazy".
    case label
    /// A missing effect on people or work.
    case noImpact
    /// A next step without a person or a day.
    case openStep

    /// The name of the weakness, such as "mind reading".
    package var title: String {
        switch self {
        case .judgement: "judgement"
        case .absolute: "absolute"
        case .mindReading: "mind reading"
        case .label: "label"
        case .noImpact: "no impact"
        case .openStep: "open step"
        }
    }

    /// The reason why it hinders understanding, in one sentence.
    package var reason: String {
        switch self {
        case .judgement: "A judgement can be argued with; what was seen and heard cannot."
        case .absolute: "One exception is enough to deny it, and then the talk is about the exception."
        case .mindReading:
            "Nobody sees what another person thinks or wants, and being told it makes people defend themselves."
        case .label: "It says what somebody is, which they cannot change; what they did, they can."
        case .noImpact: "Without what it did to people or to the work, it is hard to see why it matters."
        case .openStep: "A step that nobody and no day belongs to is easily nobody's, and never's."
        }
    }

    /// The suggestion for a phrase that has none of its own.
    var defaultSuggestion: String {
        switch self {
        case .judgement: "Say what a camera would have recorded: “Two of the five figures were from last year.”"
        case .absolute: "Say how often, and since when: “three times in the last two weeks”."
        case .mindReading: "Say what you saw, and ask for the rest: “You left before the vote. What was the reason?”"
        case .label: "Say what was done, and when: “Two of four reports came after the day we had agreed.”"
        case .noImpact: "Say who or what it touched: “Two people waited an hour, and the release slipped by a day.”"
        case .openStep: "Say who does what by when: “You send the draft by Friday; I answer on Monday.”"
        }
    }
}

/// Advice on one place of a text, which the writer may ignore.
package struct Advice: Hashable, Sendable {
    package let section: FeedbackSection
    package let flaw: Flaw
    /// The words in question as written, or empty for a missing part.
    package let words: String
    package let suggestion: String

    package var reason: String { flaw.reason }
}
