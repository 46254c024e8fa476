import Guidance
import Kernel
import Terminal

/// Brings tours, tips, news and help topics to an app: `tour`, `tips`, `news`, `topics`, `usage`, the sheets of `help NAME` and `?`, and an
/// offer of the first tour on the home screen.
public struct GuidancePlugin: Plugin {
    public let name = "Guidance"
    private let desk: GuidanceDesk

    /// The commands over a guide.
    ///
    /// - Parameters:
    ///   - registry: what all plugins of the app brought; asked for when something is shown, because it stands only after this plugin was
    ///     asked.
    ///   - version: the version that runs.
    ///   - isForPerson: whether a person at a terminal sees what the app shows; nothing is offered to a pipe or to `--json`.
    public init(
        guide: Guide, registry: @escaping @Sendable () -> Registry?, version: String, isForPerson: @escaping @Sendable () -> Bool
    ) {
        desk = GuidanceDesk(guide: guide, registry: registry, version: ReleaseVersion(version), isForPerson: isForPerson)
    }

    public func contribute(to registry: inout Registry) {
        for collection in Guide.collections { registry.add(collection, to: .collections) }
        registry.add(GuidanceDesk.topic, to: .helpTopics)
        registry.add(HelpShelf("Guidance") { desk.sheets }, to: .helpShelves)
        registry.add(WelcomeCard(desk: desk).card, to: .homeCards)
        for command in [
            TourCommand(desk: desk).command, TipsCommand(desk: desk).command, NewsCommand(desk: desk).command,
            TopicsCommand(desk: desk).command, UsageCommand(desk: desk).command,
        ] {
            registry.add(command, to: .commands)
        }
    }
}

/// What the commands of Guidance share.
struct GuidanceDesk: Sendable {
    let guide: Guide
    let registry: @Sendable () -> Registry?
    let version: ReleaseVersion
    let isForPerson: @Sendable () -> Bool

    /// Everything that the app's plugins brought to guide people.
    ///
    /// - Throws: `duplicateContribution`, never in practice: an empty registry has nothing that collides.
    var book: Guidebook {
        get throws { Guidebook(try registry() ?? Registry([])) }
    }

    /// The help topics as sheets. Only people's reading is counted, and failing to count keeps nobody from it.
    var sheets: [HelpSheet] {
        guard let registry = registry() else { return [] }
        let commands = registry.all(.commands)
        return registry.all(.helpTopics).map { topic in
            HelpSheet(topic.id, topic.title, blocks: TopicPage(topic: topic, commands: commands).blocks) { [guide, isForPerson] in
                if isForPerson() { try? guide.openedHelp(topic.id) }
            }
        }
    }

    /// How to be shown around, for `help tour` and for `?` in a tour.
    static let topic = HelpTopic(
        "tour", "Being shown around",
        paragraphs: [
            """
            A tour is a few screens. Enter or the right arrow goes on, the left arrow goes back, s skips where that is allowed, q leaves.

            A tour that was left is offered again; one that was skipped or gone through is not. It can be repeated at any time, and
            --reset makes it new.

            What is counted about it stays on this device; usage shows it.
            """
        ], commands: ["tour", "tips", "news", "topics", "usage"])
}
