import Kernel

/// A session of focus, advanced only by time stamps.
///
/// It has neither ticks nor a clock, and the caller passes the moment with each event. A session
/// therefore survives the end of its process. Two readings at the same moment agree.
///
/// All times are milliseconds. A focus phase is the sum of its unpaused stretches. Closed stretches
/// are in `banked`, and the open one began at `since`.
package struct FocusSession: Codable, Hashable, Sendable {
    /// The kind of a phase of the session.
    package enum Phase: String, Codable, Sendable, CaseIterable {
        case focus
        /// The break after each round except the last.
        case shortBreak
        /// The break after the last round.
        case longBreak

        /// Whether it is a short or long break.
        package var isBreak: Bool { self != .focus }
    }

    /// The state of the session.
    package enum Stage: String, Codable, Sendable, CaseIterable {
        case running
        case paused
        /// The user was absent and has not yet said how to count that time.
        case away
        /// A break is over, and the next round waits for the user.
        case ready
        case over
    }

    /// The preset and task of the session.
    ///
    /// It is a copy, so a later rename or deletion leaves history unchanged.
    package struct Purpose: Codable, Hashable, Sendable {
        /// The name of the preset.
        package var preset: String
        /// The task, or nil for a session without one.
        package var task: Identifier<FocusTask>?
        /// The title of the task.
        package var title: String?
        package var tags: [String]
        package var project: String?

        /// Removes the words of a task and returns whether the session was for that task.
        mutating func forget(_ task: Identifier<FocusTask>) -> Bool {
            guard self.task == task else { return false }
            self.task = nil
            title = nil
            tags = []
            project = nil
            return true
        }

        package init(preset: String, task: FocusTask? = nil) {
            self.preset = preset
            self.task = task?.id
            title = task?.title
            tags = task?.tags ?? []
            project = task?.project
        }
    }

    package let id: Identifier<FocusSession>
    package let plan: FocusPlan
    /// The preset and the task as they were at the start.
    package internal(set) var purpose: Purpose
    package let startedAt: Instant
    package internal(set) var phase = Phase.focus
    package internal(set) var stage = Stage.running
    /// The round of the cycle, from 1.
    package internal(set) var round = 1
    /// The number of focus phases that lasted their full length.
    package internal(set) var completed = 0
    /// The time at which the current phase began, or since when a waiting session waits.
    package internal(set) var phaseStartedAt: Instant
    /// Whether a screen shows the session and confirms it regularly.
    ///
    /// Only then does silence count as a gap.
    package internal(set) var isWatched = false
    /// The interruptions of the current round, or nil for none.
    package internal(set) var interruptions: [Interruption]?
    /// Whether the user ended the previous phase, or nil if it ended by itself.
    var isOnPurpose: Bool?

    /// The milliseconds of the current phase, or nil if it counts up.
    var length: Int?
    /// Milliseconds in closed stretches of the current phase.
    var banked = 0
    /// The start of the open stretch, or nil while the phase rests.
    var since: Instant?
    /// The latest moment passed to the session.
    var seen: Instant
    /// The start of the user's absence, or nil while the user is present.
    var left: Instant?
    /// The number of focus phases begun, for the IDs of their records.
    var begun = 1
    /// Milliseconds of focus in closed phases.
    var closed = 0

    package init(id: Identifier<FocusSession>, plan: FocusPlan, purpose: Purpose, at now: Instant) {
        self.id = id
        self.plan = plan
        self.purpose = purpose
        startedAt = now
        phaseStartedAt = now
        seen = now
        since = now
        length = plan.focus.map { $0 * 1000 }
    }
}

extension FocusSession {
    /// Returns the milliseconds that the current phase has run, from 0 to its length.
    package func elapsed(at now: Instant) -> Int {
        let open = since.map { max(0, max(now, seen).milliseconds - $0.milliseconds) } ?? 0
        let total = banked + Int(stage == .running ? open : 0)
        return min(total, length ?? total)
    }

    /// Returns the milliseconds until the current phase ends, or nil if it counts up.
    package func remaining(at now: Instant) -> Int? { length.map { $0 - elapsed(at: now) } }

    /// Returns the time at which the current phase ends by itself, or nil if it does not.
    package func endsAt(_ now: Instant) -> Instant? {
        guard stage == .running, let remaining = remaining(at: now) else { return nil }
        return Instant(milliseconds: now.milliseconds + Int64(remaining))
    }

    /// Returns the milliseconds of focus in the whole session, without pauses.
    package func focused(at now: Instant) -> Int { closed + (phase == .focus && stage != .over ? elapsed(at: now) : 0) }

    /// The milliseconds of the current phase, or nil if it counts up.
    ///
    /// The value is never 0, because a break without a length is over at once.
    package var planned: Int? { length }

    /// The milliseconds of the user's absence, if the session asks about it.
    package var awayMilliseconds: Int? { left.map { Int(max(0, seen.milliseconds - $0.milliseconds)) } }
}
