/// What makes feedback hard to hear, as far as its words show it.
public enum Flaw: String, CaseIterable, Sendable {
    /// A judgement where an observation belongs: "sloppy", "great job".
    case judgement
    /// "Always", "never": one exception is enough to deny it.
    case absolute
    /// What somebody thinks or wants, as if one could see it.
    case mindReading
    /// What somebody is, instead of what they did.
    case label
    /// An impact that touches neither people nor work.
    case noImpact
    /// A next step without who or when.
    case openStep

    /// What it is called: "mind reading".
    public var title: String {
        switch self {
        case .judgement: "judgement"
        case .absolute: "absolute"
        case .mindReading: "mind reading"
        case .label: "label"
        case .noImpact: "no impact"
        case .openStep: "open step"
        }
    }

    /// Why it stands in the way, in one sentence.
    public var why: String {
        switch self {
        case .judgement: "A judgement can be argued with; what was seen and heard cannot."
        case .absolute: "One exception is enough to deny it, and then the talk is about the exception."
        case .mindReading: "Nobody sees what another person thinks or wants, and being told it makes people defend themselves."
        case .label: "It says what somebody is, which they cannot change; what they did, they can."
        case .noImpact: "Without what it did to people or to the work, it is hard to see why it matters."
        case .openStep: "A step that nobody and no day belongs to is easily nobody's, and never's."
        }
    }

    /// What could be written instead, when a phrase has no wording of its own.
    var wording: String {
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

/// Advice on one place of a text. It is no rule: whoever writes decides.
public struct Advice: Hashable, Sendable {
    /// Where.
    public let section: FeedbackSection
    /// What stands in the way.
    public let flaw: Flaw
    /// The words that it is about, as they were written; empty when it is about what is missing.
    public let words: String
    /// What could be written instead.
    public let wording: String

    /// Why it stands in the way.
    public var why: String { flaw.why }
}
