import Kernel

/// One session of focus, as a value that only time stamps move: no ticks, no clock of its own.
///
/// Everything is milliseconds. A focus phase is the sum of its unpaused stretches: those that are closed are `banked`, the open one runs
/// since `since`. Whoever brings an event brings the moment too, so a session survives the end of its process, and reading it twice at
/// one moment gives one answer.
public struct FocusSession: Codable, Hashable, Sendable {
    /// What the time is for.
    public enum Phase: String, Codable, Sendable, CaseIterable {
        /// Work.
        case focus
        /// A rest after a round.
        case shortBreak
        /// A rest after the last round.
        case longBreak

        /// Whether it is a rest.
        public var isBreak: Bool { self != .focus }
    }

    /// How the session stands.
    public enum Stage: String, Codable, Sendable, CaseIterable {
        /// Time is counted.
        case running
        /// The person holds it.
        case paused
        /// Nobody was there for a while, and the person has not said what that time was.
        case away
        /// A break is over; the next round waits for the person.
        case ready
        /// Ended.
        case over
    }

    /// What the session is for: copied, so that what is renamed or deleted later does not change history.
    public struct Purpose: Codable, Hashable, Sendable {
        /// The preset's name.
        public var preset: String
        /// The task, if one was named.
        public var task: Identifier<FocusTask>?
        /// The task's title.
        public var title: String?
        /// The task's tags.
        public var tags: [String]
        /// The task's project.
        public var project: String?

        /// Whether it is for a task; then the words of the task go.
        mutating func forget(_ task: Identifier<FocusTask>) -> Bool {
            guard self.task == task else { return false }
            (self.task, title, tags, project) = (nil, nil, [], nil)
            return true
        }

        /// A copy of what the task is now.
        public init(preset: String, task: FocusTask? = nil) {
            self.preset = preset
            (self.task, title, tags, project) = (task?.id, task?.title, task?.tags ?? [], task?.project)
        }
    }

    /// Its name.
    public let id: Identifier<FocusSession>
    /// Its layout.
    public let plan: FocusPlan
    /// The preset and the task, as they were when it began.
    public internal(set) var purpose: Purpose
    /// When it began.
    public let startedAt: Instant
    /// What the present time is for.
    public internal(set) var phase = Phase.focus
    /// How it stands.
    public internal(set) var stage = Stage.running
    /// Which round of the cycle, from 1.
    public internal(set) var round = 1
    /// Focus phases that went their full length.
    public internal(set) var completed = 0
    /// When the present phase began; of a session that waits, since when.
    public internal(set) var phaseStartedAt: Instant
    /// Whether a screen shows it and says so now and then; only then is silence a gap.
    public internal(set) var isWatched = false
    /// What broke into the present round; nil for nothing.
    public internal(set) var interruptions: [Interruption]?
    /// Whether a person ended the phase before this one; nil where it came to its end by itself.
    var isOnPurpose: Bool?

    /// Milliseconds that the present phase takes; nil when it counts up.
    var length: Int?
    /// Milliseconds in closed stretches of the present phase.
    var banked = 0
    /// Since when the open stretch runs.
    var since: Instant?
    /// The last moment that the session has heard of.
    var seen: Instant
    /// The last moment before a gap.
    var left: Instant?
    /// Focus phases that were begun, for the names of their records.
    var begun = 1
    /// Milliseconds of focus in phases that are closed.
    var closed = 0

    /// A session that begins now with its first round.
    public init(id: Identifier<FocusSession>, plan: FocusPlan, purpose: Purpose, at now: Instant) {
        (self.id, self.plan, self.purpose, startedAt) = (id, plan, purpose, now)
        (phaseStartedAt, seen, since) = (now, now, now)
        length = plan.focus.map { $0 * 1000 }
    }
}

extension FocusSession {
    /// Milliseconds for which the present phase has run at a moment. Never negative, never more than its length.
    public func elapsed(at now: Instant) -> Int {
        let open = since.map { max(0, max(now, seen).milliseconds - $0.milliseconds) } ?? 0
        let total = banked + Int(stage == .running ? open : 0)
        return min(total, length ?? total)
    }

    /// Milliseconds until the present phase ends; nil when it counts up or does not run down.
    public func remaining(at now: Instant) -> Int? { length.map { $0 - elapsed(at: now) } }

    /// The moment at which the present phase ends if nobody does anything; nil when it has none.
    public func endsAt(_ now: Instant) -> Instant? {
        guard stage == .running, let remaining = remaining(at: now) else { return nil }
        return Instant(milliseconds: now.milliseconds + Int64(remaining))
    }

    /// Milliseconds of focus in the whole session at a moment: the sum of its unpaused stretches.
    public func focused(at now: Instant) -> Int { closed + (phase == .focus && stage != .over ? elapsed(at: now) : 0) }

    /// Milliseconds that the present phase takes, never 0: a break without a length is over at once. Nil when it counts up.
    public var planned: Int? { length }

    /// Milliseconds in which nobody was there, of a session that asks about them.
    public var awayFor: Int? { left.map { Int(max(0, seen.milliseconds - $0.milliseconds)) } }
}
