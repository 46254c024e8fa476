import Guidance
import Interface
import Kernel
import Practice
import Progress

/// The plugin that adds a learner's progress to an app: sessions, the year, mastery by area,
/// achievements, a report and a picture to share.
package struct ProgressPlugin: Plugin {
    package let name = "Progress"
    private let record: @Sendable () throws -> TrackRecord
    private let person: @Sendable () throws -> Person
    private let rasterizer: Rasterizer
    private let practiceCommands: Set<String>
    private let product: String
    private let isChild: @Sendable () throws -> Bool

    /// Creates the plugin for the active learner, whose data is loaded only when a command needs
    /// it.
    ///
    /// - Parameters:
    ///   - product: the product name in reports.
    ///   - person: the learner's details in a report.
    ///   - rasterizer: creates a PNG of a drawing.
    ///   - practiceCommands: the first words of the practice commands, which show new milestones.
    ///     The games plugin adds those of games.
    ///   - isChild: whether the learner is a small child, who sees results without figures.
    package init(
        product: String, record: @escaping @Sendable () throws -> TrackRecord,
        person: @escaping @Sendable () throws -> Person,
        rasterizer: Rasterizer, practiceCommands: Set<String>,
        isChild: @escaping @Sendable () throws -> Bool = { false }
    ) {
        self.record = record
        self.person = person
        self.rasterizer = rasterizer
        self.practiceCommands = practiceCommands
        self.product = product
        self.isChild = isChild
    }

    package func contribute(to registry: inout Registry) {
        registry.add(TrackRecord.syncPolicies)
        registry.add(to: .commands) { registry in commands(adding: registry.all(.scores)) }
        registry.add(to: .postCommandHints) { registry in [achievements(adding: registry.all(.scores)).celebration] }
        registry.add(all: ProgressHelp.topics, to: .helpTopics)
        registry.add(all: ProgressHelp.groups, to: .commandGroups)
        registry.add(all: ProgressHelp.tips, to: .tips)
        registry.add(ProgressHelp.news, to: .news)
    }

    /// Returns the commands over a record that includes the scores of other features.
    private func commands(adding scores: [Scores]) -> [Command] {
        let record = record(adding: scores)
        return [SessionListCommand(record: record, isChild: isChild).command]
            + ProgressOverviewCommand(record: record, isChild: isChild).commands
            + [
                achievements(adding: scores).command,
                ReportCommand(record: record, person: person, product: product).command,
                ShareCommand(record: record, person: person, rasterizer: rasterizer, product: product).command,
            ]
    }

    /// Returns the command for achievements that also count the scores of other features.
    private func achievements(adding scores: [Scores]) -> AchievementsCommand {
        AchievementsCommand(
            record: record(adding: scores), practiceCommands: scores.reduce(practiceCommands) { $0.union($1.commands) },
            isChild: isChild)
    }

    /// Returns the record extended by the scores of other features.
    private func record(adding scores: [Scores]) -> @Sendable () throws -> TrackRecord {
        { [record] in
            let baseRecord = try record()
            return TrackRecord(
                baseRecord.log,
                circumstances: baseRecord.circumstances.adding(scores.map(SessionKind.init)) {
                    try scores.flatMap(PastSession.all(of:))
                })
        }
    }
}

extension SessionKind {
    fileprivate init(_ scores: Scores) {
        self.init(PracticeKind(rawValue: scores.kind), word: scores.kind, title: scores.title)
    }
}

extension PastSession {
    /// Returns the scored rounds of a feature as sessions.
    fileprivate static func all(of scores: Scores) throws -> [PastSession] {
        try scores.rounds().map {
            PastSession(
                $0.id, PracticeKind(rawValue: scores.kind), about: $0.name, on: $0.day, at: $0.at,
                Score($0.points, of: $0.maximum))
        }
    }
}
