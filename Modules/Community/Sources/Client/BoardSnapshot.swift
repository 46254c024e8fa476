import Kernel
import Outbox

/// A person's view of the community: the board itself, or its saved copy.
package typealias BoardSnapshot = DatedView<BoardView>

extension DatedView<BoardView> {
    package var roadmap: [RoadmapEntry] { view.roadmap }
    /// The suggestions by status, then by votes.
    package var suggestions: [RankedSuggestion] { view.suggestions }
    package var news: WhatsNew { view.news }
    /// Whether the view is shown without a community, because none is known.
    package var isUnconnected: Bool { trouble?.code == .notConnected }
}

/// The last view of the board, saved to be read when the board is away.
struct BoardCopy: Storable {
    let id: Identifier<BoardCopy>
    let takenAt: Instant
    let view: BoardView

    static let only: Identifier<BoardCopy> = "board"
    static let collection = RecordCollection<BoardCopy>("community.copy")
}

extension CommunityClient {
    /// The age in seconds from which the first screen refreshes a copy.
    private static let staleAge = 6.0 * 3600

    /// Returns the current board or its saved copy. Before the first connection it returns the
    /// plans that the app contains.
    ///
    /// - Throws: the reason why the board is unreachable if there is no saved copy.
    package func snapshot(_ waitLimit: WaitLimit = .userInitiated) throws -> BoardSnapshot {
        let identity = try identities.load()
        let now = time.now()
        return try .current {
            try board(waitLimit).read { try BoardView($0, for: identity, in: device.app, at: now) }
        } orCopy: { trouble in
            guard let copy = try copy() else {
                return trouble.code == .notConnected
                    ? BoardSnapshot(BoardView(founding: device.app), because: trouble) : nil
            }
            var view = copy.view
            view.news.announcements.removeAll { !$0.isActive(at: now) }
            return BoardSnapshot(view, asOf: copy.takenAt, because: trouble)
        }
    }

    /// Reads the board and saves the view for times when the community is away.
    ///
    /// - Throws: the errors of `snapshot`.
    @discardableResult
    package func refreshSnapshot(_ waitLimit: WaitLimit = .userInitiated) throws -> BoardSnapshot {
        let snapshot = try snapshot(waitLimit)
        // The snapshot is shown even if it cannot be saved.
        if snapshot.trouble == nil { try? keep(snapshot.view.redacted(for: author()), at: time.now()) }
        return snapshot
    }

    /// Whether the saved copy is older than this many seconds, or missing.
    func isStale(after seconds: Double) throws -> Bool {
        try copy()?.takenAt.isStale(after: seconds, at: time.now()) ?? true
    }

    /// Returns the results of the person's contributions from the board or the copy. A brief access
    /// also refreshes a copy older than six hours.
    ///
    /// - Throws: the errors of `snapshot`.
    func contributionResults(_ waitLimit: WaitLimit) throws -> (results: ContributionResults, trouble: Failure?) {
        guard let identity = try identities.load() else { return (ContributionResults(), nil) }
        guard waitLimit == .brief, let copy = try copy(), try !isStale(after: CommunityClient.staleAge) else {
            let snapshot = try waitLimit == .brief ? refreshSnapshot(waitLimit) : snapshot(waitLimit)
            return (snapshot.view.told.of(identity.author), snapshot.trouble)
        }
        let results = try DatedView.current {
            try board(waitLimit).read { try ContributionResults(in: $0, identity) }
        } orCopy: {
            DatedView(copy.view.told.of(identity.author), asOf: copy.takenAt, because: $0)
        }
        return (results.view, results.trouble)
    }

    /// Opens the board. For a while after a timeout, only explicit requests try it again.
    ///
    /// - Throws: `notConnected` and the other errors of `BoardAccess.open`.
    func board(_ waitLimit: WaitLimit) throws -> any CommunityBoard {
        let silentPlace = try SilentPlace(until: notebook.notes().silentUntil, time: time)
        return try silentPlace.open(
            waitLimit, silent: .communitySilent, skipped: .communitySilent(try access.place()?.path ?? ""),
            setPause: { until in try notebook.change { $0.silentUntil = until } }, { try access.open(waitLimit) })
    }

    /// Returns the time of the saved copy, or nil if there is none.
    package func copiedAt() throws -> Instant? { try copy()?.takenAt }

    /// Returns the saved copy, or nil if there is none.
    func copy() throws -> BoardCopy? { try notebook.store.read { try $0.record(BoardCopy.only) } }

    /// Saves a view, at most once a day if it is unchanged.
    private func keep(_ view: BoardView, at now: Instant) throws {
        if let saved = try copy(), saved.view == view,
            time.calendar.day(of: saved.takenAt) == time.calendar.day(of: now)
        {
            return
        }
        try notebook.store.write { try $0.put(BoardCopy(id: BoardCopy.only, takenAt: now, view: view)) }
    }
}
