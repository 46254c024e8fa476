import Kernel

/// The intention of feedback.
package enum FeedbackKind: String, CaseIterable, Codable, Sendable {
    case praise
    case growth
}

/// The direction of feedback.
package enum FeedbackDirection: String, CaseIterable, Codable, Sendable {
    case given
    case received
}

/// The progress of feedback, which follows from stored data: see `FeedbackEntry.status`.
package enum FeedbackStatus: String, CaseIterable, Codable, Sendable {
    case draft
    case shared
    case discussed
    case done
}

/// The user's statement of an entry's progress.
package enum EntryMark: String, CaseIterable, Codable, Sendable {
    case discussed
    /// Nothing remains to be done, including the next step.
    case done
    /// It is neither discussed nor done, and is again a draft or shared.
    case open

    func applied(to entry: FeedbackEntry, on day: Day) -> FeedbackEntry {
        var marked = entry
        switch self {
        case .discussed: (marked.discussedOn, marked.doneOn) = (day, nil)
        case .done:
            marked.doneOn = entry.doneOn ?? day
            if let followUp = entry.openFollowUp {
                marked.followUp = FollowUp(followUp.step, due: followUp.due, doneOn: day)
            }
        case .open: (marked.discussedOn, marked.doneOn) = (nil, nil)
        }
        return marked
    }
}

/// The next step of feedback, with a due day.
package struct FollowUp: Codable, Hashable, Sendable {
    /// The step on one line of at most 200 characters, or nil for the entry's next steps.
    package var step: String?
    package var due: Day
    /// The day on which it was done, or nil while it is open.
    package var doneOn: Day?

    package init(_ step: String? = nil, due: Day, doneOn: Day? = nil) {
        self.step = step
        self.due = due
        self.doneOn = doneOn
    }
}

extension EntryTextRules {
    /// Returns a step with checked text.
    ///
    /// - Throws: `stepInvalid`.
    static func checked(followUp: FollowUp) throws -> FollowUp {
        FollowUp(try followUp.step.flatMap(checked(step:)), due: followUp.due, doneOn: followUp.doneOn)
    }
}
