import Kernel

/// The developers' service of a community.
///
/// It needs the developers' key. The first change creates the community's charter with that key.
package struct CommunityAdmin: Sendable {
    package let access: BoardAccess
    let keys: IdentityStore
    let ids: IDSource
    let time: TimeSource

    package init(access: BoardAccess, keys: IdentityStore, ids: IDSource, time: TimeSource) {
        self.access = access
        self.keys = keys
        self.ids = ids
        self.time = time
    }

    package var now: Instant { time.now() }
    package var today: Day { time.today() }
    package var calendar: LocalCalendar { time.calendar }

    /// Opens the board.
    ///
    /// - Throws: the errors of `BoardAccess.open`. If no community is known, the failure explains
    ///   how to create one.
    func board() throws -> any CommunityBoard {
        do {
            return try access.open(.userInitiated)
        } catch let failure as Failure where failure.code == .notConnected {
            throw CommunityAdmin.unfounded
        }
    }

    /// Reads the board and the actor's role in one transaction.
    func readBoard<Value>(_ body: (any BoardRecords, ActorContext) throws -> Value) throws -> Value {
        let actor = try actor()
        return try board().read { try body($0, $0.actorContext(actor)) }
    }

    /// Runs a developer's change with the board, the developers' key and the current time. It
    /// creates a missing key.
    func decide<Value>(_ body: (any CommunityBoard, Actor, Instant) throws -> Value) throws -> Value {
        try body(board(), Actor(key: keys.obtain()), time.now())
    }

    /// Returns the actor of this device's key.
    ///
    /// Without a key it returns an actor that could found a community without a founder. Reading
    /// creates no key.
    func actor() throws -> Actor { Actor(key: try keys.load() ?? Identity(randomBytes: [])) }

    // MARK: - Feedback

    /// Returns feedback of a status, or of all. Tags and severity are included only for developers.
    package func feedback(_ status: Feedback.Status? = nil, newestFirst: Bool = true, limit: Int? = nil) throws
        -> [Feedback]
    {
        try readBoard { records, context in
            context.visible(try records.feedback(status, newestFirst: newestFirst, limit: limit))
        }
    }

    /// Returns unanswered feedback, then answered feedback, each newest first or oldest first.
    ///
    /// - Parameter limit: the maximum number.
    package func feedbackUnansweredFirst(newestFirst: Bool = true, limit: Int? = nil) throws -> [Feedback] {
        try readBoard { records, context in
            let pending = try records.feedback(.pending, newestFirst: newestFirst, limit: limit)
            let remaining = limit.map { $0 - pending.count }
            // Without a limit there is always room for answered feedback.
            guard remaining ?? 1 > 0 else { return context.visible(pending) }
            let answered = try [Feedback.Status.responded, .implemented]
                .flatMap { try records.feedback($0, newestFirst: newestFirst, limit: remaining) }
                .sorted { newestFirst == (($0.timestamp, $0.id) > ($1.timestamp, $1.id)) }
            return context.visible(pending + answered.prefix(remaining ?? .max))
        }
    }

    /// Returns the number of unanswered feedbacks.
    package func unanswered() throws -> Int { try readBoard { records, _ in try records.feedbackCount(.pending) } }

    /// Returns the number of feedbacks.
    package func count() throws -> Int { try readBoard { records, _ in try records.feedbackCount(nil) } }

    /// Returns one feedback.
    ///
    /// - Throws: `feedbackNotFound`.
    package func feedback(_ id: Identifier<Feedback>) throws -> Feedback {
        try readBoard { records, context in
            let stored = try records.existing(id)
            guard context.seesTriage || stored.hiddenBecause == nil else { throw Feedback.notFound(id) }
            return context.seesTriage ? stored : stored.withoutTriage
        }
    }

    /// Answers feedback. Its author sees an unread answer.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`, and the errors of an invalid text.
    package func respond(
        to id: Identifier<Feedback>, _ text: String, status: Feedback.Status = .responded, target: String? = nil
    ) throws -> Feedback {
        let text = try TextRules.text.validated(text, "The answer")
        let target = try target.map(TextRules.title)
        return try decide { board, actor, now in
            try board.change(id, .feedbackAnswer, by: actor, at: now) { feedback in
                (feedback.developerResponse, feedback.responseTimestamp) = (text, now)
                feedback.settle(status == .pending ? .responded : status, on: time.today())
                if let target { feedback.targetVersion = target }
            }
        }
    }

    /// Sets the status of feedback and the planned version.
    ///
    /// - Throws: `notAllowed`, `feedbackNotFound`.
    package func setStatus(of id: Identifier<Feedback>, _ status: Feedback.Status, target: String? = nil) throws
        -> Feedback
    {
        let target = try target.map(TextRules.title)
        return try decide { board, actor, now in
            try board.change(id, .feedbackAnswer, by: actor, at: now) { feedback in
                feedback.settle(status, on: time.today())
                if let target { feedback.targetVersion = target }
            }
        }
    }
}
