import Kernel

/// A task as another program wrote it, with unvalidated texts of any length.
package struct Todo: Hashable, Sendable {
    /// The progress of a task in the other program.
    package enum State: String, CaseIterable, Sendable {
        case open
        case done
        case deleted
        /// A repeating task from which others are made.
        case template
    }

    /// The three levels that the forms of other programs map to.
    package enum Priority: String, CaseIterable, Sendable {
        case high, medium, low
    }

    /// A note on a task, with its time if known.
    package struct Note: Hashable, Sendable {
        package var at: Instant?
        package var text: String

        package init(at: Instant?, text: String) {
            self.at = at
            self.text = text
        }
    }

    /// The time of a reminder.
    package enum Alarm: Hashable, Sendable {
        /// The number of seconds after the start of the due day, or after the due time. Negative
        /// values are before it.
        case afterDue(seconds: Int)
        case at(Instant)
    }

    /// The identifier in the source program, such as a UUID or UID, or `nil` if it has none.
    package var key: String?
    package var title: String
    package var state = State.open
    /// The time at which the task was created.
    package var entry: Moment?
    /// The time at which the task was completed or deleted.
    package var end: Moment?
    package var due: Moment?
    package var priority: Priority?
    package var project: String?
    package var tags: [String] = []
    package var text: String?
    package var notes: [Note] = []
    package var dependencies: [String] = []
    /// The key of the task that contains this one.
    package var parent: String?
    /// The key of the repeating task from which this one was made.
    package var template: String?
    package var repetition: Repetition?
    package var alarm: Alarm?
    /// Fields specific to the calling program, keyed by names of lower-case letters and digits.
    package var extra: [String: String] = [:]

    package init(title: String) { self.title = title }
}

/// A period of tracked time, with a start and an end.
package struct TrackedTime: Hashable, Sendable {
    /// The identifier in the source program, or `nil` if it has none.
    package var key: String?
    package var start: Moment
    package var end: Moment
    package var title: String?
    package var project: String?
    package var tags: [String] = []
    /// Fields specific to the calling program, keyed by names of lower-case letters and digits.
    package var extra: [String: String] = [:]

    package init(from start: Moment, to end: Moment) {
        self.start = start
        self.end = end
    }
}
