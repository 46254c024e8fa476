import Kernel
import Synchronization
import Terminal

/// A small app with everything that a command line can have, for the tests of the shell.
struct SampleApp {
    enum Belt: String, CaseIterable, Sendable { case white, yellow, green, blue, red, black }

    struct Pupil: Sendable {
        var id: String
        var name: String
        var belt: Belt
    }

    final class Roll: Sendable {
        let pupils = Mutex<[Pupil]>([])

        /// Everything that is kept, for comparing before and after.
        var digest: String { pupils.withLock { $0.map { "\($0.id) \($0.name) \($0.belt)" }.joined(separator: "\n") } }
    }

    static let today = Day(ordinal: 20_777)
    static let description = AppDescription(
        name: "sample", about: "Keeps a roll of pupils.", version: "0.1.0", credits: ["Lee\u{1B}[31m", "Kim"],
        privacy: "Everything stays on this machine.", support: "sample@example.org")
    static let fields: [Field<Pupil>] = [
        Field("id", title: "ID", "the identifier") { .text($0.id) }, Field("name", title: "Name", "the name") { .text($0.name) },
        Field("belt", title: "Belt", "the belt") { .text($0.belt.rawValue) },
    ]

    let roll = Roll()
    var extra: [Command] = []

    func shell(dryRun: Bool = false) -> Shell {
        Shell(
            app: SampleApp.description, commands: commands(dryRun: dryRun) + extra, homeCards: [card], today: { SampleApp.today },
            profiles: { ["kim", "lee"] },
            external: SampleApp.outside)
    }

    @Sendable private static func outside(_ name: String) -> Shell.External? {
        guard name == "outside" else { return nil }
        return { words in Int32(words.count) }
    }

    /// As a composition root does it: options first, then what the commands stand on, then the shell.
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
                blocks: [.paragraph("\(count) pupils")], members: [FieldValue.Member("count", .integer(count))],
                next: ["pupil list"])
        }
    }

    private func commands(dryRun: Bool) -> [Command] { [add(dryRun), list, remove(dryRun), count, note, undo] }

    private func add(_ dryRun: Bool) -> Command {
        let name = Parameter<String>.argument("name", .text("NAME", limit: 40), "what the pupil is called")
        let belt = Parameter<Belt>.option("belt", short: "b", .choice, default: .white, shown: "white", "the belt")
        let since = Parameter<Day?>.option("since", .pastDay, "the first day")
        let tags = Parameter<[String]>.options("tag", short: "t", .text, "a tag")
        let loud = Parameter<Bool>.flag("loud", short: "l", "shout the name")
        return Command(
            "pupil add", "Add a pupil", discussion: "The belt is white.\n\n.It \\can -be anything 'else\".",
            examples: [.init("pupil add Kim --belt yellow", "Add Kim")], parameters: [name, belt, since, tags, loud],
            returns: .one(SampleApp.fields), changes: true
        ) { [roll] call in
            let text = try call[name]
            let pupil = Pupil(
                id: "p\(roll.pupils.withLock { $0.count } + 1)", name: try call[loud] ? text.uppercased() : text,
                belt: try call[belt])
            if !dryRun { roll.pupils.withLock { $0.append(pupil) } }
            return .changed("Added \(pupil.name) (\(pupil.id)).", pupil, SampleApp.fields, next: ["pupil list"])
        }
    }

    private var list: Command {
        Command(
            "pupil list", "List the pupils", examples: [.init("pupil list", "List them")], returns: .list(SampleApp.fields)
        ) { [roll] _ in
            .list(roll.pupils.withLock { $0 }, SampleApp.fields, empty: "Nobody yet.", next: ["pupil add NAME"])
        }
    }

    private func remove(_ dryRun: Bool) -> Command {
        let id = Parameter<String>.argument(
            "id", .text("ID", limit: 40).completed { [roll] _ in roll.pupils.withLock { $0.map(\.id) } }, "which pupil")
        return Command(
            "pupil remove", "Remove a pupil", examples: [.init("pupil remove p1 --yes", "Remove the first")], parameters: [id],
            returns: .one(SampleApp.fields), changes: true
        ) { [roll] call in
            let wanted = try call[id]
            guard let pupil = roll.pupils.withLock({ $0.first { $0.id == wanted } }) else {
                throw Failure("noSuchPupil", "There is no pupil “\(wanted)”.", advice: "See “sample pupil list”.")
            }
            return .confirm("Remove \(pupil.name)?") {
                if !dryRun { roll.pupils.withLock { $0.removeAll { $0.id == wanted } } }
                return .changed("Removed \(pupil.name) (\(pupil.id)).", pupil, SampleApp.fields, next: ["pupil list"])
            }
        }
    }

    private var count: Command {
        let number = Parameter<Int>.argument("number", .integer(-10...10), "where to begin")
        let step = Parameter<Int>.option("step", .integer(-5...5), default: 1, shown: "1", "how far")
        let result = [Field<Int>("sum", title: "Sum", "the sum") { .integer($0) }]
        return Command(
            "count", "Count", examples: [.init("count -5 --step 2", "Count from below")], parameters: [number, step],
            returns: .one(result)
        ) { call in .one(try call[number] + call[step], result) }
    }

    private var note: Command {
        let words = Parameter<[String]>.rest("word", .text, "the note")
        return Command(
            "note", "Say it back", examples: [.init("note hello there", "Say hello")], parameters: [words]
        ) { call in Output(blocks: [.paragraph(StyledText(try call[words].joined(separator: " ")))]) }
    }

    private var undo: Command {
        Command("undo", "Take back the last change", examples: [.init("undo", "Take it back", runs: false)], changes: true) { _ in
            throw Failure("nothingToUndo", "There is nothing to undo.")
        }
    }
}
