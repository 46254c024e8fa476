import Composition
import Documents
import Foundation
import Interface
import Kernel
import PicturesTesting
import Storage
import TerminalTesting
import XCTest

/// Runs every example of the commands' help. Most run under `CommandRules` over the records of
/// `AppRulesTests`. The others say `runs: false` and run here with their own preparation.
final class ExampleTests: XCTestCase {
    /// The preparation of an example.
    private struct Scene {
        /// Whether the app starts without the common records.
        var isEmpty = false
        /// Command lines that run first, each with its app name. The example sees the files that
        /// they write.
        var before: [[String]] = []
        /// Placeholders in the example with the command that lists the identifiers and the position
        /// in its list.
        var names: [String: (list: [String], place: Int)] = [:]
    }

    private static let suggested = ["dojang", "community", "suggest", "Round timer", "With bells", "--yes"]
    private static let suggestion = (list: ["hub", "suggestion", "list", "--json"], place: 0)
    private static let said = [
        "dojang", "community", "feedback", "The diagrams are hard to read", "--category", "Bug", "--yes",
    ]
    private static let message = (list: ["hub", "feedback", "list", "--json"], place: 0)

    private static let tigers: [[String]] = [
        ["bills", "plan", "child", "20"],
        ["student", "add", "Mina Park", "--belt", "9k", "--since", "2025-01-01", "--plan", "child"],
        ["student", "add", "Jun", "--plan", "child"], ["student", "add", "Kim Lee"],
        ["attendance", "mark", "mina", "jun"],
        ["grading", "rule", "--classes", "1"],
    ].map { ["dojang", "club"] + $0 }

    private static let twoTasks = ["Write report", "Call Mina"].map { ["focusflow", "task", "add", $0] }

    private static func plans(_ app: String) -> [String: (list: [String], place: Int)] {
        ["PRODUCT": (list: [app, "plan", "catalogue", "--json"], place: 0)]
    }

    /// Only the author can withdraw a suggestion.
    private static func withdrawn(in app: String) -> Scene {
        Scene(before: [[app] + suggested.dropFirst()], names: ["ID": suggestion])
    }

