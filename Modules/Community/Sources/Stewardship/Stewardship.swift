import Kernel

/// What developers do with what people said. Needs the developers' key; whoever first changes something founds the community with theirs.
public struct Stewardship: Sendable {
    package let access: BoardAccess
    let keys: IdentityStore
    let ids: IDSource
    let time: TimeSource

    /// The developers' side of a board; `keys` keeps their key.
    public init(access: BoardAccess, keys: IdentityStore, ids: IDSource, time: TimeSource) {
        (self.access, self.keys, self.ids, self.time) = (access, keys, ids, time)
    }

    /// The moment, and its day.
    package var now: Instant { time.now() }
    package var today: Day { time.today() }
    package var calendar: LocalCalendar { time.calendar }

    /// - Throws: what `BoardAccess.open` throws; where no community is known, how to make one.
    func board() throws -> any CommunityBoard {
        do {
            return try access.open(.asked)
        } catch let failure as Failure where failure.code == .notConnected {
            throw Stewardship.unfounded
        }
    }

    /// Looks at the board, in one unit with who is looking.
    func look<Value>(_ body: (any BoardRecords, People) throws -> Value) throws -> Value {
        let actor = try actor()
        return try board().read { try body($0, $0.people(actor)) }
    }

    func decide<Value>(_ body: (any CommunityBoard, Actor, Instant) throws -> Value) throws -> Value {
        try body(board(), Actor(key: keys.obtain()), time.now())
    }

    /// Who looks: a developer, or somebody with another key. Without one it is somebody who could found the community if nobody has; looking
    /// makes no key.
    func actor() throws -> Actor { Actor(key: try keys.load() ?? Identity(chance: [])) }

    // MARK: - Feedback

    /// Feedback of a status, or of all. Tags and severity only for developers.
    public func feedback(_ status: Feedback.Status? = nil, newestFirst: Bool = true, limit: Int? = nil) throws -> [Feedback] {
        try look { records, people in people.seen(try records.feedback(status, newestFirst: newestFirst, limit: limit)) }
    }

    /// What waits for an answer, and behind it what was answered; each newest first, or oldest first.
    ///
    /// - Parameter limit: how many at most.
    public func desk(newestFirst: Bool = true, limit: Int? = nil) throws -> [Feedback] {
        try look { records, people in
            let pending = try records.feedback(.pending, newestFirst: newestFirst, limit: limit)
            let left = limit.map { $0 - pending.count }
            guard left ?? 1 > 0 else { return people.seen(pending) }
            let answered = try [Feedback.Status.responded, .implemented]
                .flatMap { try records.feedback($0, newestFirst: newestFirst, limit: left) }
                .sorted { newestFirst == (($0.timestamp, $0.id) > ($1.timestamp, $1.id)) }
            return people.seen(pending + answered.prefix(left ?? .max))
        }
    }

    /// How much feedback nobody has answered.
    public func unanswered() throws -> Int { try look { records, _ in try records.feedbackCount(.pending) } }

    /// How much feedback there is.
    public func count() throws -> Int { try look { records, _ in try records.feedbackCount(nil) } }

    /// One feedback.
    ///
    /// - Throws: `feedbackNotFound`.
    public func feedback(_ id: Identifier<Feedback>) throws -> Feedback {
        try look { records, people in
            let found = try records.existing(id)
            guard people.seesTriage || found.hiddenBecause == nil else { throw Feedback.notFound(id) }
            return people.seesTriage ? found : found.withoutTriage
        }
    }

    /// Answers feedback: its writer sees an unread answer.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`, and what a wrong text throws.
    public func respond(
        to id: Identifier<Feedback>, _ text: String, status: Feedback.Status = .responded, target: String? = nil
    ) throws -> Feedback {
        let text = try Wording.text.kept(text, "The answer")
        let target = try target.map(Wording.title)
        return try decide { board, actor, now in
            try board.change(id, .feedbackAnswer, by: actor, at: now) { feedback in
                (feedback.developerResponse, feedback.responseTimestamp) = (text, now)
                feedback.settle(status == .pending ? .responded : status, on: time.today())
                if let target { feedback.targetVersion = target }
            }
        }
    }

    /// Says what became of feedback, and for which version it is meant.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`.
    public func setStatus(of id: Identifier<Feedback>, _ status: Feedback.Status, target: String? = nil) throws -> Feedback {
        let target = try target.map(Wording.title)
        return try decide { board, actor, now in
            try board.change(id, .feedbackAnswer, by: actor, at: now) { feedback in
                feedback.settle(status, on: time.today())
                if let target { feedback.targetVersion = target }
            }
        }
    }
}
