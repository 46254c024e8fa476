import Groups
import Kernel
import Postgres

/// A login at the database of a group: statements, and what becomes of them.
final class HallSession: Sendable {
    private let client: PostgresClient
    let place: String
    private let statutes: Statutes
    /// Whether nothing that is done is kept.
    private let isRehearsal: Bool

    init(_ client: PostgresClient, at place: String, _ statutes: Statutes, isRehearsal: Bool) {
        (self.client, self.place, self.statutes, self.isRehearsal) = (client, place, statutes, isRehearsal)
    }

    /// One statement in a transaction of its own. When the connection was lost nobody knows whether it was done.
    func answer(once text: String, _ values: PostgresValue...) throws -> PostgresRows {
        let statement = PostgresStatement(text, values)
        return try HallSession.reaching(place) { try isRehearsal ? rehearsed(statement) : said(statement) }
    }

    /// The same for what may be done twice, said once more when the connection was lost.
    func answer(_ text: String, _ values: PostgresValue...) throws -> PostgresRows {
        let statement = PostgresStatement(text, values)
        return try HallSession.reaching(place) {
            if isRehearsal { return try rehearsed(statement) }
            do { return try said(statement) } catch let failure as Failure where failure.code == .postgresLost {
                return try said(statement)
            }
        }
    }

    /// What a rule says no to is a refusal before the client hears of it: it is no trouble with the server.
    private func said(_ statement: PostgresStatement) throws -> PostgresRows {
        try client.use { connection in try HallSession.judged(place, statutes) { try connection.answer(statement) } }
    }

    private struct Rehearsed: Error, @unchecked Sendable {
        // Unchecked: it goes no further than the function that throws it.
        let rows: PostgresRows
    }

    private func rehearsed(_ statement: PostgresStatement) throws -> PostgresRows {
        do {
            return try client.transaction(.committed) { connection in
                throw Rehearsed(rows: try HallSession.judged(place, statutes) { try connection.answer(statement) })
            }
        } catch let rehearsed as Rehearsed { return rehearsed.rows }
    }

    /// The values that a function of the schema tells as JSON.
    func values<Value: Decodable>(of function: String, _ values: PostgresValue...) throws -> [Value] {
        try told(function, values).map { told in
            guard let value: Value = HallSession.value(told) else {
                throw Failure.groupUnreachable(place, "It answered in a form that this program does not know.")
            }
            return value
        }
    }

    /// The same without those of which nobody could make anything: what one person wrote must not hide what others did.
    func readable<Value: Decodable & Sendable>(of function: String, _ values: PostgresValue...) throws -> [Value] {
        try told(function, values).compactMap { HallSession.value($0) }
    }

    private func told(_ function: String, _ values: [PostgresValue]) throws -> [String] {
        let statement = PostgresStatement("SELECT told::text FROM commonplace_groups.\(function) told", values)
        return try HallSession.reaching(place) {
            try (isRehearsal ? rehearsed(statement) : said(statement)).compactMap { try $0.textIfAny(0) }
        }
    }

    private static func value<Value: Decodable>(_ told: String) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(told.utf8))
    }

    /// What a rule of the schema said no to is said in the words of the contract; trouble with the server is a place that is away.
    static func reaching<Value>(_ place: String, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let failure as Failure where failure.code == .postgresLogin {
            throw Failure(.groupLogin, "\(place) does not know you.", kind: .temporary)
        } catch let failure as Failure where failure.code == .postgresAddress || failure.code == .noPostgres {
            throw failure
        } catch let failure as Failure where failure.code.description.hasPrefix("postgres") || failure.code == .commitUnknown {
            throw Failure.groupUnreachable(place, failure.message)
        }
    }

    /// Makes what the schema said no to a refusal.
    static func judged<Value>(_ place: String, _ statutes: Statutes, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let failure as PostgresFailure {
            guard let refusal = refusal(failure, at: place, statutes) else { throw failure }
            throw refusal
        }
    }

    private static func refusal(_ failure: PostgresFailure, at place: String, _ statutes: Statutes) -> Failure? {
        let (said, words) = (failure.message, failure.message.split(separator: " ").map(String.init))
        switch failure.state {
        case "KG001":
            let action = words.first.flatMap(Statutes.Action.init(rawValue:))
            guard let action, words.count > 2 else { return statutes.refusal(.write, said, "") }
            return statutes.refusal(action, words[1..<(words.count - 1)].joined(separator: " "), words[words.count - 1])
        case "KG002": return .notMember(place)
        case "KG003": return .paperNotFound(Identifier(said))
        case "KG004": return .memberNotFound(said)
        case "KG005": return .paperIDTaken(Identifier(said))
        case "KG006": return statutes.kinds[said] == nil ? .paperKindUnknown(said) : .paperKindNotYet(said)
        case "KG007": return .paperTooLarge(Int(said) ?? PaperKind.mostBytes)
        case "KG008": return .papersFull
        case "KG009": return .roleUnknown(said, statutes.roles)
        case "KG010": return .lastKeeper
        case "KG011": return .guardianshipNotFound(Identifier(said))
        case "KG012": return .invitationUnknown
        case "KG013": return .memberTwice
        case "KG014": return .groupFull
        default: break
        }
        switch failure.reason {
        // A login that has ended keeps its connection for a while, and may do nothing any more.
        case .forbidden: return .notMember(place)
        case .absent: return .groupEmptied(place)
        case .constraint, .text, .duplicate:
            return Failure(
                .groupTextRefused, "No such text is taken there.", advice: "Write it shorter, without unusual characters.",
                kind: .badData)
        default: return nil
        }
    }
}
