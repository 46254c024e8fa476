import Interface
import Kernel
import Synchronization
import Terminal

/// A small app that uses every feature of a command line.
struct SampleApp {
    enum Belt: String, CaseIterable, Sendable { case white, yellow, green, blue, red, black }

    struct Pupil: Sendable {
        var id: String
        var name: String
        var belt: Belt
    }

    /// The pupils of the sample app.
    final class Roll: Sendable {
        let pupils = Mutex<[Pupil]>([])

        /// All pupils as text, for comparison before and after a command.
        var digest: String { pupils.withLock { $0.map { "\($0.id) \($0.name) \($0.belt)" }.joined(separator: "\n") } }
    }

    static let today = Day(ordinal: 20_777)
    static let description = AppDescription(
        name: "sample", about: "Keeps a roll of pupils.", version: "0.1.0", credits: ["Lee\u{1B}[31m", "Kim"],
        privacy: "Everything stays on this machine.", support: "sample@example.org", hasProfiles: true)
    static let fields: [Field<Pupil>] = [
        Field("id", title: "ID", "the identifier") { .text($0.id) },
        Field("name", title: "Name", "the name") { .text($0.name) },
        Field("belt", title: "Belt", "the belt") { .text($0.belt.rawValue) },
    ]

    let roll = Roll()
    var extra: [Command] = []

    func shell(dryRun: Bool = false) -> Shell {
        Shell(
            app: SampleApp.description, commands: commands(dryRun: dryRun) + extra, homeCards: [card],
            today: { SampleApp.today },
            profiles: { ["kim", "lee"] },
            external: SampleApp.outside)
    }

    @Sendable private static func outside(_ name: String) -> Shell.External? {
        guard name == "outside" else { return nil }
        return { words in Int32(words.count) }
    }

    /// Runs like a composition root: it parses the options, creates the services and runs the
    /// shell.
    func run(_ arguments: [String], on console: any Console) -> Int32 {
        do {
            let (options, rest) = try GlobalOptions.split(arguments)
            return shell(dryRun: options.isDryRun).run(options, rest, on: console)
        } catch {
            return Shell.report(error, app: "sample", on: console)
        }
    }

    private var card: HomeCard {
        HomeCard("pupils", order: 1) { [roll] in
            let count = roll.pupils.withLock { $0.count }
            return HomeCard.Content(
                blocks: [.paragraph("\(count) pupils")], members: [OutputValue.Member("count", .integer(count))],
                next: ["pupil list"])
        }
    }

    private func commands(dryRun: Bool) -> [Command] { [add(dryRun), list, remove(dryRun), count, note, undo] }

    private func add(_ dryRun: Bool) -> Command {
        Command(
            "pupil add", "Add a pupil", discussion: "The belt is white.\n\n.It \\can -be anything 'else\".",
            examples: [.init("pupil add Kim --belt yellow", "Add Kim")],
            .argument("name", .text("NAME", limit: 40), "what the pupil is called"),
            .option("belt", short: "b", .choice, default: Belt.white, "the belt"),
            .option("since", .pastDay, "the first day"), .options("tag", short: "t", .text, "a tag"),
            .flag("loud", short: "l", "shout the name"), returns: .one(SampleApp.fields), changes: true
        ) { [roll] name, belt, _, _, isLoud in
            let pupil = Pupil(
                id: "p\(roll.pupils.withLock { $0.count } + 1)", name: isLoud ? name.uppercased() : name, belt: belt)
            if !dryRun { roll.pupils.withLock { $0.append(pupil) } }
            return .changed("Added \(pupil.name) (\(pupil.id)).", pupil, SampleApp.fields, next: ["pupil list"])
        }
    }

    private var list: Command {
        Command(
            "pupil list", "List the pupils", examples: [.init("pupil list", "List them")],
            returns: .list(SampleApp.fields)
        ) { [roll] in
            .list(roll.pupils.withLock { $0 }, SampleApp.fields, empty: "Nobody yet.", next: ["pupil add NAME"])
        }
    }

    private func remove(_ dryRun: Bool) -> Command {
        Command(
            "pupil remove", "Remove a pupil", examples: [.init("pupil remove p1 --yes", "Remove the first")],
            .argument(
                "id",
                ValueKind<String>.text("ID", limit: 40).completed { [roll] _ in roll.pupils.withLock { $0.map(\.id) } },
                "which pupil"),
            returns: .one(SampleApp.fields), changes: true
        ) { [roll] expected in
            guard let pupil = roll.pupils.withLock({ $0.first { $0.id == expected } }) else {
                throw Failure(
                    .init("noSuchPupil"), "There is no pupil “\(expected)”.", advice: "See “sample pupil list”.")
            }
            return .confirm("Remove \(pupil.name)?") {
                if !dryRun { roll.pupils.withLock { $0.removeAll { $0.id == expected } } }
                return .changed("Removed \(pupil.name) (\(pupil.id)).", pupil, SampleApp.fields, next: ["pupil list"])
            }
        }
    }

    private var count: Command {
        let result = [Field<Int>("sum", title: "Sum", "the sum") { .integer($0) }]
        return Command(
            "count", "Count", examples: [.init("count -5 --step 2", "Count from below")],
            .argument("number", .integer(-10...10), "where to begin"),
            .option("step", .integer(-5...5), default: 1, "how far"),
            returns: .one(result)
        ) { number, step in .one(number + step, result) }
    }

    private var note: Command {
        Command(
            "note", "Say it back", examples: [.init("note hello there", "Say hello")], .rest("word", .text, "the note")
        ) { words in Output(blocks: [.paragraph(StyledText(words.joined(separator: " ")))]) }
    }

    private var undo: Command {
        Command(
            "undo", "Take back the last change", examples: [.init("undo", "Take it back", runs: false)], changes: true
        ) {
            throw Failure(.nothingToUndo, "There is nothing to undo.")
        }
    }
}
