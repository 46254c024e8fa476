import Kernel

/// What developers take back, and the announcements that they have made.
extension Stewardship {
    /// Takes an answer back: its writer sees none any more, and it waits for one again.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`, `feedbackUnanswered`.
    public func withdrawAnswer(to id: Identifier<Feedback>) throws -> Feedback {
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

    /// Takes back whatever was decided about a suggestion; see `CommunityBoard.reopen`.
    ///
    /// - Throws: `notAllowed`, `suggestionNotFound`, `suggestionPending`, `itemReleased`.
    public func reopen(_ id: Identifier<Suggestion>) throws -> (before: Suggestion, after: Suggestion) {
        try decide { board, actor, now in try board.reopen(id, by: actor, at: now) }
    }

    /// One step back: a release, or that something is in development. It takes votes again.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`; `itemPlanned` when it is planned.
    public func reopen(_ id: Identifier<RoadmapItem>) throws -> RoadmapItem {
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

    /// Takes an item off the roadmap, with the votes for it; a suggestion that became it is pending again.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`.
    public func remove(_ id: Identifier<RoadmapItem>) throws -> RoadmapItem {
        try decide { board, actor, now in try board.remove(id, by: actor, at: now) }
    }

    // MARK: - Announcements

    /// All announcements, latest first: shown, yet to be shown, and over.
    public func announcements() throws -> [Announcement] { try look { records, _ in try records.announcements() } }

    /// Changes what an announcement says.
    ///
    /// - Parameter last: the last day it is shown.
    /// - Throws: `notAllowed`, `announcementNotFound`, `announcementNeverShown`, and what a wrong text throws.
    public func edit(
        _ id: Identifier<Announcement>, title: String?, message: String?, category: Announcement.Category?, through last: Day?,
        version: String?
    ) throws -> Announcement {
        let title = try title.map(Wording.title)
        let message = try message.map { try Wording.text.kept($0, "The message") }
        let version = try version.map(Wording.title)
        let ends = last.map { time.calendar.instant(of: $0.adding(days: 1)) }
        return try decide { board, actor, now in
            try board.change(id, .announcement, by: actor, at: now) { one in
                guard ends.map({ $0 > one.postedAt }) ?? true else { throw Failure.announcementNeverShown }
                one.title = title ?? one.title
                one.message = message ?? one.message
                one.category = category ?? one.category
                one.expiresAt = ends ?? one.expiresAt
                one.targetVersion = version ?? one.targetVersion
            }
        }
    }

    /// Takes an announcement away: nobody is shown it any more.
    ///
    /// - Throws: `notAllowed`, `announcementNotFound`.
    public func withdraw(_ id: Identifier<Announcement>) throws -> Announcement {
        try decide { board, actor, now in try board.withdraw(id, by: actor, at: now) }
    }
}

extension Failure {
    static let announcementNeverShown = Failure(
        .announcementNeverShown, "The announcement would end before it begins.", advice: "Give a later day.", kind: .badData)
}
