import Kernel

/// The errors that a module throws in place of the errors of a server.
package struct PostgresErrors: Sendable {
    private let refusal: @Sendable (PostgresFailure) -> (any Error)?
    private let failure: @Sendable (Failure) -> Failure?

    /// Creates the errors. A closure returns nil to keep the server's error.
    ///
    /// - Parameters:
    ///   - refusal: converts a refused statement, before the client converts it.
    ///   - failure: converts any other failure of the client.
    package init(
        refusal: @escaping @Sendable (PostgresFailure) -> (any Error)? = { _ in nil },
        failure: @escaping @Sendable (Failure) -> Failure? = { _ in nil }
    ) {
        self.refusal = refusal
        self.failure = failure
    }

    func convertingRefusals<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let refused as PostgresFailure { throw refusal(refused) ?? refused }
    }

    func convertingFailures<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let failed as Failure { throw failure(failed) ?? failed }
    }
}

extension Failure.Code {
    /// Whether this module throws the code for a server, a connection or an address.
    package var isPostgresFailure: Bool { description.hasPrefix("postgres") || self == .commitUnknown }
}
