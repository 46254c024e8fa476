import CoinWiring
import Composition
import DojangWiring
import FocusFlowWiring
import GrainWiring
import HubWiring
import Interface
import Kernel
import Storage

extension App {
    /// An app of this package: its command name and its builder.
    struct Entry: Sendable {
        let name: String
        let build: Builder

        init(_ name: String, _ build: @escaping Builder) {
            self.name = name
            self.build = build
        }
    }

    /// Every app of this package, for tests that go through all of them.
    static let all = [
        Entry("coin", coin), Entry("dojang", dojang), Entry("focusflow", focusflow), Entry("grain", grain),
        Entry("hub", hub),
    ]

    /// The commands of an app, built over an empty store.
    static func commands(of entry: Entry) throws -> [Command] { try overEmptyStore(entry).shell.allCommands }

    /// The plugin registry of an app, built over an empty store.
    static func registry(of entry: Entry) throws -> Registry { try overEmptyStore(entry).registry }

    private static func overEmptyStore(_ entry: Entry) throws -> App {
        try entry.build(
            Environment(app: entry.name, options: GlobalOptions(), variables: [:]).with(store: MemoryStore()))
    }
}
