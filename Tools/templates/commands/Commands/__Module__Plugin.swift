import __Module__
import Interface
import Kernel

/// A plugin that adds the `__noun__` commands to an app.
package struct __Module__Plugin: Plugin {
    /// The plugin's name.
    package let name = "__Module__"
    private let commands: __Module__EntryCommands

    /// Creates the commands over a list.
    package init(_ list: __Module__List) { commands = __Module__EntryCommands(list: list) }

    /// Adds the collection and the commands.
    package func contribute(to registry: inout Registry) {
        registry.add(collections: [__Module__Item.collection])
        for command in [commands.show, commands.add, commands.remove] { registry.add(command, to: .commands) }
        registry.add(CommandGroup("__Module__", order: 60, ["__noun__ list", "__noun__ add"]), to: .commandGroups)
    }
}
