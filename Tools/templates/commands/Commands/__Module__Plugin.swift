import Kernel
import Terminal
import __Module__

/// Brings `__noun__ …` to an app.
public struct __Module__Plugin: Plugin {
    /// The plugin's name.
    public let name = "__Module__"
    private let desk: __Module__Desk

    /// The commands over a list.
    public init(_ list: __Module__List) { desk = __Module__Desk(list: list) }

    /// Adds the kind of record and the commands.
    public func contribute(to registry: inout Registry) {
        registry.add(collections: [__Module__Item.collection])
        for command in [desk.show, desk.add, desk.remove] { registry.add(command, to: .commands) }
        registry.add(CommandGroup("__Module__", order: 60, ["__noun__ list", "__noun__ add"]), to: .commandGroups)
    }
}
