import Guidance
import Interface
import Kernel
import Reminders
import Ring

/// A plugin that adds the round timer, match scoring and match history to an app.
package struct RingPlugin: Plugin {
    package let name = "Ring"
    private let commands: [Command]

    /// Creates the commands.
    ///
    /// - Parameters:
    ///   - table: Returns the match table of the active profile. It is called when a command needs
    ///     it.
    ///   - notifier: Announces the clock's bells while a screen shows it. It must not write to the
    ///     terminal.
    ///   - announcer: Announces the bells without a screen.
    ///   - sleep: Waits for a number of seconds.
    package init(
        table: @escaping @Sendable () throws -> MatchTable, time: TimeSource, notifier: Notifier, announcer: Notifier,
        sleep: @escaping @Sendable (Double) -> Void
    ) {
        commands =
            [TimerCommand(table: table, time: time, notifier: notifier, announcer: announcer, sleep: sleep).timer]
            + MatchCommands(table: table, notifier: notifier).commands + RulesCommands(table: table).commands
    }

    package func contribute(to registry: inout Registry) {
        registry.add(MatchTable.syncPolicies)
        registry.add(all: commands, to: .commands)
        registry.add(all: RingHelp.topics, to: .helpTopics)
        registry.add(all: RingHelp.groups, to: .commandGroups)
    }
}
