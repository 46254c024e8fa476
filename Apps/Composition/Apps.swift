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
    }

    /// Every app of this package, for tests and tools that go through all of them.
    public static let all = [
        Entry(name: "coin", build: coin), Entry(name: "dojang", build: dojang), Entry(name: "focusflow", build: focusflow),
        Entry(name: "grain", build: grain),
    ]

    /// The commands of an app, built over nothing.
    public static func commands(of entry: Entry) throws -> [Command] {
        let environment = Environment(app: entry.name, options: GlobalOptions(), variables: [:]).with(store: MemoryStore())
        return try entry.build(environment).shell.allCommands
    }
}
