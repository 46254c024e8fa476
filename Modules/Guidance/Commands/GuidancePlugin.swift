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
    ///   - feedback: what came of what people asked for.
    ///   - isForPerson: whether a person at a terminal sees what the app shows; nothing is offered to a pipe or to `--json`.
    public init(
        guide: Guide, registry: @escaping @Sendable () -> Registry?, version: String, feedback: FeedbackNews = .none,
        isForPerson: @escaping @Sendable () -> Bool
    ) {
        desk = GuidanceDesk(
            guide: guide, registry: registry, version: ReleaseVersion(version), feedback: feedback, isForPerson: isForPerson)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(collections: Guide.collections)
        registry.add(GuidanceDesk.topic, to: .helpTopics)
        registry.add(HelpShelf("Guidance") { desk.sheets }, to: .helpShelves)
        registry.add(WelcomeCard(desk: desk).card, to: .homeCards)
        registry.add(desk.firstVisits, to: .afterwords)
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
    let feedback: FeedbackNews
    let isForPerson: @Sendable () -> Bool

    /// Everything that the app's plugins brought to guide people.
    ///
    /// - Throws: `duplicateContribution`, never in practice: an empty registry has nothing that collides.
    var book: Guidebook {
        get throws { Guidebook(try registry() ?? Registry([])) }
    }

    /// Tips that are shown when a feature is visited for the first time.
    var firstVisits: Afterword {
        Afterword("tip") { feature in
            let tips = (registry()?.all(.tips) ?? []).filter { $0.onFirstVisit && $0.feature == feature }
            // A tip that cannot be noted would be shown for ever.
            return tips.isEmpty ? [] : (try? guide.takeTip(of: tips)).flatMap { $0 }.map(TipsCommand.blocks) ?? []
        }
    }

    /// A note with what came of people's feedback and was not told yet, and from now on is; the notes as they are when there is nothing.
    func heard(_ notes: [ReleaseNote]) -> [ReleaseNote] {
        // Where the community is away there is nothing to tell now; it is told later.
        guard let new = try? guide.takeReleases(of: feedback.released()), let latest = new.first else { return notes }
        let month = latest.day.spelledOut.split(separator: " ").suffix(2).joined(separator: " ")
        let first = notes.first ?? ReleaseNote(version, month: month, "You asked for it", items: [])
        let next = first.next ?? (try? feedback.next()).flatMap { $0 }
        return [first.hearing(new.map(\.text), next: next)] + notes.dropFirst()
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
