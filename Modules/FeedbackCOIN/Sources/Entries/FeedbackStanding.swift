import Kernel

/// What feedback is meant to do.
public enum FeedbackKind: String, CaseIterable, Codable, Sendable {
    /// Something should happen again.
    case praise
    /// Something should be different.
    case growth
}

/// From whom to whom.
public enum FeedbackDirection: String, CaseIterable, Codable, Sendable {
    /// From the one who writes.
    case given
    /// To the one who writes.
    case received
}

/// How far feedback has come. It follows from what is kept: see `FeedbackEntry.status`.
public enum FeedbackStatus: String, CaseIterable, Codable, Sendable {
    /// Written, and nobody else has seen it.
    case draft
    /// The other one has it.
    case shared
    /// It was talked over.
    case discussed
    /// Nothing is left to do about it.
    case done
}

/// What a person says of how far feedback has come.
public enum EntryMark: String, CaseIterable, Codable, Sendable {
    /// It was talked over.
    case discussed
    /// Nothing is left to do about it, its next step included.
    case done
    /// Neither: it is a draft again, or shared.
    case open

    func applied(to entry: FeedbackEntry, on day: Day) -> FeedbackEntry {
        var marked = entry
        switch self {
        case .discussed: (marked.discussedOn, marked.doneOn) = (day, nil)
        case .done:
            marked.doneOn = entry.doneOn ?? day
            if let open = entry.openFollowUp { marked.followUp = FollowUp(open.step, due: open.due, doneOn: day) }
        case .open: (marked.discussedOn, marked.doneOn) = (nil, nil)
        }
        return marked
    }
}

/// The next step of feedback: what is to be done until a day.
public struct FollowUp: Codable, Hashable, Sendable {
    /// What is to be done, on one line of at most 200 characters; nil for what the entry has as its next steps.
    public var step: String?
    /// The last day for it.
    public var due: Day
    /// When it was done; nil while it is open.
    public var doneOn: Day?

    /// A next step.
    public init(_ step: String? = nil, due: Day, doneOn: Day? = nil) { (self.step, self.due, self.doneOn) = (step, due, doneOn) }
}

extension Wording {
    /// - Throws: `stepInvalid`.
    static func checked(followUp: FollowUp) throws -> FollowUp {
        FollowUp(try followUp.step.flatMap(checked(step:)), due: followUp.due, doneOn: followUp.doneOn)
    }
}
