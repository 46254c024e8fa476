import Kernel

/// A completed round with its score.
public struct ScoredRound: Hashable, Sendable {
    public let id: String
    public let name: String
    public let day: Day, at: Instant
    public let points, maximum: Int

    public init(_ id: String, _ name: String, on day: Day, at instant: Instant, _ points: Int, of maximum: Int) {
        self.id = id
        self.name = name
        self.day = day
        self.at = instant
        self.points = points
        self.maximum = maximum
    }
}

/// The scored rounds of a feature, for lists of activity. The list and the games are independent of
/// each other.
public struct Scores: Sendable {
    /// The name of the rounds, as typed and as displayed: `games`, `Games`.
    public let kind, title: String
    /// The first words of the commands that play rounds.
    public let commands: Set<String>
    /// Returns all completed rounds.
    public let rounds: @Sendable () throws -> [ScoredRound]

    public init(
        _ kind: String, title: String, after commands: Set<String>,
        rounds: @escaping @Sendable () throws -> [ScoredRound]
    ) {
        self.kind = kind
        self.title = title
        self.commands = commands
        self.rounds = rounds
    }
}

extension ExtensionPoint where Contribution == Scores { public static var scores: Self { ExtensionPoint { $0.kind } } }
