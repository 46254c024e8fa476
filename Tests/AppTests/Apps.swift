import CoinPage
import Composition
import DojangPage
import FocusFlowPage
import GrainPage
import HubPage
import Kernel
import Storage
import Terminal

extension App {
    /// One app of this package: what is typed, and how it is built.
    struct Entry: Sendable {
        let name: String
        let build: Builder

        init(_ name: String, _ build: @escaping Builder) { (self.name, self.build) = (name, build) }
    }

    /// Every app of this package, for tests that go through all of them.
    static let all = [
        Entry("coin", coin), Entry("dojang", dojang), Entry("focusflow", focusflow), Entry("grain", grain), Entry("hub", hub),
    ]

    /// The commands of an app, built over nothing.
    static func commands(of entry: Entry) throws -> [Command] { try overNothing(entry).shell.allCommands }

    /// What the plugins of an app brought, built over nothing.
    static func registry(of entry: Entry) throws -> Registry { try overNothing(entry).registry }

    private static func overNothing(_ entry: Entry) throws -> App {
        try entry.build(Environment(app: entry.name, options: GlobalOptions(), variables: [:]).with(store: MemoryStore()))
    }
}