    /// Scenes by the beginning of the example, with or without the app name. An example without a
    /// scene uses the records of `AppRulesTests`.
    private static let scenes: [String: Scene] = [
        "community upvote ID": Scene(before: [suggested], names: ["ID": suggestion]),
        "coin community withdraw ID": withdrawn(in: "coin"), "dojang community withdraw ID": withdrawn(in: "dojang"),
        "focusflow community withdraw ID": withdrawn(in: "focusflow"),
        "grain community withdraw ID": withdrawn(in: "grain"),
        "community roadmap 1": Scene(before: [["hub", "roadmap", "add", "Rounds", "With bells"]]),
        "announcement ": Scene(
            before: [["hub", "announce", "Version 1.1", "It is here."]],
            names: ["ID": (list: ["hub", "announcement", "list", "--json"], place: 0)]),
        "feedback withdraw ID": Scene(
            before: [said, ["hub", "feedback", "respond", "ID", "Thank you"]], names: ["ID": message]),
        "roadmap reopen ID": Scene(
            before: [["hub", "roadmap", "release", "ID", "--yes"]],
            names: ["ID": (list: ["hub", "roadmap", "list", "--json"], place: 0)]),
        "suggestion reopen ID": Scene(
            before: [suggested, ["hub", "suggestion", "decline", "ID"]], names: ["ID": suggestion]),
        "feedback show ID": Scene(before: [said], names: ["ID": message]),
        "feedback respond ID": Scene(before: [said], names: ["ID": message]),
        "feedback status ID": Scene(before: [said], names: ["ID": message]),
        "feedback tag ID": Scene(before: [said], names: ["ID": message]),
        "feedback stage ID": Scene(before: [said], names: ["ID": message]),
        "feedback same ID OTHER": Scene(
            before: [
                said, ["dojang", "community", "feedback", "I cannot read the diagrams", "--category", "Bug", "--yes"],
            ],
            names: ["ID": message, "OTHER": (list: message.list, place: 1)]),
        "feedback apart ID": Scene(before: [said], names: ["ID": message]),
        "moderate hide ID": Scene(before: [said], names: ["ID": message]),
        "moderate show ID": Scene(before: [said, ["hub", "moderate", "hide", "ID", "Spam"]], names: ["ID": message]),
        "suggestion ": Scene(before: [suggested], names: ["ID": suggestion]),
        "suggestion merge ID OTHER": Scene(
            before: [suggested, ["dojang", "community", "suggest", "Dark pages", "For the night", "--yes"]],
            names: ["ID": suggestion, "OTHER": (list: suggestion.list, place: 1)]),
        "trash restore yesterday": Scene(before: [["grain", "delete", "yesterday", "--yes"]]),
        "unseal yesterday": Scene(before: [["grain", "edit", "yesterday", "--seal"]]),
        "add ": Scene(isEmpty: true),
        "add better.jpg": Scene(isEmpty: true, before: [["grain", "add", "-", "--date", "yesterday"]]),
        "rules add club.json": Scene(isEmpty: true),
        "start": Scene(isEmpty: true, before: [["focusflow", "task", "add", "Write report"]]),
        "focusflow task import": Scene(isEmpty: true),
        "focusflow import": Scene(
            isEmpty: true,
            before: [
                ["focusflow", "task", "add", "Write report"], ["focusflow", "export", "tasks.json", "--of", "tasks"],
                ["focusflow", "export", "calendar.ics"],
            ]),
        "focusflow session add last": Scene(isEmpty: true, before: [["focusflow", "task", "add", "Write report"]]),
        "interrupt": Scene(isEmpty: true, before: [["focusflow", "start", "--detach"]]),
        "task reopen": Scene(
            isEmpty: true,
            before: [
                ["focusflow", "task", "add", "Write report"], ["focusflow", "task", "done", "Write report"],
            ]),
        "task move": Scene(isEmpty: true, before: twoTasks),
        "task wait 'Write report' --for": Scene(isEmpty: true, before: twoTasks),
        "task wait 'Write report' --not-for": Scene(
            isEmpty: true, before: twoTasks + [["focusflow", "task", "wait", "Write report", "--for", "Call Mina"]]),
        "profile import student.json": Scene(before: [["dojang", "profile", "export", "Student", "student.json"]]),
        "media show 8k3m": Scene(
            isEmpty: true, before: [["dojang", "media", "add", "-", "--to", "chon-ji/3"]],
            names: ["8k3m": (list: ["dojang", "media", "list", "--json"], place: 0)]),
        "export --anki words.txt": Scene(),
        "import words.csv": Scene(before: [["dojang", "export", "--csv", "words.csv", "--own"]]),
        "import list.txt": Scene(),
        "export --photos": Scene(isEmpty: true, before: [["grain", "add", "-", "-m", "First frost"]]),
        "export --markdown": Scene(isEmpty: true, before: [["grain", "add", "-", "-m", "First frost"]]),
        "export diary.zip": Scene(isEmpty: true, before: [["grain", "add", "-", "-m", "First frost"]]),
        "export days.ics": Scene(isEmpty: true, before: [["grain", "add", "-", "-m", "First frost"]]),
        "grain widget": Scene(isEmpty: true, before: [["grain", "add", "-"]]),
        "grain import": Scene(isEmpty: true),
        "sparring ": Scene(before: [["dojang", "profile", "edit", "Student", "--belt", "4k", "--yes"]]),
        "follow-up latest done": Scene(before: [["coin", "follow-up", "latest", "friday"]]),
        "person merge": Scene(before: [["coin", "new", "--context", "The demo", "--to", "sam@example.org"]]),
        "coin analytics": premium, "export --entry latest feedback.docx": premium,
        "import feedback.json": Scene(before: [["coin", "export", "feedback.json"]]), "import others.csv": Scene(),
        "coin plan": Scene(before: [["coin", "plan", "sandbox", "buy", "com.coin.premium.monthly", "--yes"]]),
        "dojang plan": Scene(before: [["dojang", "plan", "sandbox", "buy", "com.tkdojang.complete", "--yes"]]),
        "grain plan": Scene(before: [["grain", "plan", "sandbox", "buy", "com.grainapp.grain", "--yes"]]),
        "coin plan sandbox buy": Scene(names: plans("coin")), "dojang plan sandbox buy": Scene(names: plans("dojang")),
        "focusflow plan sandbox buy": Scene(isEmpty: true, names: plans("focusflow")),
        "grain plan sandbox buy": Scene(names: plans("grain")),
        "club ": Scene(before: tigers),
        "club lesson --class kids": Scene(
            before: tigers + [["dojang", "club", "attendance", "mark", "jun", "--class", "kids"]]),
        "club student return jun": Scene(before: tigers + [["dojang", "club", "student", "leave", "jun", "--yes"]]),
        "match show 8k3m": Scene(names: ["8k3m": (list: ["dojang", "match", "list", "--json"], place: 0)]),
    ].merging(
        App.all.map { ("\($0.name) restore", Scene(isEmpty: true, before: [[$0.name, "backup", "\($0.name).tar"]])) }
    ) { $1 }

