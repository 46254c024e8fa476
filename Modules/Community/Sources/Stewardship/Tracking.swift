import Kernel

/// Feedback, tracked to its end: how bad it is, how many people said the same, how far it has come.
extension Stewardship {
    /// Sorts feedback under themes, and judges how bad it is.
    ///
    /// What was only collected is triaged then.
    ///
    /// - Parameter tags: 1–40 characters each, twenty at most; nil leaves them.
    /// - Throws: `notAllowed`, `feedbackNotFound`, `tooManyTags`.
    public func triage(_ id: Identifier<Feedback>, tags: [String]?, severity: Feedback.Severity?) throws -> Feedback {
        let clean = try tags.map { tags in
            try Set(tags.map { try Wording.tag.kept($0, "A tag").lowercased() }).sorted()
        }
        guard clean?.count ?? 0 <= 20 else { throw Failure(.tooManyTags, "Feedback has at most 20 tags.", kind: .badData) }
        return try decide { board, actor, now in
            try board.change(id, .feedbackTriage, by: actor, at: now) { feedback in
                if let clean { feedback.tags = clean }
                if let severity { feedback.severity = severity }
                if feedback.stage ?? .collect == .collect { feedback.stage = .triage }
            }
        }
    }

    /// Says how far feedback has come.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`.
    public func move(_ id: Identifier<Feedback>, to stage: Feedback.Stage) throws -> Feedback {
        try decide { board, actor, now in
            try board.change(id, .feedbackTriage, by: actor, at: now) { $0.stage = stage }
        }
    }

    /// Says that feedback says the same as another, at which it is counted then; or stands for itself again, for nil.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`, `mergeWithItself`, `feedbackOfOtherApp`.
    public func relate(_ id: Identifier<Feedback>, to other: Identifier<Feedback>?) throws -> Feedback {
        try decide { board, actor, now in try board.relate(id, to: other, by: actor, at: now) }
    }

    /// Feedback with how many people said the same: the worst first, then what most people said, then the oldest.
    ///
    /// - Throws: `notAllowed`.
    public func tracked() throws -> [TrackedFeedback] {
        try look { records, people in
            try people.require(.read, .feedbackTriage)
            return try records.tracked().sorted(by: TrackedFeedback.isMoreUrgent)
        }
    }
}
