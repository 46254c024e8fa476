import Kernel

/// The developers' reversals, and changes to announcements.
extension CommunityAdmin {
    /// Withdraws an answer. Its author no longer sees it, and the feedback waits for an answer
    /// again.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`, `feedbackUnanswered`.
    package func withdrawAnswer(to id: Identifier<Feedback>) throws -> Feedback {
        try decide { board, actor, now in
            try board.change(id, .feedbackAnswer, by: actor, at: now) { feedback in
                guard feedback.developerResponse != nil || feedback.responseStatus != .pending else {
                    throw Failure(.feedbackUnanswered, "This feedback was not answered: there is nothing to take back.")
                }
                (feedback.developerResponse, feedback.responseTimestamp, feedback.targetVersion) = (nil, nil, nil)
                feedback.settle(.pending, on: time.today())
            }
        }
    }

    /// Reverses any decision about a suggestion, see `CommunityBoard.reopen`.
    ///
    /// - Throws: `notAllowed`, `suggestionNotFound`, `suggestionPending`, `itemReleased`.
    package func reopen(_ id: Identifier<Suggestion>) throws -> (before: Suggestion, after: Suggestion) {
        try decide { board, actor, now in try board.reopen(id, by: actor, at: now) }
    }

    /// Reverses one step of an item: its release or its development. The item accepts votes again.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`, or `itemPlanned` if it is planned.
    package func reopen(_ id: Identifier<RoadmapItem>) throws -> RoadmapItem {
        try decide { board, actor, now in
            try board.change(id, .roadmapItem, by: actor, at: now) { item in
                guard item.status != .planned else {
                    throw Failure(
                        .itemPlanned, "“\(item.title)” is planned: there is nothing to take back.",
                        advice: "`roadmap remove ID` takes it off the roadmap.")
                }
                item.stepBack()
            }
        }
    }

    /// Removes an item with its votes. A suggestion promoted to it is pending again.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`.
    package func remove(_ id: Identifier<RoadmapItem>) throws -> RoadmapItem {
        try decide { board, actor, now in try board.remove(id, by: actor, at: now) }
    }

    // MARK: - Announcements

    /// Returns all announcements, latest first: current, future and expired ones.
    package func announcements() throws -> [Announcement] {
        try readBoard { records, _ in try records.announcements() }
    }

    /// Changes the text, category and end of an announcement.
    ///
    /// - Parameter last: the last day on which it is shown.
    /// - Throws: `notAllowed`, `announcementNotFound`, `announcementNeverShown`, and the errors of
    ///   an invalid text.
    package func edit(
        _ id: Identifier<Announcement>, title: String?, message: String?, category: Announcement.Category?,
        through last: Day?,
        version: String?
    ) throws -> Announcement {
        let title = try title.map(TextRules.title)
        let message = try message.map { try TextRules.text.validated($0, "The message") }
        let version = try version.map(TextRules.title)
        let end = last.map { time.calendar.instant(of: $0.adding(days: 1)) }
        return try decide { board, actor, now in
            try board.change(id, .announcement, by: actor, at: now) { announcement in
                guard end.map({ $0 > announcement.postedAt }) ?? true else { throw Failure.announcementNeverShown }
                announcement.title = title ?? announcement.title
                announcement.message = message ?? announcement.message
                announcement.category = category ?? announcement.category
                announcement.expiresAt = end ?? announcement.expiresAt
                announcement.targetVersion = version ?? announcement.targetVersion
            }
        }
    }

    /// Withdraws an announcement, which then appears nowhere.
    ///
    /// - Throws: `notAllowed`, `announcementNotFound`.
    package func withdraw(_ id: Identifier<Announcement>) throws -> Announcement {
        try decide { board, actor, now in try board.withdraw(id, by: actor, at: now) }
    }
}

extension Failure {
    static let announcementNeverShown = Failure(
        .announcementNeverShown, "The announcement would end before it begins.", advice: "Give a later day.",
        kind: .badData)
}
