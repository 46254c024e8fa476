import Composition
import Guidance
import GuidanceCommands
import Kernel
import Storage
import StorageCommands
import StorageContract
import Terminal

/// `jot`: lines of text, kept in whatever `--store` names.
@main
enum Jot {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch words.first {
        // What the contract asks of an engine, and of a process of its own over the engine.
        case "--contract": exit(try broken(below: words[1]) == 0 ? 0 : 1)
        case "--attend": try StoreContract.attend(words[2], on: OneFilePlugin.store(words[1], now: { Instant(milliseconds: 0) }))
        default: App.main("jot", App.jot, engines: [OneFilePlugin()])
        }
    }

    private static func broken(below folder: String) throws -> Int {
        let contract = StoreContract(
            .processes(command: { [CommandLine.arguments[0], "--attend", "\(folder)/\($0)", $1] }) { place in
                try OneFilePlugin.store("\(folder)/\(place)", now: { Instant(milliseconds: 0) })
            })
        let broken = contract.brokenPromises()
        for promise in broken { print(promise) }
        print("\(StoreContract.promises.count - contract.unasked.count) promises asked, \(broken.count) broken")
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
                GuidancePlugin(environment, store: store, welcome: Welcome(app: "jot", to: "Jot", "Type `jot add TEXT`.")),
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

/// The commands, and the kind of record.
struct JotPlugin: Plugin {
    let name = "jot"
    let store: any Store
    let ids: IDSource

    func contribute(to registry: inout Registry) {
        let (store, ids) = (store, ids)
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

/// Offers `--store onefile`.
struct OneFilePlugin: Plugin {
    let name = "onefile"

    func contribute(to registry: inout Registry) {
        registry.add(
            StoreOffer("onefile", place: "in one file of lines", isLasting: true) { ground in
                let directory = try ground.directory()
                // A rehearsal makes nothing.
                let isThere = FileManager.default.fileExists(atPath: directory + "/records")
                guard isThere || !ground.isRehearsal else { return MemoryStore(now: ground.now) }
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
                return try Self.store(directory + "/records", now: ground.now)
            }, to: .stores)
    }

    static func store(_ path: String, now: @escaping @Sendable () -> Instant) throws -> any Store {
        try OneFileStore(path: path, device: "jot", now: now)
    }
}
