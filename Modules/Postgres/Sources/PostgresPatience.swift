import Kernel

/// How long anybody waits for a server. Nothing waits for ever: not for a connection, an answer, a lock, or a client that went away.
public struct PostgresPatience: Hashable, Sendable {
    /// For one server to let us in.
    public var connecting = Duration.seconds(5)
    /// For one statement to be answered.
    public var answering = Duration.seconds(30)
    /// For others who hold what a statement needs, and for a transaction that others disturb again and again.
    public var locking = Duration.seconds(20)
    /// What a server waits for the next statement of a transaction.
    public var idling = Duration.seconds(120)
    /// For a server that was lost to come back, or another in its place.
    public var returning = Duration.seconds(15)

    /// What is right for people who wait in front of it.
    public init() {}

    /// What the server is told.
    var settings: [String] {
        [
            "client_min_messages=error", "statement_timeout=\(answering.milliseconds)", "lock_timeout=\(locking.milliseconds)",
            "idle_in_transaction_session_timeout=\(idling.milliseconds)",
        ]
    }
}

extension Duration {
    var milliseconds: Int { Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
