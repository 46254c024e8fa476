import Kernel

/// Who sends what waits while the person goes on with something else.
public struct Courier: Sendable {
    /// Whether there is anybody to set out, and a place where something may wait. Asked before anything is opened.
    public let isReady: @Sendable () -> Bool
    /// Sets out, unless somebody is on the way already. Returns at once.
    public let start: @Sendable () -> Void
    /// How long whoever sends now waits for the board; nil for a courier when another one is on the way.
    public let patience: @Sendable () -> Patience?

    /// A courier from functions.
    public init(
        isReady: @escaping @Sendable () -> Bool, start: @escaping @Sendable () -> Void,
        patience: @escaping @Sendable () -> Patience?
    ) {
        (self.isReady, self.start, self.patience) = (isReady, start, patience)
    }

    /// Nobody: what waits is sent when something else is.
    public static let none = Courier(isReady: { false }, start: {}, patience: { .asked })
}

/// What became of what had waited, since the person was last told.
public struct LateNews: Hashable, Sendable {
    /// How much arrived, by what it was.
    public let arrived: [Deed: Int]
    /// What was refused, and why.
    public let refusals: [String]

    /// Whether there is nothing to tell.
    public var isEmpty: Bool { arrived.isEmpty && refusals.isEmpty }

    /// "1 feedback, 2 votes".
    public var counts: String { LateNews.counts(arrived) }

    /// So much of each.
    public static func counts(_ deeds: [Deed: Int]) -> String {
        Deed.allCases.compactMap { deed in deeds[deed].map { counted($0, deed.noun, deed.plural) } }.joined(separator: ", ")
    }
}

extension Deed {
    /// What one of it is called.
    public var noun: String {
        switch self {
        case .feedback: "feedback"
        case .suggestion: "suggestion"
        case .vote: "vote"
        case .upvote: "vote for a suggestion"
        case .attendance: "count"
        case .review: "review"
        }
    }

    fileprivate var plural: String {
        switch self {
        case .feedback: "feedback messages"
        case .upvote: "votes for suggestions"
        default: noun + "s"
        }
    }
}

/// How a person stands with the community.
public struct Connection: Sendable {
    /// Which it is and where; nil for none.
    public let place: BoardPlace?
    /// Why it cannot be reached.
    public let trouble: Failure?
    /// What waits on this device, by what it is.
    public let waiting: [Deed: Int]
    /// When what can be read without the community was copied from it.
    public let copiedAt: Instant?
}

extension Participation {
    /// Sends what waits, in the background. Who looked at the community also has it copied there, for when it is away.
    public func sendInBackground(looking: Bool = false) {
        guard courier.isReady(),
            (try? outbox.holdsSomething()) == true || looking && (try? isStale(after: Participation.worthCopying)) == true,
            (try? access.place()) ?? nil != nil
        else { return }
        courier.start()
    }

    /// A copy that is younger is not taken anew.
    private static let worthCopying = 60.0

    /// How much waits because there is no community yet.
    public func countWithoutCommunity() throws -> Int { try access.place() == nil ? outbox.waiting().entries.count : 0 }

    /// Tells of what arrived after it had waited, once.
    public func takeLateNews() throws -> LateNews {
        let notes = try notebook.notes()
        let news = LateNews(
            arrived: Dictionary(
                (notes.arrived ?? [:]).compactMap { name, count in Deed(rawValue: name).map { ($0, count) } },
                uniquingKeysWith: +),
            refusals: notes.refusals ?? [])
        guard !news.isEmpty else { return news }
        // Two apps of one moment: who takes it away tells it.
        let isMine = try notebook.change { kept in
            guard (kept.arrived, kept.refusals) == (notes.arrived, notes.refusals) else { return false }
            (kept.arrived, kept.refusals) = (nil, nil)
            return true
        }
        return isMine ? news : LateNews(arrived: [:], refusals: [])
    }

    /// How the person stands with the community now.
    public func connection() throws -> Connection {
        var trouble: Failure?
        do { _ = try board(.asked) } catch let failure as Failure { trouble = failure }
        let waiting = try outbox.waiting().entries.map { ($0.parcel.deed, 1) }
        return Connection(
            place: try access.place(), trouble: trouble, waiting: Dictionary(waiting, uniquingKeysWith: +),
            copiedAt: try copy()?.takenAt)
    }
}
