import Guidance
import GuidanceCommands
import Interface
import Kernel
import Storage
import Synchronization
import Terminal
import TerminalTesting

/// An app with guidance over a memory store.
final class Fixture: Sendable {
    static let start = Instant(milliseconds: 1_763_683_200_000)
    static let welcome = Tour(
        "welcome", "Welcome", scope: .device, ending: "Get Started", next: ["topics"],
        steps: [
            TourStep("Hello", "What this is for."), TourStep("How it works", "One a day.\n\nThat is all."),
            TourStep("Ready", "Go on.", maySkip: false),
        ])
    static let cards = Tour(
        "cards", "How cards work", scope: .profile,
        steps: [TourStep("Look", "Look at it."), TourStep("Flip", "Turn it.")])
    static let moves = Tour("moves", "How moves work", scope: .profile, steps: [TourStep("Move", "Move.")])
    static let tips = (1...4).map { number in
        Tip(
            "tip\(number)", icon: "star", glyph: "★", "Tip \(number)", "Do \(number).",
            feature: number == 3 ? "news" : nil)
    }
    static let notes: [ReleaseNote] = ["1.0", "1.1", "1.2", "1.10", "2.0"].map { version in
        ReleaseNote(
            ReleaseVersion(version), month: "May 2026", "Version \(version)",
            items: [.init(icon: "star", glyph: "★", "News of \(version)", "Something.")], fixes: ["A fix."],
            fromFeedback: ["A wish."],
            next: "More.")
    }

    let store: MemoryStore
    private let clock = Mutex(Fixture.start)
    private let whose = Mutex(Partition(rawValue: "profile:a"))
    private let used = Mutex<Instant?>(nil)
    let isForPerson, isChild: Bool
    let version: String
    let name = Mutex("Student")

    init(store: MemoryStore = MemoryStore(), isForPerson: Bool = true, isChild: Bool = false, version: String = "1.0") {
        self.store = store
        self.isForPerson = isForPerson
        self.isChild = isChild
        self.version = version
    }

    var guide: Guide {
        Guide(
            device: store, profile: { [self] in whose.withLock { $0 } }, firstUse: { [self] in used.withLock { $0 } },
            time: TimeSource(calendar: .utc) { [self] in clock.withLock { $0 } })
    }

    var today: Day { LocalCalendar.utc.day(of: clock.withLock { $0 }) }

    func pass(days: Int = 0, seconds: Double = 0) {
        clock.withLock { $0 = $0.adding(seconds: Double(days) * 86_400 + seconds) }
    }

    func turn(of profile: String) { whose.withLock { $0 = Partition(rawValue: "profile:\(profile)") } }

    func use() { used.withLock { [now = clock.withLock { $0 }] in $0 = $0 ?? now } }

    // MARK: - On the command line

    /// A tour with a choice that changes the name.
    var naming: Tour {
        let choice = TourChoice("n", "name", question: "What is your name?") { [self] answer in
            guard answer != "bad" else { throw Failure(.init("badName"), "That is no name.", advice: "Take another.") }
            name.withLock { $0 = answer }
            return "Hello, \(answer)."
        }
        let step = TourStep("You", "This is you.", choices: [choice]) { [self] in [.init("Name", name.withLock { $0 })]
        }
        return Tour("naming", "Who you are", scope: .profile, steps: [step])
    }

    func registry() throws -> Registry {
        try Registry([
            GuidancePlugin(
                guide: guide, version: version, isForPerson: { [self] in isForPerson }, isChild: { [self] in isChild }),
            Contents(naming: naming),
        ])
    }

    func shell() throws -> Shell {
        let registry = try registry()
        let about = AppDescription(
            name: "sample", about: "A sample.", version: version, credits: [], privacy: "None.", support: "None.")
        return Shell(
            app: about, commands: registry.all(.commands), homeCards: registry.all(.homeCards),
            today: { [self] in today },
            helpSheets: { registry.all(.helpBinders).flatMap { $0.sheets() } })
    }

    func run(_ words: String..., on console: ScriptedConsole = ScriptedConsole()) throws -> (
        status: Int32, output: String, error: String
    ) {
        let status = try shell().run(words, on: console)
        return (status, console.output, console.error)
    }
}

/// The contributions of an app.
struct Contents: Plugin {
    let name = "Contents"
    let naming: Tour

    func contribute(to registry: inout Registry) {
        for tour in [Fixture.welcome, Fixture.cards, Fixture.moves, naming] { registry.add(tour, to: .tours) }
        for tip in Fixture.tips { registry.add(tip, to: .tips) }
        for note in Fixture.notes { registry.add(note, to: .releaseNotes) }
        registry.add(
            HelpTopic("faq", "Common questions", questions: [.init("Does it cost anything?", "No.")]), to: .helpTopics)
        registry.add(
            HelpTopic("news", "News", paragraphs: ["What came since you last looked."], commands: ["news"]),
            to: .helpTopics)
    }
}
