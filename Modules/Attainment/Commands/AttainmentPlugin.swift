import Attainment
import Guidance
import Kernel
import Terminal

/// Brings where somebody stands to an app: sessions, the year, what is known of each area, achievements, a report and a picture to give away.
public struct AttainmentPlugin: Plugin {
    public let name = "Attainment"
    private let record: @Sendable () throws -> TrackRecord
    private let person: @Sendable () throws -> Person
    private let rasterizer: Rasterizer
    private let practising: Set<String>
    private let product: String

    /// The commands over the record of whoever learns. What is theirs is asked for when a command needs it, never before.
    ///
    /// - Parameters:
    ///   - product: what a report says that it was made with.
    ///   - person: who that is, as far as a report says it.
    ///   - rasterizer: who makes a PNG of a drawing.
    ///   - practising: the first words of the commands that practise: below them stands what was reached.
    public init(
        product: String, record: @escaping @Sendable () throws -> TrackRecord, person: @escaping @Sendable () throws -> Person,
        rasterizer: Rasterizer, practising: Set<String>
    ) {
        (self.record, self.person, self.rasterizer) = (record, person, rasterizer)
        (self.practising, self.product) = (practising, product)
    }

    public func contribute(to registry: inout Registry) {
        let achievements = AchievementsDesk(record: record, practising: practising)
        registry.add(collections: TrackRecord.collections)
        registry.add(SessionsDesk(record: record).command, to: .commands)
        registry.add(all: ProgressDesk(record: record).commands, to: .commands)
        registry.add(achievements.command, to: .commands)
        registry.add(achievements.celebration, to: .afterwords)
        registry.add(ReportDesk(record: record, person: person, product: product).command, to: .commands)
        registry.add(ShareDesk(record: record, person: person, rasterizer: rasterizer, product: product).command, to: .commands)
        registry.add(all: AttainmentHelp.topics, to: .helpTopics)
        registry.add(all: AttainmentHelp.groups, to: .commandGroups)
        registry.add(all: AttainmentHelp.tips, to: .tips)
        registry.add(AttainmentHelp.news, to: .news)
    }
}
