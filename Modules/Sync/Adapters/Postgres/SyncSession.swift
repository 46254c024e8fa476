import Kernel
import Postgres
import Sync
import Synchronization

/// A rejection by a function of the schema.
enum SyncServerError: String, Error {
    case notAdmitted = "KS001"
    case streamTaken = "KS002"
    case removed = "KS003"
    case accountTaken = "KS004"
    case noSuchDevice = "KS006"
    case tooMany = "KS007"
    case noRoom = "KS009"
}

/// The error for a missing schema, or one without tables.
struct AbsentSchema: Error {}

extension PostgresErrors {
    /// Recognizes the rejections of the schema's functions.
    static let sync = PostgresErrors(refusal: { failure in
        if let refusal = SyncServerError(rawValue: failure.state) { return refusal }
        return switch failure.reason {
        case .forbidden: SyncServerError.notAdmitted
        case .absent: AbsentSchema()
        default: nil
        }
    })
}

/// A session with the database. It uses this device's login if there is one, and the login of the
/// address otherwise.
final class SyncSession: Sendable {
    let address: PostgresAddress
    let login: SyncLogin
    let schema: PostgresSchema
    private let waitLimit: PostgresTimeouts
    private let session: PostgresSession
    private let state: State

    private final class State: Sendable {
        /// Whether the connection uses this device's login.
        let usesOwnLogin = Mutex(false)
        /// The time until which calls fail at once after a timeout.
        let unreachableUntil = Mutex<ContinuousClock.Instant?>(nil)
    }

    init(_ address: PostgresAddress, login: SyncLogin, waitLimit: PostgresTimeouts) {
        let state = State()
        self.address = address
        self.login = login
        self.waitLimit = waitLimit
        self.state = state
        schema = SyncSchema.schema(of: address)
        session = PostgresSession(
            at: {
                let ownLogin = try login.read().flatMap { $0.isPending ? nil : $0 }
                state.usesOwnLogin.withLock { $0 = ownLogin != nil }
                return ownLogin.map { address.loggingIn(as: $0.credentials) } ?? address
            }, waitLimit: waitLimit, errors: .sync)
    }

    /// Returns a session with its own connection, for a caller that blocks it.
    func separateSession() -> SyncSession { SyncSession(address, login: login, waitLimit: waitLimit) }

    /// Closes the connection, because the login has changed.
    func reopen() { session.close() }

    // MARK: - Calls

    /// Calls a schema function, and repeats it once if the connection was lost. All these functions
    /// are idempotent.
    ///
    /// - Throws: `SyncServerError`, `syncNotAdmitted`, `syncPlaceAway`.
    @discardableResult
    func call(_ function: String, _ values: PostgresValue...) throws -> PostgresRows {
        try call(function, with: values)
    }

    func call(_ function: String, with values: [PostgresValue]) throws -> PostgresRows {
        let statement = PostgresStatement("SELECT * FROM \(schema.name).\(function)", values)
        return try using { try $0.answer(statement) }
    }

    /// Uses the connection, and repeats `body` once if it was lost.
    func using<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try reporting { try session.use(isIdempotent: true, body) }
    }

    /// Runs one transaction with the login of the address.
    @discardableResult
    func asAdministrator<Value>(_ body: (PostgresConnection) throws -> Value) throws -> Value {
        try reporting {
            try PostgresSession(address, waitLimit: waitLimit, errors: .sync).transaction(.committed, body)
        }
    }

    /// Creates or updates the schema with the login of the address.
    ///
    /// - Throws: `syncNotAdmitted` if that login lacks the permission.
    func install() throws {
        do { try asAdministrator { try schema.install(on: $0) } } catch SyncServerError.notAdmitted {
            throw Failure(
                .syncNotAdmitted, "No accounts lie in \(address) yet, and this login may not make it ready for them.",
                advice: "Whoever owns the database does so: account create, under a login that may make a schema there."
            )
        }
    }

    /// Runs a closure with the login in an account's pass.
    func connecting<Value>(as door: PostgresCredentials, _ body: (PostgresConnection) throws -> Value) throws -> Value {
        let refused = Failure(
            .syncPassRefused, "This key lets nobody in: it is mistyped, or a device was removed since it was shown.",
            advice: "Ask for the key again on a device of the account.")
        return try reporting {
            let session = PostgresSession(address.loggingIn(as: door), waitLimit: waitLimit, errors: .sync)
            do { return try session.use(body) } catch let failure as Failure where failure.code == .postgresLogin {
                throw refused
            } catch SyncServerError.notAdmitted { throw refused }
        }
    }

    /// Returns the schema version and the account of this login. Returns nil if there is no schema.
    func schemaVersion() throws -> SchemaVersion? {
        let version: SchemaVersion?
        do { version = try call("standing()").first.map(SchemaVersion.init) } catch SyncServerError.notAdmitted {
            throw Failure.notAdmitted(address)
        } catch is AbsentSchema { version = nil }
        if let version, version.version > SyncSchema.version { throw Failure.newerPlace }
        return version
    }

    /// Reports server failures as an unreachable place.
    ///
    /// A call is tried several times. So for one second after a timeout, calls fail at once.
    private func reporting<Value>(_ body: () throws -> Value) throws -> Value {
        if let until = state.unreachableUntil.withLock({ $0 }), ContinuousClock.now < until {
            throw unreachable("it does not answer.")
        }
        let start = ContinuousClock.now
        do { return try body() } catch let failure as Failure {
            if failure.code == .postgresLogin, state.usesOwnLogin.withLock({ $0 }) {
                throw Failure.notAdmitted(address)
            }
            guard SyncSession.temporaryCodes.contains(failure.code) else { throw failure }
            if .now - start > .seconds(1) { state.unreachableUntil.withLock { $0 = .now + .seconds(1) } }
            throw unreachable(failure.message)
        }
    }

    private static let temporaryCodes: Set<Failure.Code> = [
        .commitUnknown, .postgresBusy, .postgresConflict, .postgresFull, .postgresLost, .postgresUnreachable,
    ]

    private func unreachable(_ why: String) -> Failure {
        Failure(
            .syncPlaceAway,
            "\(address.description.capitalizedFirst) cannot be used just now: \(why)",
            advice: "See whether the server runs and has room. Nothing is lost: changes wait until it does.",
            kind: .temporary)
    }
}

extension Failure {
    static func notAdmitted(_ address: PostgresAddress) -> Failure {
        Failure(
            .syncNotAdmitted, "This device is let in to no account in \(address).",
            advice: "Join with the account's key, or begin an account: account create.")
    }
}
