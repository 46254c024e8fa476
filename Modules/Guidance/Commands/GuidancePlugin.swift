import Guidance
import Interface
import Kernel

/// A plugin that adds tours, tips, news and help topics to an app.
///
/// It provides `tour`, `tips`, `news`, `topics`, `usage`, the sheets of `help NAME` and `?`, and
/// the offer of the first tour on the home screen.
public struct GuidancePlugin: Plugin {
    public let name = "Guidance"
    private let guide: Guide
    private let welcome: WelcomeTour?
    private let version: String
    private let feedback: FeedbackNews
    private let isForPerson: @Sendable () -> Bool
    private let isChild: @Sendable () throws -> Bool

    /// Creates the plugin over a guide.
    ///
    /// - Parameters:
    ///   - welcome: the first tour, or `nil` for an app without one.
    ///   - version: the running version.
    ///   - feedback: the results of user feedback.
    ///   - isForPerson: whether a person at a terminal sees the output. A pipe or `--json` gets no
    ///     offers.
    ///   - isChild: whether the user is a small child, who gets tours, tips and news only on
    ///     request.
    public init(
        guide: Guide, welcome: WelcomeTour? = nil, version: String, feedback: FeedbackNews = .none,
        isForPerson: @escaping @Sendable () -> Bool, isChild: @escaping @Sendable () throws -> Bool = { false }
    ) {
        self.isChild = isChild
        self.guide = guide
        self.welcome = welcome
        self.version = version
        self.feedback = feedback
        self.isForPerson = isForPerson
    }

    public func contribute(to registry: inout Registry) {
        registry.add(Guide.syncPolicies)
        registry.add(all: Guide.syncPolicies.flatMap { $0.kinds().map(\.name) }, to: .internalCollections)
        registry.add(GuidanceContext.topic, to: .helpTopics)
        registry.add(CommandGroup("Help", order: 100, ["tour", "topics", "help", "about"]), to: .commandGroups)
        registry.add(to: .helpTopics) { GuidanceContext.generalTopics(of: $0) }
        registry.add(to: .tours) { [welcome] registry in
            welcome.map { [$0.tour(with: registry.all(.welcomeSteps))] } ?? []
        }
        registry.add(to: .helpBinders) { registry in [HelpBinder("Guidance") { makeContext(registry).sheets }] }
        registry.add(to: .homeCards) { [WelcomeCard(context: makeContext($0)).card] }
        registry.add(to: .preCommandPrompts) { [makeContext($0).offers] }
        registry.add(to: .postCommandHints) { [makeContext($0).firstVisits] }
        registry.add(to: .news) { $0.all(.tours).contains { !$0.offeredAt.isEmpty } ? [GuidanceContext.news] : [] }
        registry.add(to: .commands) { registry in
            let context = makeContext(registry)
            return [
                TourCommand(context: context).command, TipsCommand(context: context).command,
                NewsCommand(context: context).command,
                TopicsCommand(context: context).command, UsageCommand(context: context).command,
            ]
        }
    }

    /// Returns the context of the commands, with the earliest first use of any feature.
    private func makeContext(_ registry: Registry) -> GuidanceContext {
        var guide = guide
        let firstUses = registry.all(.usage).map(\.firstUse)
        if !firstUses.isEmpty { guide.firstUse = { try firstUses.compactMap { try $0() }.min() } }
        return GuidanceContext(
            guide: guide, registry: registry, version: ReleaseVersion(version), feedback: feedback,
            isForPerson: isForPerson,
            offersGuidance: { (try? isChild()) != true })
    }
}

/// The shared context of Guidance's commands.
struct GuidanceContext: Sendable {
    let guide: Guide
    let registry: Registry
    let version: ReleaseVersion
    let feedback: FeedbackNews
    let isForPerson: @Sendable () -> Bool
    /// Whether tours, tips and news appear automatically.
    var offersGuidance: @Sendable () -> Bool = { true }
    /// The commands to suggest after the archive of news.
    var others = ["topics"]

    /// All guidance that the app's plugins contribute.
    var book: Guidebook { Guidebook(registry) }

    /// The prompt that offers a tour at the first use of its feature.
    var offers: PreCommandPrompt {
        PreCommandPrompt("tour") { command, run in
            guard let tour = registry.all(.tours).first(where: { $0.offeredAt.contains(command) }),
                // If the state cannot be read, the typed command runs without an offer.
                offersGuidance(), (try? guide.shouldShow(tour) && tour.isFirstUse()) == true
            else { return nil }
            return TourOffer(tour, guide: guide, before: command, run: run)
        }
    }

    /// The hint that shows tips below related commands: first-visit tips at once, others one a day
    /// for each feature.
    var firstVisits: PostCommandHint {
        PostCommandHint("tip") { feature in
            let tips = book.tips.filter { $0.feature == feature }
            // A tip that cannot be marked as seen is not shown, because it would appear forever.
            return tips.isEmpty || !offersGuidance()
                ? [] : (try? guide.takeTipOfToday(of: tips)).flatMap { $0 }.map(TipsCommand.blocks) ?? []
        }
    }

    static let news = FeatureNews(
        "0.2.0", rank: 80,
        items: [
            .init(
                icon: "hand.point.up.left", glyph: "☞", "Shown Where It Helps",
                "Tours are offered at the first use of a feature, with examples to try; tips stand below the commands that they are about."
            )
        ])

    /// Returns the notes with unannounced results of user feedback, which are then marked as
    /// announced, or the unchanged notes.
    func addingFeedback(_ notes: [ReleaseNote]) -> [ReleaseNote] {
        // If the community is unreachable, the results are announced later.
        guard let releases = try? guide.takeReleases(of: feedback.released()), let latestRelease = releases.first else {
            return notes
        }
        let month = latestRelease.day.spelledOut.split(separator: " ").suffix(2).joined(separator: " ")
        let newest = notes.first ?? ReleaseNote(version, month: month, "You asked for it", items: [])
        let planned = newest.next ?? (try? feedback.next()).flatMap { $0 }
        return [newest.addingFeedback(releases.map(\.text), next: planned)] + notes.dropFirst()
    }

    /// The help topics as sheets. Only views by a person are counted, and a failure to count is
    /// ignored.
    var sheets: [HelpSheet] {
        let commands = registry.all(.commands)
        return book.topics.map { topic in
            HelpSheet(topic.id, topic.title, blocks: TopicPage(topic: topic, commands: commands).blocks) {
                [guide, isForPerson] in
                if isForPerson() { try? guide.recordHelpOpened(topic.id) }
            }
        }
    }

    /// The help topic on tours, for `help tour` and for `?` in a tour.
    static let topic = HelpTopic(
        "tour", "Tours",
        paragraphs: [
            """
            A tour has a few screens. Enter or the right arrow goes to the next one, the left arrow goes back, s skips the tour if that is possible, q leaves.

            A tour that you left is offered again; one that you skipped or finished is not. You can repeat a tour at any time, and
            --reset makes it new again. The app counts how tours go on this device only; usage shows the figures.
            """
        ], commands: ["tour", "tips", "news", "topics", "usage"])

    /// Returns the topics that belong to no feature: status, display and all frequent questions,
    /// each only if it has content.
    static func generalTopics(of registry: Registry) -> [HelpTopic] {
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
