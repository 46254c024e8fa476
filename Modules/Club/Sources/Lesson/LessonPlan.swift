import Kernel

/// Who is taught: a name, or nobody's, with a belt.
public struct Attendee: Hashable, Sendable {
    /// What they are called; empty where only the belt is known.
    public let name: String
    /// Their belt, in its short form.
    public let belt: String

    /// Somebody with a belt.
    public init(_ name: String, belt: String) { (self.name, self.belt) = (name, belt) }
}

/// What is wished of a class.
public struct LessonWish: Sendable {
    /// How long a class may be, in minutes.
    public static let range = 15...180
    /// How many may teach.
    public static let mostLeaders = 4
    /// Who spars freely unless somebody says otherwise: a convention of this app; clubs differ.
    public static let usualSparring = "6k"

    /// How long, within `range`.
    public let minutes: Int
    /// How many teach; so many groups work side by side at most.
    public let leaders: Int
    /// The lowest belt that spars freely, in its short form.
    public let sparFrom: String

    /// A class of so many minutes; what is out of range is moved to the nearest.
    public init(minutes: Int = 60, leaders: Int = 1, sparFrom: String = usualSparring) {
        self.minutes = min(max(minutes, LessonWish.range.lowerBound), LessonWish.range.upperBound)
        self.leaders = min(max(leaders, 1), LessonWish.mostLeaders)
        self.sparFrom = sparFrom
    }
}

/// A class, from bowing in to bowing out.
public struct LessonPlan: Hashable, Sendable {
    /// A stretch of the class.
    public enum Kind: String, CaseIterable, Sendable {
        /// Getting warm.
        case warmUp = "Warm-up"
        /// Techniques up and down the hall.
        case lineWork = "Line work"
        /// Forms, together and in groups.
        case patterns = "Patterns"
        /// Agreed attacks and answers, in pairs.
        case stepSparring = "Step sparring"
        /// Sparring for whoever may, a page of theory for the others.
        case sparring = "Sparring and theory"
        /// Coming to rest.
        case coolDown = "Cool-down"
    }

    /// What some of the class do for a while.
    public struct Step: Hashable, Sendable {
        /// Who, in words.
        public let who: String
        /// Their belts, in short; never empty.
        public let belts: [String]
        /// How long, in minutes; steps side by side have the same.
        public let minutes: Int
        /// What they do, in order.
        public let what: [String]
    }

    /// A part of the class.
    public struct Section: Hashable, Sendable {
        /// What kind of work.
        public let kind: Kind
        /// The minute in which it begins, from 0.
        public let begins: Int
        /// How long.
        public let minutes: Int
        /// What is done; everybody is in one of those that go side by side.
        public let steps: [Step]
    }

    /// Everybody, lowest belt first.
    public let attendees: [Attendee]
    /// How long.
    public let minutes: Int
    /// In order; their minutes are those of the class.
    public let sections: [Section]
}
