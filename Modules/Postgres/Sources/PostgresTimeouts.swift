import Kernel

/// The time limits for a server. Every wait is limited: for a connection, an answer, a lock, or a
/// vanished client.
package struct PostgresTimeouts: Hashable, Sendable {
    /// The limit for opening a connection.
    package var connecting = Duration.seconds(5)
    /// The limit for the answer to a statement.
    package var answering = Duration.seconds(30)
    /// The limit for locks of other sessions, and for retries of a transaction after conflicts.
    package var locking = Duration.seconds(20)
    /// The time for which a server waits for the next statement of a transaction.
    package var idling = Duration.seconds(120)
    /// The limit for the return of a lost server or its replacement.
    package var returning = Duration.seconds(15)

    package init() {}

    /// Creates the time limits for a caller that waits for a shared place.
    package init(_ waitLimit: WaitLimit) {
        connecting = .seconds(waitLimit.seconds)
        if waitLimit != .background { returning = .seconds(waitLimit.seconds) }
    }

    /// Other settings of the session, such as `jit=off`.
    package var settings: [String] = []

    /// The settings that a session is opened with, each as `name=value`.
    var sessionSettings: [String] {
        settings + [
            "client_min_messages=error", "statement_timeout=\(answering.milliseconds)",
            "lock_timeout=\(locking.milliseconds)", "idle_in_transaction_session_timeout=\(idling.milliseconds)",
        ]
    }
}

extension Duration {
    var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
