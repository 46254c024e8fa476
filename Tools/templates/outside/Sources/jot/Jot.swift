import Composition
import Guidance
import GuidanceCommands
import Interface
import Kernel
import Storage
import StorageCommands
import StorageTesting

/// `jot`: lines of text in the store that `--store` names.
@main
enum Jot {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch words.first {
        // The contract runs over the engine, and performs single tasks in processes of its own.
        case "--contract": exit(try broken(below: words[1]) == 0 ? 0 : 1)
        case "--perform":
            try StoreContract.perform(
                words[2], on: OneFilePlugin.store(words[1], now: { Instant(milliseconds: 0) }))
        default: App.main("jot", App.jot, engines: [OneFilePlugin()])
        }
    }

    private static func broken(below folder: String) throws -> Int {
        let contract = StoreContract(
            .processes(command: { [CommandLine.arguments[0], "--perform", "\(folder)/\($0)", $1] }) { place in
                try OneFilePlugin.store("\(folder)/\(place)", now: { Instant(milliseconds: 0) })
            })
        let broken = contract.brokenPromises()
        for promise in broken { print(promise) }
        print("\(StoreContract.promises.count - contract.untested.count) promises tested, \(broken.count) broken")
        return broken.count
    }
}

extension App {
    @Sendable static func jot(_ environment: Environment) throws -> App {
        let store = environment.openStore()
        return try App(
            AppDescription(
                name: "jot", about: "Lines of text, kept.", version: "1.0", credits: [], privacy: "Nothing leaves this machine.",
                support: "Ask whoever gave it to you."),
            in: environment,
            plugins: [
                GuidancePlugin(environment, store: store, welcome: WelcomeTour(app: "jot", to: "Jot", "Type `jot add TEXT`.")),
                JotPlugin(store: store, ids: environment.ids), StoragePlugin(environment, store: store),
            ])
    }
}

struct Line: Storable {
    let id: Identifier<Line>
    var text: String
    static let collection = RecordCollection<Line>("jot.lines")
    static let fields: [Field<Line>] = [Field("text", title: "Text", "the line") { .text($0.text) }]
}

/// The commands and the record type.
struct JotPlugin: Plugin {
    let name = "jot"
    let store: any Store
    let ids: IDSource

    func contribute(to registry: inout Registry) {
        let store = store
        let ids = ids
        registry.add(collections: [Line.collection])
        registry.add(
            Command(
                "add", "Keep a line", examples: [.init("add 'Call Mina'", "one more line")],
                .argument("text", .text, "the line"), returns: .one(Line.fields), changes: true
            ) { text in
                let line = Line(id: ids.next(), text: text)
                try store.write(undo: "Kept a line") { try $0.put(line) }
                return .changed("Kept.", line, Line.fields, next: ["list"])
            }, to: .commands)
        registry.add(
            Command("list", "List the lines", examples: [.init("list", "all of them")], returns: .list(Line.fields)) {
                .list(try store.read { try $0.records(Selection<Line>.all) }, Line.fields, empty: "Nothing yet.")
            }, to: .commands)
    }
}

/// Adds `--store onefile`.
struct OneFilePlugin: Plugin {
    let name = "onefile"

    func contribute(to registry: inout Registry) {
        registry.add(
            StoreProvider("onefile", place: "in one file of lines", isPersistent: true) { context in
                let directory = try context.directory()
                // A dry run creates nothing.
                let exists = FileManager.default.fileExists(atPath: directory + "/records")
                guard exists || !context.isDryRun else { return MemoryStore(now: context.now) }
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
                return try Self.store(directory + "/records", now: context.now)
            }, to: .stores)
    }

    static func store(_ path: String, now: @escaping @Sendable () -> Instant) throws -> any Store {
        try OneFileStore(path: path, device: "jot", now: now)
    }
}
