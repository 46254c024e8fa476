import Kernel

/// The developers' changes to the roadmap.
extension CommunityAdmin {
    /// Returns the roadmap by priority, with votes.
    package func roadmap() throws -> [RoadmapEntry] {
        try readBoard { records, _ in try RoadmapEntry.all(in: records, for: nil) }
    }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - priority: 1–9.
    ///   - app: the app for which it is planned, or nil for all apps.
    /// - Throws: `notAllowed`, `priorityOutOfRange`, and the errors of an invalid text.
    package func addItem(
        _ title: String, _ description: String, priority: Int, release: String, category: RoadmapItem.Category,
        app: String? = nil
    ) throws -> RoadmapItem {
        let item = RoadmapItem(
            id: ids.next(), title: try TextRules.title(title),
            description: try TextRules.text.validated(description, "The description"),
            priority: try RoadmapItem.checked(priority: priority), estimatedRelease: try TextRules.title(release),
            category: category, createdAt: time.now(), app: try app.map(TextRules.app))
        try decide { board, actor, now in try board.add(item, by: actor, at: now) }
        return item
    }

    /// Changes the text and category of an item.
    ///
    /// - Throws: the errors of `addItem`, and `itemNotFound`.
    package func edit(
        _ id: Identifier<RoadmapItem>, title: String?, description: String?, release: String?,
        category: RoadmapItem.Category?, app: String? = nil
    ) throws -> RoadmapItem {
        let title = try title.map(TextRules.title)
        let description = try description.map { try TextRules.text.validated($0, "The description") }
        let release = try release.map(TextRules.title)
        let app = try app.map(TextRules.app)
        return try decide { board, actor, now in
            try board.change(id, .roadmapItem, by: actor, at: now) { item in
                if title != nil, description != nil { item.wordsOf = nil }
                item.title = title ?? item.title
                item.description = description ?? item.description
                item.estimatedRelease = release ?? item.estimatedRelease
                item.category = category ?? item.category
                item.app = app ?? item.app
            }
        }
    }

    /// Moves an item to another priority, 1–9.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`, `priorityOutOfRange`.
    package func move(_ id: Identifier<RoadmapItem>, to priority: Int) throws -> RoadmapItem {
        let priority = try RoadmapItem.checked(priority: priority)
        return try decide { board, actor, now in
            try board.change(id, .roadmapItem, by: actor, at: now) { $0.priority = priority }
        }
    }

    /// Sets an item in development with a completed share of 0–100 %.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`, `itemReleased`.
    package func progress(_ id: Identifier<RoadmapItem>, percent: Int) throws -> RoadmapItem {
        try decide { board, actor, now in
            try board.change(id, .roadmapItem, by: actor, at: now) { item in
                try item.requireUnreleased()
                item.advance(to: Double(percent) / 100)
            }
        }
    }

    /// Releases an item, which keeps its votes and refuses new ones.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`, or `itemReleased` if it is already released.
    package func release(_ id: Identifier<RoadmapItem>, on day: Day? = nil) throws -> RoadmapItem {
        let day = day ?? time.today()
        return try decide { board, actor, now in
            try board.change(id, .roadmapItem, by: actor, at: now) { item in
                try item.requireUnreleased()
                item.release(on: day)
            }
        }
    }

    /// Sets the end of voting for an item: at once, at the end of a day, or with the release.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`, `itemReleased`.
    package func closeVotes(for id: Identifier<RoadmapItem>, _ end: VotingEnd) throws -> RoadmapItem {
        let closing: Instant? =
            switch end {
            case .now: time.now()
            case .after(let day): time.calendar.instant(of: day.adding(days: 1))
            case .release: nil
            }
        return try decide { board, actor, now in
            try board.change(id, .roadmapItem, by: actor, at: now) { item in
                try item.requireUnreleased()
                item.closesAt = closing
            }
        }
    }

    // MARK: - Announcements

    /// Publishes an announcement for everyone or for the users of an app, on a span of days.
    ///
    /// - Throws: `notAllowed`, `announcementNeverShown` if the span ends before it begins, and the
    ///   errors of an invalid text.
    package func announce(
        _ title: String, _ message: String, category: Announcement.Category, shown: Announcement.Span = .init(),
        version: String? = nil, app: String? = nil
    ) throws -> Announcement {
        let start = shown.from.map { time.calendar.instant(of: $0) } ?? time.now()
        let end = shown.through.map { time.calendar.instant(of: $0.adding(days: 1)) }
        guard end.map({ $0 > start }) ?? true else { throw Failure.announcementNeverShown }
        let announcement = Announcement(
            id: ids.next(), title: try TextRules.title(title),
            message: try TextRules.text.validated(message, "The message"),
            postedAt: start, expiresAt: end, category: category, targetVersion: try version.map(TextRules.title),
            app: try app.map(TextRules.app))
        try decide { board, actor, now in try board.announce(announcement, by: actor, at: now) }
        return announcement
    }
}

/// The end of voting for an item.
package enum VotingEnd: Hashable, Sendable {
    case now
    case after(Day)
    case release
}

extension RoadmapItem {
    /// Returns a valid priority.
    ///
    /// - Throws: `priorityOutOfRange` unless it is 1–9.
    static func checked(priority: Int) throws -> Int {
        guard priorities.contains(priority) else {
            throw Failure(.priorityOutOfRange, "A priority is a number from 1 to 9, not \(priority).", kind: .badData)
        }
        return priority
    }
}
