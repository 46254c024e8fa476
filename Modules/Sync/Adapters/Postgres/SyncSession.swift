import Kernel
import Postgres
import Sync
import Synchronization

/// What the schema says no with.
enum SyncRefusal: String, Error {
    case notAdmitted = "KS001"
    case streamTaken = "KS002"
    case removed = "KS003"
    case accountTaken = "KS004"
    case noSuchDevice = "KS006"
    case tooMany = "KS007"
    case noRoom = "KS009"
}

/// Whoever speaks to the database: under the login of this device where it has one, else as the address says.
final class SyncSession: Sendable {
    let address: PostgresAddress
    let login: SyncLogin
    let schema: SyncSchema
    private let patience: PostgresPatience
    private let state = Mutex((client: PostgresClient?.none, isOwn: false, awayUntil: ContinuousClock.Instant?.none))

    init(_ address: PostgresAddress, login: SyncLogin, patience: PostgresPatience) {
        (self.address, self.login, self.patience) = (address, login, patience)
        schema = SyncSchema(of: address)
    }

    deinit { try? state.withLock { $0.client }?.close() }

    /// A connection beside this one, for whoever waits on it.
    func twin() -> SyncSession { SyncSession(address, login: login, patience: patience) }

    /// Lets go of the connection: the login is another one now.
    func reopen() {
        state.withLock { state in
            try? state.client?.close()
            state.client = nil
        }
    }

    private func client() throws -> PostgresClient {
        try state.withLock { state in
            if let client = state.client { return client }
            let own = try login.read().flatMap { $0.isPending ? nil : $0 }
            let client = PostgresClient(
                own.map { address.loggingIn(as: $0.name, password: $0.password) } ?? address, patience: patience)
            (state.client, state.isOwn) = (client, own != nil)
            return client
        }
    }

    // MARK: - Asking

    /// What a function of the schema answers, said once more where the connection was lost: each of them may be said twice.
    ///
    /// - Throws: `SyncRefusal`; `syncNotAdmitted`; `syncPlaceAway`.
    @discardableResult
    func call(_ function: String, _ values: PostgresValue...) throws -> PostgresRows {
        try call(function, with: values)
    }

    func call(_ function: String, with values: [PostgresValue]) throws -> PostgresRows {
        let statement = PostgresStatement("SELECT * FROM \(schema.name).\(function)", values)
        return try using { try $0.answer(statement) }
    }

    /// Works with the connection, and once more where it was lost.
    func using<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try said {
            let client = try client()
            func once() throws -> Value { try client.use { connection in try SyncSession.heard { try body(connection) } } }
            do { return try once() } catch let failure as Failure where failure.code == .postgresLost { return try once() }
        }
    }

    /// Works as the address says, in one transaction.
    @discardableResult
    func administering<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try said {
            let client = PostgresClient(address, patience: patience)
            defer { try? client.close() }
            return try client.transaction(.committed) { connection in try SyncSession.heard { try body(connection) } }
        }
    }

    /// Lays the schema, or what it has more by now, as the address says.
    ///
    /// - Throws: `syncNotAdmitted` where its login may not.
    func lay() throws {
        do { try administering { try schema.lay(on: $0) } } catch SyncRefusal.notAdmitted {
            throw Failure(
                .syncNotAdmitted, "No accounts lie in \(address) yet, and this login may not make it ready for them.",
                advice: "Whoever owns the database does so: account create, under a login that may make a schema there.")
        }
    }

    /// Works at the door of an account.
    func entering<Value>(as name: String, _ password: String, _ body: (PostgresConnection) throws -> Value) throws -> Value {
        let refused = Failure(
            .syncPassRefused, "This key lets nobody in: it is mistyped, or a device was removed since it was shown.",
            advice: "Ask for the key again on a device of the account.")
        return try said {
            let client = PostgresClient(address.loggingIn(as: name, password: password), patience: patience)
            defer { try? client.close() }
            do {
                return try client.use { connection in try SyncSession.heard { try body(connection) } }
            } catch let failure as Failure where failure.code == .postgresLogin {
                throw refused
            } catch SyncRefusal.notAdmitted { throw refused }
        }
    }

    /// How far the schema is, and whose this login is; nil where there is no schema.
    func standing() throws -> SyncStanding? {
        let found: SyncStanding?
        do { found = try call("standing()").first.map(SyncStanding.init) } catch SyncRefusal.notAdmitted {
            throw Failure.notAdmitted(address)
        } catch is Absent { found = nil }
        if let found, found.version > SyncSchema.version { throw Failure.newerPlace }
        return found
    }

    /// A schema, or what should be in it, that is not there.
    struct Absent: Error {}

    /// Makes what a function of ours said no with to a refusal.
    static func heard<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let failure as PostgresFailure {
            if let refusal = SyncRefusal(rawValue: failure.state) { throw refusal }
            if failure.reason == .forbidden { throw SyncRefusal.notAdmitted }
            if failure.reason == .absent { throw Absent() }
            throw failure
        }
    }

    /// Trouble with the machine is a place that is away. Whoever has just waited for it in vain asks nobody: a call is tried several times.
    private func said<Value>(_ body: () throws -> Value) throws -> Value {
        if let until = state.withLock({ $0.awayUntil }), ContinuousClock.now < until { throw away("it does not answer.") }
        let start = ContinuousClock.now
        do { return try body() } catch let failure as Failure {
            if failure.code == .postgresLogin, state.withLock({ $0.isOwn }) { throw Failure.notAdmitted(address) }
            guard SyncSession.passing.contains(failure.code) else { throw failure }
            if .now - start > .seconds(1) { state.withLock { $0.awayUntil = .now + .seconds(1) } }
            throw away(failure.message)
        }
    }

    private static let passing: Set<Failure.Code> = [
        .commitUnknown, .postgresBusy, .postgresConflict, .postgresFull, .postgresLost, .postgresUnreachable,
    ]

    private func away(_ why: String) -> Failure {
        Failure(
            .syncPlaceAway,
            "\(address.description.capitalizedFirst) cannot be used just now: \(why)",
            advice: "See whether the server runs and has room. Nothing is lost: changes wait until it does.", kind: .temporary)
    }
}

extension Failure {
    static func notAdmitted(_ address: PostgresAddress) -> Failure {
        Failure(
            .syncNotAdmitted, "This device is let in to no account in \(address).",
            advice: "Join with the account's key, or begin an account: account create.")
    }
}
