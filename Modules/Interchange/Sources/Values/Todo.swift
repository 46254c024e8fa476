import Kernel

/// Something to do, as another program wrote it down. Nothing is judged yet: texts are as long and as odd as in the file.
public struct Todo: Hashable, Sendable {
    /// How it stands.
    public enum State: String, CaseIterable, Sendable {
        /// To be done.
        case open
        /// There is nothing to do for it any more.
        case done
        /// Given up, or thrown away.
        case deleted
        /// What others that come back are made from.
        case template
    }

    /// How much it matters.
    public enum Priority: String, CaseIterable, Sendable {
        /// In the order of importance.
        case high, medium, low
    }

    /// What was noted of it, and when where that is known.
    public struct Note: Hashable, Sendable {
        /// When it was noted.
        public var at: Instant?
        /// What was noted.
        public var text: String

        /// What was noted, with its time where there is one.
        public init(at: Instant?, text: String) { (self.at, self.text) = (at, text) }
    }

    /// When it wants to be remembered.
    public enum Alarm: Hashable, Sendable {
        /// So many seconds behind the beginning of its due day, or behind its due time; negative before it.
        case afterDue(seconds: Int)
        /// At a time of its own.
        case at(Instant)
    }

    /// What its program calls it: a UUID, a UID; nil where it has no name.
    public var key: String?
    /// What is to be done.
    public var title: String
    /// How it stands.
    public var state = State.open
    /// When it was written down.
    public var entry: Moment?
    /// When it was done.
    public var end: Moment?
    /// By when it should be done.
    public var due: Moment?
    /// How much it matters.
    public var priority: Priority?
    /// What it is a part of.
    public var project: String?
    /// Words to find it by.
    public var tags: [String] = []
    /// What else there is to say of it.
    public var text: String?
    /// What was noted of it.
    public var notes: [Note] = []
    /// The keys of those that come before it.
    public var after: [String] = []
    /// The key of the one of which it is a part.
    public var parent: String?
    /// The key of the template from which it was made.
    public var template: String?
    /// How it comes back.
    public var repeats: Repetition?
    /// When it wants to be remembered.
    public var alarm: Alarm?
    /// What the program that asks adds of its own, by names of small letters and digits.
    public var extra: [String: String] = [:]

    /// Something to do.
    public init(title: String) { self.title = title }
}

/// Time that was spent, from one moment to another.
public struct TrackedTime: Hashable, Sendable {
    /// What its program calls it; nil where it has no name.
    public var key: String?
    /// When it began.
    public var start: Moment
    /// When it ended.
    public var end: Moment
    /// What it was for.
    public var title: String?
    /// What it was a part of.
    public var project: String?
    /// Words to find it by.
    public var tags: [String] = []
    /// What the program that asks adds of its own, by names of small letters and digits.
    public var extra: [String: String] = [:]

    /// Time from one moment to another.
    public init(from start: Moment, to end: Moment) { (self.start, self.end) = (start, end) }
}
