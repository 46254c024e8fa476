import Kernel

/// Something that was played to its end, and what it brought.
public struct ScoredRound: Hashable, Sendable {
    /// Its identifier.
    public let id: String
    /// What was played, as people read it.
    public let name: String
    /// The local day on which it ended, and when.
    public let day: Day, at: Instant
    /// What was reached, and the most that could be.
    public let points, maximum: Int

    /// A round as its feature has kept it: nothing of it is judged here.
    public init(_ id: String, _ name: String, on day: Day, at instant: Instant, _ points: Int, of maximum: Int) {
        (self.id, self.name, self.day, self.at) = (id, name, day, instant)
        (self.points, self.maximum) = (points, maximum)
    }
}

/// What a feature keeps that is scored and not practised, for whoever lists what somebody did: who asks knows no game, and no game who asks.
public struct Scores: Sendable {
    /// What its rounds are called, by people who type and by people who read: `games`, `Games`.
    public let kind, title: String
    /// The first words of the commands that play.
    public let commands: Set<String>
    /// All rounds of whoever is asked for.
    public let rounds: @Sendable () throws -> [ScoredRound]

    /// The scores of a feature; rounds are read when they are asked for.
    public init(
        _ kind: String, title: String, after commands: Set<String>, rounds: @escaping @Sendable () throws -> [ScoredRound]
    ) {
        (self.kind, self.title, self.commands, self.rounds) = (kind, title, commands, rounds)
    }
}

extension ExtensionPoint where Contribution == Scores {
    /// What was scored with each feature.
    public static var scores: Self { ExtensionPoint("scores") { $0.kind } }
}
