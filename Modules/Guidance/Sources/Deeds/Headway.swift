import Kernel

/// How far people have come with a feature, for whoever asks: the guide counts how long they took to begin, the community sends some of it along with
/// feedback from those who agree, and asks for a review where something may have gone well.
public struct Headway: Sendable {
    /// What goes along with feedback.
    public enum Told: Hashable, Sendable {
        /// Who they are: "5th Keup", "Progression Mode".
        case belt(String), mode(String)
        /// What they use most, and how many sessions or days of it there were.
        case feature(String), sessions(Int)
    }

    /// What somebody has done until now.
    public struct Deeds: Hashable, Sendable {
        /// Sessions that went well.
        public let sessions: Int
        /// What was done for the first time: `pattern`, `test`.
        public let milestones: Set<String>
        /// On which day of use this is; 0 where days do not count.
        public let day: Int

        /// Nothing, but for what is given.
        public init(sessions: Int = 0, milestones: Set<String> = [], day: Int = 0) {
            (self.sessions, self.milestones, self.day) = (sessions, milestones, day)
        }
    }

    /// The first words of the commands after which something may have gone well.
    public let commands: Set<String>
    /// When the feature was first put to use; nil while it was not.
    public let firstUse: @Sendable () throws -> Instant?
    /// What goes along with feedback; asked for when some is sent with consent.
    public let told: @Sendable () throws -> [Told]
    /// What was done; asked for after one of `commands` only.
    public let deeds: @Sendable () throws -> Deeds

    /// What a feature knows; the others of the app know the rest.
    public init(
        after commands: Set<String> = [], firstUse: @escaping @Sendable () throws -> Instant? = { nil },
        told: @escaping @Sendable () throws -> [Told] = { [] }, deeds: @escaping @Sendable () throws -> Deeds = { Deeds() }
    ) {
        (self.commands, self.firstUse, self.told, self.deeds) = (commands, firstUse, told, deeds)
    }
}

extension ExtensionPoint where Contribution == Headway {
    /// How far people have come with each feature.
    public static var headway: Self { ExtensionPoint("headway") }
}