    private static let premium = Scene(before: [
        ["coin", "plan", "sandbox", "buy", "com.coin.premium.monthly", "--yes"]
    ])

    /// Examples that can't run here, with the reason.
    private static let left: [String: String] = {
        var left = [
            "dojang timer --length 2m --announce": "it waits as long as the round is",
            "dojang schedule optimise": "it wants 400 reviews: ScheduleScreenTests has them",
            "focusflow desktop install --remove": "it would look into a person's home: DesktopTests do it",
            "grain desktop install --remove": "it would look into a person's home: DesktopTests do it",
            "grain lock": "it asks for a passphrase: VaultTests answer",
            "grain lock --change": "it asks for a passphrase: VaultTests answer",
            "grain lock --off": "it asks for a passphrase: VaultTests answer",
            "grain unlock": "it asks for a passphrase: VaultTests answer",
            "grain unlock --for 15m": "it asks for a passphrase: VaultTests answer",
            "dojang media fetch https://example.org/chon-ji.mp4 --to chon-ji --angle front":
                "it wants curl and a server: FetchTests have both",
            "dojang media play chon-ji --speed 0.5": "it wants mpv: PlayingTests have one",
            "dojang media play chon-ji --from 0:12 --to 0:18 --loop": "it wants mpv: PlayingTests have one",
            "focusflow bell": "it waits as long as the round is",
            "focusflow alarm follow": "it stays as long as the timer runs: AroundTests of Focus do it",
            "focusflow sound play fireplace --for 25m": "it wants a loudspeaker: MachineLoudspeakerTests bring one",
            "focusflow sound preview ocean-waves": "it wants a loudspeaker: MachineLoudspeakerTests bring one",
            "focusflow ambiance show aurora": "it wants a screen: AmbianceScreenTests bring one",
            "dojang plan cancel --yes": "dojang is paid once: nothing renews itself",
            "dojang export --anki words.apkg": "it wants sqlite3: AnkiTests do it",
            "dojang import korean.apkg --set Korean --skip": "it wants sqlite3: AnkiTests do it",
            "dojang share --to progress.png --name": "it wants rsvg-convert or vips: the tests of Progress bring one",
            "dojang study --say": "it wants espeak-ng: SoundTests and MachineVoiceTests do it",
            "dojang study --listen --cards 10": "it wants espeak-ng: SoundTests and MachineVoiceTests do it",
            "dojang term walking-stance --say": "it wants espeak-ng: MachineVoiceTests do it",
            "dojang term show walking-stance --say": "it wants espeak-ng: MachineVoiceTests do it",
            "dojang test review": "a test is not finished without answers: TestCommandTests does it",
            "dojang test review --missed": "a test is not finished without answers: TestCommandTests does it",
            "dojang club prepare Tigers postgres:///club?host=/run/postgresql":
                "it wants a server: the tests of Club in a database have one",
            "dojang club renew postgres:///club?host=/run/postgresql":
                "it wants a server: the tests of Club in a database have one",
            "grain add hike.jpg --place-from-photo": "it wants a photo that says where: PlaceFromPhotoTests have one",
            "grain import jrnl.json --cards": "it asks first: ImportTests answer",
            "grain widget today.jpg --streak": "it wants chromium: WidgetTests bring a press",
            "grain import ~/Pictures": "it asks first: ImportTests answer",
            "grain export book.pdf": "it wants chromium: PressTests bring it",
            "grain export today.png --day today": "it wants chromium: PressTests bring it",
            "grain snap": "it wants a camera: SnapTests bring one",
            "grain snap --camera back": "it wants a camera: SnapTests bring one",
            "grain snap --now": "it wants a camera: SnapTests bring one",
            "grain plan cancel --yes": "grain is paid once: nothing renews itself",
        ]
        for line in [
            "invite", "invite --as guardian --days 3 --json", "join 0123456789abcdef0123456789abcdef@/shared/tigers",
            "join 0123456789abcdef0123456789abcdef@/shared/tigers --as Hana --child Mina", "leave --yes", "members",
            "members dismiss Tom --yes", "members appoint Ines instructor", "members consent Hana Mina", "share",
            "share theory",
            "share patterns --stop", "board", "board --as Tiger", "assign pattern chon-ji --until sunday", "tasks",
            "done 1",
            "announce 'No class on Friday.'", "announcements", "announcements withdraw 1 --yes", "attendance mine",
            "credit 'Mina P.'", "credit --stop", "directory",
            "directory --as Ines --teaches 'Children, Mondays' --contact 07700900123", "directory --leave",
            "members bring Bo --yes", "pack",
            "pack drop tigers", "pack publish tigers.json", "pack take tigers --yes", "pack withdraw tigers --yes",
            "tips",
            "tips approve 1", "tips propose 'Say each count aloud.'", "tips refuse 1 --why 'We have that already.'",
            "tips withdraw 1 --yes", "grading mine", "grading take", "invitations", "invitations end 1",
            "move /srv/new/tigers",
            "repair --yes",
            "leave --forget",
            "share theory --follow", "tasks take 1 --yes", "tasks withdraw 1 --yes",
        ] { left["dojang club \(line)"] = "it wants others in a club: CircleTests of Club have them" }
        for order in ["show", "play", "pause", "next", "previous"] {
            left["focusflow music \(order)"] = "it wants playerctl: MusicTests of Focus bring one"
        }
        for line in ServerExampleTests.lines { left[line] = "it wants a server: ServerExampleTests has one" }
        for line in [
            "key", "issue com.focusflow.pro.lifetime 'Mina Park' --out mina.licence",
            "issue com.tkdojang.complete 'Sam Lee' --price 0.99 --out sam.licence", "show ID --out mina.licence",
            "revoke ID 'Refunded'", "revocations --out revocations.signed",
        ] { left["hub licence \(line)"] = "it wants openssl and the seller's key: LicenceJourneys does it" }
        for app in App.all {
            left["\(app.name) store copy file sqlite:records.db"] =
                "it wants SQLite in the build: SQLiteLifeTests does it"
        }
        for app in App.all.map(\.name) {
            for line in [
                "create ~/Nextcloud/\(app)", "create postgres:URL", "join ~/Nextcloud/\(app) --key KEY",
                "join ~/Nextcloud/\(app) --key-file key.txt", "devices", "rename 'Kitchen laptop'",
                "remove-device 'Old phone'",
                "choose settings --off", "undo --yes", "sign-out --yes", "sign-out --export before.tar",
            ] { left["\(app) account \(line)"] = "it wants age, and devices: DevicesTests has them" }
            for line in [
                "now", "pause", "pause --off", "run --times 1", "recovered 1", "recovered 1 --take-back",
                "recovered 1 --dismiss",
            ] { left["\(app) sync \(line)"] = "it wants an account: the tests of Accounts have one" }
        }
        for line in [
            "create /srv/design Design --as Mina", "create postgres:///teams?host=/run/postgresql Design --as Mina",
            "join /srv/design --code CODE --as Zoe", "join /srv/design --code-file - --as Zoe",
            "invite --uses 5 --until friday",
            "revoke", "members", "appoint Zoe lead", "dismiss Zoe --yes", "move /srv/new/design", "repair --yes",
            "leave --yes",
            "request Sam 'How did the demo go?'", "request --everybody 'What should I do less of?'",
            "give Sam --context 'The demo' --observation 'You answered every question'",
            "give Sam --entry latest --visibility team", "give Sam --for 1 --context 'The demo'", "inbox", "read 1",
            "acknowledge 1", "comment 1 'Thank you, let us talk on Friday'", "show 1 team", "withdraw 1 --yes",
        ] { left["coin team \(line)"] = "it wants a team: TeamTests have one" }
        left["hub status --follow --format polybar"] = "it goes on for ever: StatusTests do it"
        for app in ["coin", "dojang", "focusflow", "grain"] {
            left["\(app) status --follow --format polybar"] = "it goes on for ever: StatusTests do it"
            left["\(app) plan activate mina.licence"] = "it wants openssl and the seller's key: LicenceJourneys does it"
            for answer in ["approve", "decline"] {
                left["\(app) plan sandbox \(answer)"] =
                    "no catalogue of ours asks before buying; MonetizationTests has one that does"
            }
        }
        return left
    }()

