import Kernel

/// The tracking of feedback until completion: severity, duplicates and progress.
extension CommunityAdmin {
    /// Sets the tags and severity of feedback, and moves collected feedback to the triage stage.
    ///
    /// - Parameter tags: at most twenty tags of 1–40 characters, or nil to keep them.
    /// - Throws: `notAllowed`, `feedbackNotFound`, `tooManyTags`.
    package func triage(_ id: Identifier<Feedback>, tags: [String]?, severity: Feedback.Severity?) throws -> Feedback {
        let cleanTags = try tags.map { tags in
            try Set(tags.map { try TextRules.tag.validated($0, "A tag").lowercased() }).sorted()
        }
        guard cleanTags?.count ?? 0 <= 20 else {
            throw Failure(.tooManyTags, "Feedback has at most 20 tags.", kind: .badData)
        }
        return try decide { board, actor, now in
            try board.change(id, .feedbackTriage, by: actor, at: now) { feedback in
                if let cleanTags { feedback.tags = cleanTags }
                if let severity { feedback.severity = severity }
                if feedback.stage ?? .collect == .collect { feedback.stage = .triage }
            }
        }
    }

    /// Sets the stage of feedback.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`.
    package func move(_ id: Identifier<Feedback>, to stage: Feedback.Stage) throws -> Feedback {
        try decide { board, actor, now in
            try board.change(id, .feedbackTriage, by: actor, at: now) { $0.stage = stage }
        }
    }

    /// Marks feedback as a duplicate, which then counts for the other one, or removes the mark for
    /// nil.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`, `mergeWithItself`, `feedbackOfOtherApp`.
    package func setDuplicate(_ id: Identifier<Feedback>, to other: Identifier<Feedback>?) throws -> Feedback {
        try decide { board, actor, now in try board.setDuplicate(id, to: other, by: actor, at: now) }
    }

    /// Returns tracked feedback by severity, then by number of people, then by age.
    ///
    /// - Throws: `notAllowed`.
    package func tracked() throws -> [TrackedFeedback] {
        try readBoard { records, context in
            try context.require(.read, .feedbackTriage)
            return try records.tracked().sorted(by: TrackedFeedback.isMoreUrgent)
        }
    }
}
