import Community
import Kernel
import Postgres

/// What a database says no with: the codes of `4-people.sql`, in the words of whoever asked.
enum Refusal: String, Error {
    case notAllowed = "KC001"
    case blocked = "KC002"
    case forgotten = "KC003"
    case notThere = "KC004"
    case closed = "KC005"
    case decided = "KC006"
    case tooMany = "KC007"
    case idTaken = "KC008"
    case withItself = "KC009"
}

/// A login at the database of a community: statements, and what becomes of them. Everything is said in the name that logged in.
final class BoardSession: Sendable {
    let client: PostgresClient
    let place: String
    /// Whether nothing that is done is kept.
    let isRehearsal: Bool

    init(_ client: PostgresClient, at place: String, isRehearsal: Bool = false) {
        (self.client, self.place, self.isRehearsal) = (client, place, isRehearsal)
    }

    /// One statement in a transaction of its own. What the functions of the schema do may be done again: a vote is one however often it comes, and
    /// a posting has its number. So it is said once more when the connection was lost.
    ///
    /// - Throws: `Refusal`; `Failure`s of kind `temporary`.
    func answer(_ text: String, _ values: PostgresValue...) throws -> PostgresRows {
        try answer(PostgresStatement(text, values))
    }

    /// The same for a statement with its parameters.
    func answer(_ statement: PostgresStatement) throws -> PostgresRows {
        if isRehearsal { return try changing { try $0.answer(statement) } }
        return try said {
            do { return try client.use { try BoardSession.heard($0, statement) } } catch let failure as Failure
                where failure.code == .postgresLost
            {
                return try client.use { try BoardSession.heard($0, statement) }
            }
        }
    }

    /// Several statements over one state of everything.
    func looking<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try said { try client.transaction(.snapshot) { connection in try BoardSession.refused { try body(connection) } } }
    }

    /// Several statements, all of which are kept or none.
    func changing<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try said {
            do {
                return try client.transaction(.serialisable) { connection in
                    let value = try BoardSession.refused { try body(connection) }
                    if isRehearsal { throw Rehearsed(value: value) }
                    return value
                }
            } catch let rehearsed as Rehearsed<Value> { return rehearsed.value }
        }
    }

    /// What was done in a rehearsal, thrown so that nothing of it is kept.
    private struct Rehearsed<Value>: Error, @unchecked Sendable {
        // Unchecked: it goes no further than the function that throws it.
        let value: Value
    }

    private static func heard(_ connection: PostgresConnection, _ statement: PostgresStatement) throws -> PostgresRows {
        try refused { try connection.answer(statement) }
    }

    /// Makes what a rule of the schema said no to a refusal.
    private static func refused<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let failure as PostgresFailure {
            if let refusal = Refusal(rawValue: failure.state) { throw refusal }
            if failure.reason == .forbidden { throw Refusal.notAllowed }
            if failure.reason == .constraint || failure.reason == .text {
                throw Failure(
                    .textRefused, "The community takes no such text.", advice: "Write it shorter, without unusual characters.",
                    kind: .badData)
            }
            throw failure
        }
    }

    /// Trouble with the machine is trouble of the community, which passes.
    private func said<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let failure as Failure where failure.code.isOfPostgres {
            throw Failure.communityUnreachable(place, failure.message)
        }
    }
}

extension Failure.Code {
    /// Whether the module that speaks to the server made it.
    fileprivate var isOfPostgres: Bool { description.hasPrefix("postgres") || self == .commitUnknown }
}
