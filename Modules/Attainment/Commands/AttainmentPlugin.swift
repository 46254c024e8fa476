import Attainment
import Guidance
import Kernel
import Practice
import Terminal

/// Brings where somebody stands to an app: sessions, the year, what is known of each area, achievements, a report and a picture to give away.
public struct AttainmentPlugin: Plugin {
    public let name = "Attainment"
    private let record: @Sendable () throws -> TrackRecord
    private let person: @Sendable () throws -> Person
    private let rasterizer: Rasterizer
    private let practising: Set<String>
    private let product: String
    private let isChild: @Sendable () throws -> Bool

    /// The commands over the record of whoever learns. What is theirs is asked for when a command needs it, never before.
    ///
    /// - Parameters:
    ///   - product: what a report says that it was made with.
    ///   - person: who that is, as far as a report says it.
    ///   - rasterizer: who makes a PNG of a drawing.
    ///   - practising: the first words of the commands that practise: below them stands what was reached. Those of games come with the games.
    ///   - isChild: whether it is a small child, who is told what was done without figures.
    public init(
        product: String, record: @escaping @Sendable () throws -> TrackRecord, person: @escaping @Sendable () throws -> Person,
        rasterizer: Rasterizer, practising: Set<String>, isChild: @escaping @Sendable () throws -> Bool = { false }
    ) {
        (self.record, self.person, self.rasterizer) = (record, person, rasterizer)
        (self.practising, self.product, self.isChild) = (practising, product, isChild)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(TrackRecord.belongings)
        registry.add(to: .commands) { whole in commands(beside: whole.all(.scores)) }
        registry.add(to: .afterwords) { whole in [achievements(beside: whole.all(.scores)).celebration] }
        registry.add(all: AttainmentHelp.topics, to: .helpTopics)
        registry.add(all: AttainmentHelp.groups, to: .commandGroups)
        registry.add(all: AttainmentHelp.tips, to: .tips)
        registry.add(AttainmentHelp.news, to: .news)
    }

    private func commands(beside scores: [Scores]) -> [Command] {
        let record = record(beside: scores)
        return [SessionsDesk(record: record, isChild: isChild).command] + ProgressDesk(record: record, isChild: isChild).commands
            + [
                achievements(beside: scores).command, ReportDesk(record: record, person: person, product: product).command,
                ShareDesk(record: record, person: person, rasterizer: rasterizer, product: product).command,
            ]
    }

    private func achievements(beside scores: [Scores]) -> AchievementsDesk {
        AchievementsDesk(
            record: record(beside: scores), practising: scores.reduce(practising) { $0.union($1.commands) }, isChild: isChild)
    }

    /// The record with what other features have scored.
    private func record(beside scores: [Scores]) -> @Sendable () throws -> TrackRecord {
        { [record] in
            let own = try record()
            return TrackRecord(
                own.log, around: own.around.adding(scores.map(SessionKind.init)) { try scores.flatMap(PastSession.all(of:)) })
        }
    }
}

extension SessionKind {
    fileprivate init(_ scores: Scores) { self.init(PracticeKind(rawValue: scores.kind), word: scores.kind, title: scores.title) }
}

extension PastSession {
    fileprivate static func all(of scores: Scores) throws -> [PastSession] {
        try scores.rounds().map {
            PastSession(
                $0.id, PracticeKind(rawValue: scores.kind), about: $0.name, on: $0.day, at: $0.at,
                Score($0.points, of: $0.maximum))
        }
    }
}
