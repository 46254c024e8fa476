import Kernel

extension Failure.Code {
    /// Thrown when the connection is lost during a commit. The change may be saved or lost.
    package static var commitUnknown: Self { .systemFailure() }
    /// Thrown when this build lacks PostgreSQL, or the machine lacks the library libpq.
    package static var noPostgres: Self { Self() }
    /// Thrown when a database address fails to parse, has an unknown setting or has a password.
    package static var postgresAddress: Self { Self() }
    /// Thrown when a lock or query times out, or the server refuses new connections.
    package static var postgresBusy: Self { .systemFailure() }
    /// Thrown when other sessions keep changing the same data, after all retries.
    package static var postgresConflict: Self { .systemFailure() }
    /// Thrown when the disk of the server is full.
    package static var postgresFull: Self { .systemFailure() }
    /// Thrown when the server refuses the user or password.
    package static var postgresLogin: Self { .systemFailure() }
    /// Thrown when the connection breaks before a commit. Nothing was changed.
    package static var postgresLost: Self { .systemFailure() }
    /// Thrown when the server forbids a change: permission, constraint or read-only standby.
    package static var postgresRefused: Self { .systemFailure() }
    /// Thrown when a text contains a NUL or invalid characters, which PostgreSQL rejects.
    package static var postgresText: Self { Self() }
    /// Thrown when the server is older than PostgreSQL 13.
    package static var postgresTooOld: Self { .systemFailure() }
    /// Thrown when the server reports an error without a code of its own here.
    package static var postgresTrouble: Self { .systemFailure() }
    /// Thrown when connecting to the server fails.
    package static var postgresUnreachable: Self { .systemFailure() }
}
