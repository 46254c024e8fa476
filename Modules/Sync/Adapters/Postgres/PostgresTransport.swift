import Kernel
import Postgres
import Sync

/// A transport over a PostgreSQL database, of one user or of a club in which each account sees only
/// itself.
///
/// No login has permissions on a table. Functions check the login, and row security separates the
/// accounts. Each call is one idempotent statement, so a lost answer can be requested again.
package struct PostgresTransport: SyncTransport {
    let session: SyncSession
    let mayMake: Bool
    let randomBytes: @Sendable (Int) -> [UInt8]

    /// The maximum number of bytes in one answer. A slow connection delivers it within the timeout.
    static let slice = 4 << 20

    /// - Parameters:
    ///   - address: The database. `?schema=` names the schema of the accounts, `commonplace_sync`
    ///     by default.
    ///   - login: This device's login, if the database grants one.
    ///   - mayMake: Whether an account may be created here.
    ///   - randomBytes: Returns this many unpredictable bytes for the names and passwords of
    ///     logins.
    package init(
        _ address: PostgresAddress, login: SyncLogin, mayMake: Bool,
        waitLimit: PostgresTimeouts = PostgresTransport.waitLimit,
        randomBytes: @escaping @Sendable (Int) -> [UInt8] = PostgresTransport.systemRandomBytes
    ) {
        session = SyncSession(address, login: login, waitLimit: waitLimit)
        self.mayMake = mayMake
        self.randomBytes = randomBytes
    }

    /// Creates a transport at a place such as `postgres:URL`, or returns nil for other places.
    ///
    /// - Throws: `postgresAddress`.
    package init?(place: String, login: SyncLogin, mayMake: Bool) throws {
        guard let text = SharedLocation(place).database else { return nil }
        self.init(try PostgresAddress(text), login: login, mayMake: mayMake)
    }

    /// The timeouts for sync, which is background work and can be repeated.
    package static var waitLimit: PostgresTimeouts {
        var waitLimit = PostgresTimeouts()
        (waitLimit.answering, waitLimit.returning) = (.seconds(60), .seconds(5))
        return waitLimit
    }

    package static let systemRandomBytes: @Sendable (Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    // MARK: - Account

    package func join(_ account: String) throws {
        if let entry = try session.login.read() {
            guard entry.account == account else { throw Failure.otherAccount }
        }
        if let schemaVersion = try session.schemaVersion(), let currentAccount = schemaVersion.account,
            !schemaVersion.isEnrollmentLogin
        {
            guard currentAccount == account else { throw Failure.otherAccount }
            return
        }
        guard mayMake else { throw Failure.notAdmitted(session.address) }
        _ = try create(account)
    }

    // MARK: - Streams

    package func devices() throws -> [String] {
        try mappingErrors { try session.call("device_names()").map { try $0.text(0) } }
    }

    package func offer(_ envelope: BatchEnvelope) throws {
        guard envelope.device.isDeviceName else { throw Failure.streamTaken(envelope) }
        try mappingErrors(envelope) {
            try session.call(
                "offer($1, $2, $3, $4, $5)", .text(envelope.device), .int(envelope.first), .int(envelope.last),
                .int(Int(envelope.mark.checksum)), .bytes(Data(envelope.bytes)))
        }
    }

    package func envelopes(of device: String, after last: Int, limit: Int) throws -> [BatchEnvelope] {
        guard device.isDeviceName else { return [] }
        return try mappingErrors {
            let rows = try session.call(
                "next_parcels($1, $2, $3, $4)", .text(device), .int(last), .int(limit), .int(PostgresTransport.slice))
            var envelopes: [BatchEnvelope] = []
            for row in rows {
                let first = try row.int(0)
                let bytes =
                    try row.dataIfAny(3).map { Array($0) }
                    ?? slices(try row.int(2)) {
                        try slice("parcel_slice($1, $2, $3, $4)", .text(device), .int(first), $0, $1)
                    }
                // The next batch was deleted in the meantime. The remaining ones follow in the next
                // round.
                guard let bytes else { break }
                envelopes.append(BatchEnvelope(device: device, first: first, last: try row.int(1), bytes: bytes))
            }
            return envelopes
        }
    }

    package func latest(of device: String) throws -> StreamMark? {
        guard device.isDeviceName else { return nil }
        return try mappingErrors {
            try session.call("latest($1)", .text(device)).first.map { row in
                StreamMark(last: try row.int(0), checksum: UInt32(truncatingIfNeeded: try row.int(1)))
            }
        }
    }

    // MARK: - Cards
    // A card is what a device published about itself: the end of its stream, and what it has read
    // of the others' streams.

    package func card(of device: String) throws -> [UInt8]? {
        guard device.isDeviceName else { return nil }
        return try mappingErrors {
            try session.call("card_of($1)", .text(device)).first?.dataIfAny(0).map { Array($0) }
        }
    }

    package func publish(_ card: [UInt8], of device: String) throws {
        try mappingErrors { try session.call("publish($1, $2)", .text(device), .bytes(Data(card))) }
    }

    // MARK: - Snapshots

    package func snapshot() throws -> SnapshotEnvelope? {
        try mappingErrors {
            // A snapshot that is replaced during the read is read again.
            for _ in 0..<3 {
                guard let row = try session.call("last_snapshot()").first else { return nil }
                let name = try row.text(0)
                let size = try row.int(2)
                guard let through = try? JSONDecoder().decode([String: Int].self, from: Data(try row.text(1).utf8))
                else { return nil }
                let bytes = try slices(size) { try slice("snapshot_slice($1, $2, $3)", .text(name), $0, $1) }
                if let bytes { return SnapshotEnvelope(through: through, bytes: bytes) }
            }
            throw Failure(.syncPlaceAway, "The snapshot is replaced all the time.", kind: .temporary)
        }
    }

    package func offer(_ snapshot: SnapshotEnvelope) throws {
        let through = try JSONEncoder().encode(snapshot.through)
        try mappingErrors {
            try session.call(
                "offer_snapshot($1, $2)", .text(String(decoding: through, as: UTF8.self)), .bytes(Data(snapshot.bytes)))
        }
    }

    package func collect(_ device: String, through last: Int) throws {
        try mappingErrors { try session.call("collect($1, $2)", .text(device), .int(last)) }
    }

    package func size() throws -> (envelopes: Int, snapshot: Int) {
        try mappingErrors { try session.call("sizes()").first.map { (try $0.int(0), try $0.int(1)) } ?? (0, 0) }
    }

    // MARK: - Slices

    /// Reads data of a known size in parts. Returns nil if the data is deleted in the meantime.
    private func slices(_ size: Int, _ part: (PostgresValue, PostgresValue) throws -> [UInt8]?) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        repeat {
            guard let next = try part(.int(bytes.count), .int(PostgresTransport.slice)), !next.isEmpty || size == 0
            else { return nil }
            bytes += next
        } while bytes.count < size
        return bytes
    }

    private func slice(_ function: String, _ values: PostgresValue...) throws -> [UInt8]? {
        let statement = PostgresStatement("SELECT \(session.schema.name).\(function)", values)
        return try session.using { try $0.answer(statement).first?.dataIfAny(0).map { Array($0) } }
    }

    /// Converts the server's rejections to failures of this module.
    @discardableResult
    func mappingErrors<Value>(_ envelope: BatchEnvelope? = nil, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let refusal as SyncServerError {
            throw Failure(refusal, envelope, at: session.address)
        } catch is AbsentSchema { throw Failure.notAdmitted(session.address) }
    }
}

extension Failure {
    fileprivate init(_ refusal: SyncServerError, _ envelope: BatchEnvelope?, at address: PostgresAddress) {
        switch refusal {
        case .streamTaken: self = envelope.map(Failure.streamTaken) ?? .notAdmitted(address)
        case .notAdmitted: self = .notAdmitted(address)
        case .accountTaken: self = .otherAccount
        case .removed:
            self = Failure(
                .syncDeviceRemoved, "This device was removed from the account: nothing more is taken from it.",
                advice: "What is here stays here. To come back, sign out and join again with the account's key.")
        case .noSuchDevice:
            self = Failure(.syncNoSuchDevice, "The account has no such device.", advice: "See them: account devices.")
        case .tooMany:
            self = Failure(
                .syncTooManyDevices, "The account has 200 devices, and may have no more.",
                advice: "Remove one that is not used: account remove-device.")
        case .noRoom:
            self = Failure(
                .syncPlaceAway, "There is no more room for files of this account in \(address).",
                advice: "Delete some, or ask whoever runs the database for more. Changes travel all the same.",
                kind: .temporary)
        }
    }
}
