import Guidance
import Kernel
import Terminal

/// Brings tours, tips, news and help topics to an app: `tour`, `tips`, `news`, `topics`, `usage`, the sheets of `help NAME` and `?`, and an
/// offer of the first tour on the home screen.
public struct GuidancePlugin: Plugin {
    public let name = "Guidance"
    private let guide: Guide
    private let welcome: Welcome?
    private let version: String
    private let feedback: FeedbackNews
    private let isForPerson: @Sendable () -> Bool
    private let isChild: @Sendable () throws -> Bool

    /// The commands over a guide.
    ///
    /// - Parameters:
    ///   - welcome: the first tour; nil for an app without one.
    ///   - version: the version that runs.
    ///   - feedback: what came of what people asked for.
    ///   - isForPerson: whether a person at a terminal sees what the app shows; nothing is offered to a pipe or to `--json`.
    ///   - isChild: whether it is a small child, to whom nothing is offered: tours, tips and news are there for who asks.
    public init(
        guide: Guide, welcome: Welcome? = nil, version: String, feedback: FeedbackNews = .none,
        isForPerson: @escaping @Sendable () -> Bool, isChild: @escaping @Sendable () throws -> Bool = { false }
    ) {
        self.isChild = isChild
        (self.guide, self.welcome, self.version, self.feedback, self.isForPerson) = (
            guide, welcome, version, feedback, isForPerson
        )
    }

    public func contribute(to registry: inout Registry) {
        registry.add(Guide.belongings)
        registry.add(all: Guide.belongings.flatMap { $0.kinds().map(\.name) }, to: .ownNotes)
        registry.add(GuidanceDesk.topic, to: .helpTopics)
        registry.add(CommandGroup("Help", order: 100, ["tour", "topics", "help", "about"]), to: .commandGroups)
        registry.add(to: .helpTopics) { GuidanceDesk.house(of: $0) }
        registry.add(to: .tours) { [welcome] whole in welcome.map { [$0.tour(with: whole.all(.welcomeSteps))] } ?? [] }
        registry.add(to: .helpBinders) { whole in [HelpBinder("Guidance") { desk(whole).sheets }] }
        registry.add(to: .homeCards) { [WelcomeCard(desk: desk($0)).card] }
        registry.add(to: .forewords) { [desk($0).offers] }
        registry.add(to: .afterwords) { [desk($0).firstVisits] }
        registry.add(to: .news) { $0.all(.tours).contains { !$0.offeredAt.isEmpty } ? [GuidanceDesk.news] : [] }
        registry.add(to: .commands) { whole in
            let desk = desk(whole)
            return [
                TourCommand(desk: desk).command, TipsCommand(desk: desk).command, NewsCommand(desk: desk).command,
                TopicsCommand(desk: desk).command, UsageCommand(desk: desk).command,
            ]
        }
    }

    private func desk(_ registry: Registry) -> GuidanceDesk {
        var guide = guide
        let brought = registry.all(.headway).map(\.firstUse)
        if !brought.isEmpty { guide.firstUse = { try brought.compactMap { try $0() }.min() } }
        return GuidanceDesk(
            guide: guide, registry: registry, version: ReleaseVersion(version), feedback: feedback, isForPerson: isForPerson,
            isOffering: { (try? isChild()) != true })
    }
}

/// What the commands of Guidance share.
struct GuidanceDesk: Sendable {
    let guide: Guide
    let registry: Registry
    let version: ReleaseVersion
    let feedback: FeedbackNews
    let isForPerson: @Sendable () -> Bool
    /// Whether tours, tips and news come by themselves.
    var isOffering: @Sendable () -> Bool = { true }
    /// What may be read besides, by command.
    var others = ["topics"]

    /// Everything that the app's plugins brought to guide people.
    var book: Guidebook { Guidebook(registry) }

    /// Tours that are offered when their feature is used for the first time.
    var offers: Foreword {
        Foreword("tour") { command, run in
            guard let tour = registry.all(.tours).first(where: { $0.offeredAt.contains(command) }),
                // Where it cannot be told, nobody is kept from what they have typed.
                isOffering(), (try? guide.shouldShow(tour) && tour.isFirstUse()) == true
            else { return nil }
            return TourOffer(tour, guide: guide, before: command, run: run)
        }
    }

    /// Tips below the commands that they are about: one a day of each feature, but for those of a first visit.
    var firstVisits: Afterword {
        Afterword("tip") { feature in
            let tips = book.tips.filter { $0.feature == feature }
            // A tip that cannot be noted would be shown for ever.
            return tips.isEmpty || !isOffering()
                ? [] : (try? guide.takeTipOfToday(of: tips)).flatMap { $0 }.map(TipsCommand.blocks) ?? []
        }
    }

    /// What is new of tours and tips.
    static let news = FeatureNews(
        "0.2.0", rank: 80,
        items: [
            .init(
                icon: "hand.point.up.left", glyph: "☞", "Shown Where It Helps",
                "Tours are offered at the first use of a feature, with examples to try; tips stand below the commands that they are about."
            )
        ])

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
        let commands = registry.all(.commands)
        return book.topics.map { topic in
            HelpSheet(topic.id, topic.title, blocks: TopicPage(topic: topic, commands: commands).blocks) { [guide, isForPerson] in
                if isForPerson() { try? guide.openedHelp(topic.id) }
            }
        }
    }

    /// How to be shown around, for `help tour` and for `?` in a tour.
    static let topic = HelpTopic(
        "tour", "Tours",
        paragraphs: [
            """
            A tour has a few screens. Enter or the right arrow goes to the next one, the left arrow goes back, s skips the tour if that is possible, q leaves.

            A tour that you left is offered again; one that you skipped or finished is not. You can repeat a tour at any time, and
            --reset makes it new again. The app counts how tours go on this device only; usage shows the figures.
            """
        ], commands: ["tour", "tips", "news", "topics", "usage"])

    /// What no feature explains: how things stand in one line, where anything does, and everything that people ask.
    static func house(of registry: Registry) -> [HelpTopic] {
        let questions = registry.all(.questions).ranked(by: \.rank)
        return (registry.all(.statusItems).isEmpty ? [] : [status]) + (registry.all(.displays).isEmpty ? [] : [display])
            + (questions.isEmpty ? [] : [HelpTopic("faq", "Common questions", questions: questions)])
    }

    private static let display = HelpTopic(
        "display", "Contrast, motion, screen readers",
        paragraphs: [
            """
            display --contrast high shows everything in the terminal's own two colours; --motion still stops movement on the screen; --lines on
            asks line by line instead of drawing a full screen, for a screen reader; --pictures none draws no pictures, characters none made of pixels.
            Your choice is kept.

            language shows which language the app speaks, and language es chooses one: en, es, fr or ko. That is kept too.
            """
        ], commands: ["display", "language"], isGeneral: true)

    private static let status = HelpTopic(
        "status", "A line for status bars",
        paragraphs: [
            "status shows a summary in one line; --format writes it for tmux, waybar, i3blocks, polybar, SwiftBar, starship, or in your own format."
        ], commands: ["status"], isGeneral: true)
}
