import Kernel

/// A participant of a class: a name, which may be empty, and a belt.
package struct Attendee: Hashable, Sendable {
    /// The name, empty if only the belt is known.
    package let name: String
    package let belt: String

    package init(_ name: String, belt: String) {
        self.name = name
        self.belt = belt
    }
}

/// The options of a class.
package struct LessonRequest: Sendable {
    /// The possible length of a class in minutes.
    package static let range = 15...180
    /// The maximum number of people who teach a class.
    package static let mostLeaders = 4
    /// The default lowest belt for free sparring. It is a convention of this app, and clubs differ.
    package static let defaultSparringBelt = "6k"

    /// The length in minutes, within `range`.
    package let minutes: Int
    /// The number of leaders, which limits the groups that work in parallel.
    package let leaders: Int
    /// The lowest belt that may spar freely.
    package let lowestSparringBelt: String

    /// Creates the options of a class. A length out of range becomes the nearest valid one.
    package init(minutes: Int = 60, leaders: Int = 1, lowestSparringBelt: String = defaultSparringBelt) {
        self.minutes = min(max(minutes, LessonRequest.range.lowerBound), LessonRequest.range.upperBound)
        self.leaders = min(max(leaders, 1), LessonRequest.mostLeaders)
        self.lowestSparringBelt = lowestSparringBelt
    }
}

/// A class, from bowing in to bowing out.
package struct LessonPlan: Hashable, Sendable {
    /// The subject of a section.
    package enum Kind: String, CaseIterable, Sendable {
        case warmUp = "Warm-up"
        case lineWork = "Line work"
        /// Patterns, first all together and then in groups.
        case patterns = "Patterns"
        case stepSparring = "Step sparring"
        /// Free sparring for those who may, and a page of theory for the others.
        case sparring = "Sparring and theory"
        case coolDown = "Cool-down"
    }

    /// The activity of some participants for a while.
    package struct Step: Hashable, Sendable {
        /// The participants in words, such as `white to yellow (3)`.
        package let participants: String
        /// The short forms of the belts, at least one.
        package let belts: [String]
        /// The length in minutes, equal for parallel steps.
        package let minutes: Int
        /// The exercises in order.
        package let exercises: [String]
    }

    /// A part of the class.
    package struct Section: Hashable, Sendable {
        package let kind: Kind
        /// The start as minutes from the beginning of the class.
        package let startMinute: Int
        package let minutes: Int
        /// The parallel activities. Each participant takes part in one of them.
        package let steps: [Step]
    }

    package let attendees: [Attendee]
    package let minutes: Int
    /// The sections in order. Their minutes add up to the length of the class.
    package let sections: [Section]
}
