import Guidance
import Kernel
import Reminders
import Ring
import Terminal

/// Brings the round timer, the scoring of matches and their history to an app.
public struct RingPlugin: Plugin {
    public let name = "Ring"
    private let commands: [Command]

    /// The commands over a table.
    ///
    /// - Parameters:
    ///   - table: the table of the profile in use; asked for when a command needs it.
    ///   - notifier: who tells what the clock says while a screen shows it; must not write to the terminal.
    ///   - announcer: who tells it where there is no screen.
    ///   - sleep: waits so many seconds.
    public init(
        table: @escaping @Sendable () throws -> MatchTable, time: TimeSource, notifier: Notifier, announcer: Notifier,
        sleep: @escaping @Sendable (Double) -> Void
    ) {
        commands =
            [TimerDesk(table: table, time: time, notifier: notifier, announcer: announcer, sleep: sleep).timer]
            + MatchDesk(table: table, notifier: notifier).commands + RulesDesk(table: table).commands
    }

    public func contribute(to registry: inout Registry) {
        registry.add(MatchTable.belongings)
        registry.add(all: commands, to: .commands)
        registry.add(all: RingHelp.topics, to: .helpTopics)
        registry.add(all: RingHelp.groups, to: .commandGroups)
    }
}
