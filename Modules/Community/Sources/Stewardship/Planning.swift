import Kernel

/// The roadmap, as developers change it.
extension Stewardship {
    /// The roadmap by priority, with votes.
    public func roadmap() throws -> [RoadmapEntry] { try look { records, _ in try RoadmapEntry.all(in: records, for: nil) } }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - priority: 1–9.
    ///   - app: the app that it is planned for; nil for all of them.
    /// - Throws: `notAllowed`, `priorityOutOfRange`, and what a wrong text throws.
    public func addItem(
        _ title: String, _ description: String, priority: Int, release: String, category: RoadmapItem.Category,
        app: String? = nil
    ) throws -> RoadmapItem {
        let item = RoadmapItem(
            id: ids.next(), title: try Wording.title(title), description: try Wording.text.kept(description, "The description"),
            priority: try RoadmapItem.checked(priority: priority), estimatedRelease: try Wording.title(release),
            category: category,
            createdAt: time.now(), app: try app.map(Wording.app))
        try decide { board, actor, now in try board.add(item, by: actor, at: now) }
        return item
    }

    /// Changes what an item says.
    ///
    /// - Throws: as `addItem`, and `itemNotFound`.
    public func edit(
        _ id: Identifier<RoadmapItem>, title: String?, description: String?, release: String?, category: RoadmapItem.Category?,
        app: String? = nil
    ) throws -> RoadmapItem {
        let title = try title.map(Wording.title)
        let description = try description.map { try Wording.text.kept($0, "The description") }
        let (release, app) = (try release.map(Wording.title), try app.map(Wording.app))
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

    /// Puts an item at another priority, 1–9.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`, `priorityOutOfRange`.
    public func move(_ id: Identifier<RoadmapItem>, to priority: Int) throws -> RoadmapItem {
        let priority = try RoadmapItem.checked(priority: priority)
        return try decide { board, actor, now in
            try board.change(id, .roadmapItem, by: actor, at: now) { $0.priority = priority }
        }
    }

    /// Says how much of an item is done, 0–100 %; it is in development then.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`, `itemReleased`.
    public func progress(_ id: Identifier<RoadmapItem>, percent: Int) throws -> RoadmapItem {
        try decide { board, actor, now in
            try board.change(id, .roadmapItem, by: actor, at: now) { item in
                try item.requireUnreleased()
                item.advance(to: Double(percent) / 100)
            }
        }
    }

    /// Releases an item; it refuses votes from then on, and keeps those it has.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`; `itemReleased` when it is.
    public func release(_ id: Identifier<RoadmapItem>, on day: Day? = nil) throws -> RoadmapItem {
        let day = day ?? time.today()
        return try decide { board, actor, now in
            try board.change(id, .roadmapItem, by: actor, at: now) { item in
                try item.requireUnreleased()
                item.release(on: day)
            }
        }
    }

    /// Says when voting for an item is over: at the end of a day, or at once; or that it goes on until the release.
    ///
    /// - Throws: `notAllowed`, `itemNotFound`, `itemReleased`.
    public func closeVotes(for id: Identifier<RoadmapItem>, _ end: VotingEnd) throws -> RoadmapItem {
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

    /// Tells everybody something, or those who use an app, from a day on, through another.
    ///
    /// - Throws: `notAllowed`, `announcementNeverShown` when it ends before it begins, and what a wrong text throws.
    public func announce(
        _ title: String, _ message: String, category: Announcement.Category, shown: Announcement.Span = .init(),
        version: String? = nil, app: String? = nil
    ) throws -> Announcement {
        let begins = shown.from.map { time.calendar.instant(of: $0) } ?? time.now()
        let ends = shown.through.map { time.calendar.instant(of: $0.adding(days: 1)) }
        guard ends.map({ $0 > begins }) ?? true else {
            throw Failure.announcementNeverShown
        }
        let announcement = Announcement(
            id: ids.next(), title: try Wording.title(title), message: try Wording.text.kept(message, "The message"),
            postedAt: begins,
            expiresAt: ends, category: category, targetVersion: try version.map(Wording.title),
            app: try app.map(Wording.app))
        try decide { board, actor, now in try board.announce(announcement, by: actor, at: now) }
        return announcement
    }
}

/// When voting for an item is over.
public enum VotingEnd: Hashable, Sendable {
    /// At once.
    case now
    /// With the end of a day.
    case after(Day)
    /// When it is released.
    case release
}

extension RoadmapItem {
    /// - Throws: `priorityOutOfRange` for what is not 1–9.
    static func checked(priority: Int) throws -> Int {
        guard priorities.contains(priority) else {
            throw Failure(.priorityOutOfRange, "A priority is a number from 1 to 9, not \(priority).", kind: .badData)
        }
        return priority
    }
}
