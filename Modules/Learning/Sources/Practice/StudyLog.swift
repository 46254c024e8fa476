import Kernel

/// Begins, continues and ends practice sessions of every kind but flashcards, and takes their answers. What it took is durable when it returns.
public struct StudyLog: Sendable {
    let repository: any PracticeRepository
    let time: TimeSource
    let ids: IDSource
    private let chance: Chance

    /// The log of one learner, whose own the repository is.
    public init(repository: any PracticeRepository, time: TimeSource, ids: IDSource, random: RandomSource) {
        (self.repository, self.time, self.ids) = (repository, time, ids)
        chance = Chance(random)
    }

    /// The present instant, to measure how long an answer takes.
    public var now: Instant { time.now() }

    /// The learner's local day.
    public var today: Day { time.today() }

    /// A sequence of chance of its own.
    public func split() -> RandomSource { chance.split() }

    /// Keeps a new session.
    ///
    /// - Parameters:
    ///   - items: what it goes through; may be planned with `seed`, which comes from `split`.
    ///   - settings: what its activity must know to go on.
    public func begin(
        _ kind: StudyKind, _ subject: String, activity: String, items: [String], seed: Int? = nil,
        settings: [String: String] = [:]
    ) throws -> PracticeSitting {
        var random = split()
        let session = PracticeSession(
            id: ids.next(), kind: kind, subject: subject, activity: activity, startedAt: now, items: items,
            seed: seed ?? Int(random.next() >> 12), settings: settings)
        try repository.begin(session)
        return PracticeSitting(session: session, answers: [])
    }

    /// The latest session of that kind, subject and activity, when it was left before its end; nil otherwise.
    public func unfinished(_ kind: StudyKind, _ subject: String, activity: String) throws -> PracticeSitting? {
        let last = try repository.practices(latest: StudyLog.lookback).last {
            $0.kind == kind && $0.subject == subject && $0.activity == activity
        }
        guard let last, last.endedAt == nil else { return nil }
        let sitting = PracticeSitting(session: last, answers: try repository.practiceAnswers(in: last.id))
        return sitting.isDone ? nil : sitting
    }

    /// The sessions so far, oldest first, each at the place where it was left; a limit takes the latest.
    public func sessions(latest limit: Int? = nil) throws -> [PracticeSession] { try repository.practices(latest: limit) }

    /// How far the learner has come with the items of a kind, or of one subject of it.
    public func mastery(of kind: StudyKind, subject: String? = nil) throws -> [Mastery] {
        try repository.mastery(of: kind, subject: subject)
    }

    /// Takes an answer to the item at `place`, and goes on behind it or at `next`. Durable on return.
    ///
    /// - Parameters:
    ///   - item: what moves in mastery.
    ///   - parts: its fields, each graded.
    ///   - label: what `undo` calls it.
    @discardableResult
    public func answer(
        _ item: Mastery.Item, question: String = "", evidence: Evidence, parts: [PracticeAnswer.Part], milliseconds: Int,
        next: Int? = nil, label: String, in sitting: inout PracticeSitting
    ) throws -> PracticeAnswer {
        let given = GivenPractice(
            id: ids.next(), session: sitting.session.id, item: item, question: question,
            turn: (sitting.answers.last?.turn ?? -1) + 1,
            place: sitting.session.place, moment: StudyMoment(day: today, instant: now), evidence: evidence, parts: parts,
            milliseconds: milliseconds)
        let place = min(max(next ?? sitting.session.place + 1, 0), sitting.session.items.count)
        let answer = try repository.keep(given, place: place, label: label)
        sitting.answers.append(answer)
        sitting.session.place = place
        return answer
    }

    /// Takes back the latest answer of the session, which goes on where it stood before.
    ///
    /// - Throws: `nothingToTakeBack`; `answerNotFound`, `answeredSince`, and then nothing is changed.
    @discardableResult
    public func takeBack(in sitting: inout PracticeSitting, label: String) throws -> PracticeAnswer {
        guard let answer = sitting.answers.last else {
            throw Failure(.nothingToTakeBack, "There is no answer of this session to take back.")
        }
        try repository.takeBack(practice: answer.id, label: label)
        sitting.answers.removeLast()
        sitting.session.place = answer.place
        return answer
    }

    /// Moves on or back without an answer.
    public func move(to place: Int, in sitting: inout PracticeSitting) throws {
        let last = sitting.answers.last?.id
        sitting.session = try repository.change(practice: sitting.session.id) { ($0.place, $0.after) = (place, last) }
    }

    /// Leaves a session so that it continues later.
    public func pause(_ sitting: inout PracticeSitting) throws {
        let (moment, place, last) = (now, sitting.session.place, sitting.answers.last?.id)
        sitting.session = try repository.change(practice: sitting.session.id) {
            ($0.pausedAt, $0.place, $0.after) = (moment, place, last)
        }
    }

    /// Closes a session for good, with what came of it; a second time changes nothing.
    public func finish(_ sitting: inout PracticeSitting, _ outcome: PracticeSession.Outcome?) throws {
        let (moment, place, last) = (now, sitting.session.place, sitting.answers.last?.id)
        sitting.session = try repository.change(practice: sitting.session.id) {
            guard $0.endedAt == nil else { return }
            ($0.endedAt, $0.outcome, $0.pausedAt, $0.place, $0.after) = (moment, outcome, nil, place, last)
        }
    }
}

/// A practice session and its answers so far: where the learner stands in it.
public struct PracticeSitting: Hashable, Sendable {
    /// The session.
    public internal(set) var session: PracticeSession
    /// Its answers, oldest first.
    public internal(set) var answers: [PracticeAnswer]

    /// A session with its answers, at the place where they have brought it.
    public init(session: PracticeSession, answers: [PracticeAnswer]) {
        (self.session, self.answers) = (session, answers)
        let last = answers.last
        if session.after != last?.id { self.session.place = min(last?.next ?? 0, session.items.count) }
    }

    /// The item that comes now; nil when none is left.
    public var item: String? { session.items.indices.contains(session.place) ? session.items[session.place] : nil }
    /// Whether every item was passed.
    public var isDone: Bool { item == nil }
    /// Right answers.
    public var right: Int { answers.count { $0.isRight } }
    /// Time spent on answers.
    public var milliseconds: Int { answers.reduce(0) { $0 + $1.milliseconds } }
    /// The share of all fields that were right, in thousandths; 0 without answers.
    public var share: Int {
        let parts = answers.flatMap(\.parts)
        return parts.isEmpty ? 0 : parts.count { $0.isRight } * 1000 / parts.count
    }
}
