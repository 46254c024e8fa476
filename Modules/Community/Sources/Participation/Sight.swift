import Kernel

/// What a person sees of the community: the board itself, or the copy that was kept of it.
public struct Sight: Sendable {
    let view: BoardView
    /// Of when the copy is; nil for the board itself, or when nothing was ever seen.
    public let asOf: Instant?
    /// Why it is a copy; nil for the board itself.
    public let trouble: Failure?

    /// The roadmap of the app, with votes.
    public var roadmap: [RoadmapEntry] { view.roadmap }
    /// Suggestions by status, then by votes.
    public var suggestions: [RankedSuggestion] { view.suggestions }
    /// What is going on.
    public var news: WhatsNew { view.news }
    /// Whether there is no community yet.
    public var isUnconnected: Bool { trouble?.code == .notConnected }
}

/// The last look at the board, kept so that it can be read when the board is away.
struct BoardCopy: Storable {
    let id: Identifier<BoardCopy>
    let takenAt: Instant
    let view: BoardView

    static let only: Identifier<BoardCopy> = "board"
    static let collection = RecordCollection<BoardCopy>("community.copy")
}

extension Participation {
    /// How long nobody asks a board that was silent, unless somebody wants it to be asked.
    private static let silence = 300.0
    /// How old a copy may become before a first screen takes it anew.
    private static let stale = 6.0 * 3600

    /// What the person sees now: the board, or what was kept of it. Before there is any community, what the app is known to plan.
    ///
    /// - Throws: why the board cannot be reached when no copy of it was kept.
    public func sight(_ patience: Patience = .asked) throws -> Sight {
        let (identity, now) = (try identities.load(), time.now())
        do {
            let view = try board(patience).read { try BoardView($0, for: identity, in: device.app, at: now) }
            return Sight(view: view, asOf: nil, trouble: nil)
        } catch let failure as Failure where !failure.isPermanent {
            if let copy = try copy() {
                var view = copy.view
                view.news.announcements.removeAll { !$0.isActive(at: now) }
                return Sight(view: view, asOf: copy.takenAt, trouble: failure)
            }
            guard failure.code == .notConnected else { throw failure }
            return Sight(view: BoardView(founding: device.app), asOf: nil, trouble: failure)
        }
    }

    /// Looks, and keeps what was seen for when the community is away.
    ///
    /// - Throws: as `sight`.
    @discardableResult
    public func keepSight(_ patience: Patience = .asked) throws -> Sight {
        let sight = try sight(patience)
        // Where nothing can be kept there is still something to be seen.
        if sight.trouble == nil { try? keep(sight.view.kept(for: author()), at: time.now()) }
        return sight
    }

    /// Whether what is kept was seen long ago, or nothing was.
    func isStale(after seconds: Double) throws -> Bool {
        try copy().map { abs(time.now().seconds(since: $0.takenAt)) >= seconds } ?? true
    }

    /// What was told to the person: the board's word, or that of the copy. A first screen takes the whole copy anew now and then.
    ///
    /// - Throws: as `sight`.
    func told(_ patience: Patience) throws -> (told: Told, trouble: Failure?) {
        guard let identity = try identities.load() else { return (Told(), nil) }
        guard patience == .glance, let copy = try copy(), try !isStale(after: Participation.stale) else {
            let sight = try patience == .glance ? keepSight(patience) : sight(patience)
            return (sight.view.told.of(identity.author), sight.trouble)
        }
        do {
            return (try board(patience).read { try Told(in: $0, identity) }, nil)
        } catch let failure as Failure where !failure.isPermanent {
            return (copy.view.told.of(identity.author), failure)
        }
    }

    /// Opens the board. One that was silent is left alone for a while by everything that only passes by.
    ///
    /// - Throws: `notConnected` and what else `BoardAccess.open` throws.
    func board(_ patience: Patience) throws -> any CommunityBoard {
        let silentUntil = try notebook.notes().silentUntil
        if patience == .glance, let silentUntil, (0...Participation.silence).contains(silentUntil.seconds(since: time.now())) {
            throw Failure.communitySilent(try access.place()?.path ?? "")
        }
        do {
            let board = try access.open(patience)
            if silentUntil != nil { try notebook.change { $0.silentUntil = nil } }
            return board
        } catch let failure as Failure where failure.code == .communitySilent {
            try notebook.change { $0.silentUntil = time.now().adding(seconds: Participation.silence) }
            throw failure
        } catch let failure as Failure where failure.code == .notConnected {
            // Older versions noted where they had reached a community, and not which it was.
            guard let path = try notebook.notes().knownBoards.last else { throw failure }
            throw Failure.communityUnreachable(path)
        }
    }

    /// When the copy was taken that is kept; nil for none.
    public func copiedAt() throws -> Instant? { try copy()?.takenAt }

    /// The copy that is kept; nil for none.
    func copy() throws -> (view: BoardView, takenAt: Instant)? {
        try notebook.store.read { try $0.record(BoardCopy.only) }.map { ($0.view, $0.takenAt) }
    }

    /// Keeps what was seen, once a day where it is the same.
    private func keep(_ view: BoardView, at now: Instant) throws {
        if let (known, takenAt) = try copy(), known == view, time.calendar.day(of: takenAt) == time.calendar.day(of: now) {
            return
        }
        try notebook.store.write { try $0.put(BoardCopy(id: BoardCopy.only, takenAt: now, view: view)) }
    }
}