    /// Files that commands open themselves because they may be large.
    private static let onDisk = [
        "Pictures/20251101.jpg": PhotoMaker.jpeg(40, 30), "jrnl.json": Array(ExampleTests.jrnl.utf8),
        "dayone.zip": ZipWriter.archive([("photos/20251102.jpg", PhotoMaker.jpeg(20, 30))]),
        "block.jpg": PhotoMaker.jpeg(30, 40),
        "chon-ji.mp4": MovieMaker.movie(), "stance.wav": SoundMaker.wav(),
    ]

    private static let jrnl =
        #"{"tags":{},"entries":[{"title":"Frost","body":"","date":"2025-11-01","tags":[],"starred":false}]}"#

    private var folder = ""

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("examples-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: "\(folder)/Pictures", withIntermediateDirectories: true)
        for (name, bytes) in Self.onDisk { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    }

    override func tearDownWithError() throws { try FileManager.default.removeItem(atPath: folder) }

    func testExamplesWithScenesRun() throws {
        var visited: Set<String> = []
        for app in App.all {
            for command in try App.commands(of: app) {
                for example in command.examples where !example.isRunnable {
                    let line = "\(app.name) \(example.line)"
                    let beginning = Self.scenes.keys.filter { example.line.hasPrefix($0) || line.hasPrefix($0) }
                        .max { $0.count < $1.count }
                    visited.formUnion([beginning, line].compactMap { $0 })
                    guard Self.left[line] == nil else { continue }
                    if let trouble = try trouble(
                        app, example.line, in: beginning.flatMap { Self.scenes[$0] } ?? Scene())
                    {
                        XCTFail("\(app.name) \(example.line): \(trouble)")
                    }
                }
            }
        }
        XCTAssertEqual(
            Set(Self.scenes.keys).union(Self.left.keys).subtracting(visited), [], "no example uses these preparations")
    }

    /// Runs the example and returns its error text if it fails.
    private func trouble(_ app: App.Entry, _ line: String, in scene: Scene) throws -> String? {
        let stage = Stage(
            store: scene.isEmpty ? MemoryStore() : try DryRunStore(over: AppRulesTests.prepared(app)),
            folder: "\(folder)/\(UUID().uuidString)")
        for words in scene.before + [[app.name] + ExampleLine.words(line)] {
            var words = words.map { $0.replacing("~", with: folder) }
            for (word, name) in scene.names where words.contains(word) {
                let (list, output) = try stage.run(name.list)
                guard output == nil, case .array(let objects) = try JSONValue(Data(list.utf8)),
                    objects.indices.contains(name.place),
                    case .string(let id)? = objects[name.place]["id"]
                else { return "\(name.list.joined(separator: " ")): \(output ?? list)" }
                words = words.map { $0 == word ? id : $0 }
            }
            words = words.map { Self.onDisk[$0] == nil ? $0 : "\(folder)/\($0)" }
            if let said = try stage.run(words).1 { return "\(words.joined(separator: " ")): \(said)" }
        }
        return nil
    }

    /// Apps over one store with shared files.
    private final class Stage {
        private let store: any Store
        private let folder: String
        private var files: [String: [UInt8]] = {
            let photo = [UInt8](Data(base64Encoded: AppRulesTests.photo) ?? Data())
            let rules = Array(#"{"like": "itf", "id": "club"}"#.utf8)
            return [
                "-": photo, "sunrise.jpg": photo, "better.jpg": photo, "club.json": rules,
                "list.txt": Array("몸통,trunk".utf8), "names.txt": Array("Mina Park\nJun\n".utf8),
                "roll.csv": Array("name,belt\nAda,9k\n".utf8),
                "reviews.json": Array(#"[{"id": 1, "reviews": [{"rating": 3, "t_offset_s": 0}]}]"#.utf8),
                "others.csv": Array("Situation,Comment\nDemo,Two figures were old\n".utf8),
                "tasks.txt": Array("Write report 30m\nCall Mina".utf8),
            ]
        }()

        init(store: any Store, folder: String) {
            self.store = store
            self.folder = folder
        }

        /// \\ - Returns: The output, and the error text if the status isn't 0.
        func run(_ words: [String]) throws -> (String, String?) {
            let app = try XCTUnwrap(App.all.first { $0.name == words[0] })
            let console = ScriptedConsole(environment: AppRulesTests.variables, columns: 1000, files: files)
            let status = App.run(app.name, app.build, Array(words.dropFirst()), on: console) { [store, folder] in
                $0.with(store: store, directory: "\(folder)/\(app.name)")
            }
            files = console.fileContents
            return (console.output, status == 0 ? nil : "status \(status), \(console.error)\(console.output)")
        }
    }
}
