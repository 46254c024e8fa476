import Kernel
import Storage
import Terminal

extension App {
    /// One app of this package: its name and how it is built.
    public struct Entry: Sendable {
        /// What is typed.
        public let name: String
        /// Its composition.
        public let build: Builder

        /// An app by the name of its program.
        public init(_ name: String, _ build: @escaping Builder) { (self.name, self.build) = (name, build) }
    }

    /// The commands of an app, built over nothing.
    public static func commands(of entry: Entry) throws -> [Command] {
        try overNothing(entry).shell.allCommands
    }

    /// What the plugins of an app brought, built over nothing.
    package static func registry(of entry: Entry) throws -> Registry { try overNothing(entry).registry }

    private static func overNothing(_ entry: Entry) throws -> App {
        try entry.build(Environment(app: entry.name, options: GlobalOptions(), variables: [:]).with(store: MemoryStore()))
    }
}
