import Kernel
import Postgres
import Sync

/// A PostgreSQL database: of one's own, or of a club in which each account sees itself alone.
///
/// Nobody has a right to a table. Everything is done by functions, which ask the server who logged in, and over them stands row security by account. Each
/// call is one statement, and said twice is as said once, so that a lost answer costs nothing.
public struct PostgresTransport: SyncTransport {
    let session: SyncSession
    let mayMake: Bool
    let chance: @Sendable (Int) -> [UInt8]

    /// How many bytes come in one answer, so that a slow line brings them in the time that an answer has.
    static let slice = 4 << 20

    /// - Parameters:
    ///   - address: of the database; a `?schema=` in it says where accounts lie, else it is `commonplace_sync`.
    ///   - login: where this device keeps its login, where the database gives it one.
    ///   - mayMake: whether an account may begin here.
    ///   - chance: so many bytes that nobody can foretell, for names and passwords of logins.
    public init(
        _ address: PostgresAddress, login: SyncLogin, mayMake: Bool, patience: PostgresPatience = PostgresTransport.patience,
        chance: @escaping @Sendable (Int) -> [UInt8] = PostgresTransport.systemChance
    ) {
        session = SyncSession(address, login: login, patience: patience)
        (self.mayMake, self.chance) = (mayMake, chance)
    }

    /// At a place as people write it, `postgres:URL`; nil for a place that is none.
    ///
    /// - Throws: `postgresAddress`.
    public init?(place: String, login: SyncLogin, mayMake: Bool) throws {
        guard let text = PostgresAddress.text(ofPlace: place) else { return nil }
        self.init(try PostgresAddress(text), login: login, mayMake: mayMake)
    }

    /// How long anybody waits here: work in the background that is done again.
    public static var patience: PostgresPatience {
        var patience = PostgresPatience()
        (patience.answering, patience.returning) = (.seconds(60), .seconds(5))
        return patience
    }

    /// The system's own.
    public static let systemChance: @Sendable (Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    // MARK: - Account

    public func join(_ account: String) throws {
        if let entry = try session.login.read() {
            guard entry.account == account else { throw Failure.otherAccount }
        }
        if let standing = try session.standing(), let found = standing.account, !standing.isDoor {
            guard found == account else { throw Failure.otherAccount }
            return
        }
        guard mayMake else { throw Failure.notAdmitted(session.address) }
        _ = try create(account)
    }

    // MARK: - Streams

    public func devices() throws -> [String] { try asked { try session.call("device_names()").map { try $0.text(0) } } }

    public func offer(_ parcel: Parcel) throws {
        guard parcel.device.isDeviceName else { throw Failure.streamTaken(parcel) }
        try asked(parcel) {
            try session.call(
                "offer($1, $2, $3, $4, $5)", .text(parcel.device), .int(parcel.first), .int(parcel.last),
                .int(Int(parcel.mark.checksum)), .bytes(Data(parcel.bytes)))
        }
    }

    public func parcels(of device: String, after last: Int, limit: Int) throws -> [Parcel] {
        guard device.isDeviceName else { return [] }
        return try asked {
            let rows = try session.call(
                "next_parcels($1, $2, $3, $4)", .text(device), .int(last), .int(limit), .int(PostgresTransport.slice))
            var found: [Parcel] = []
            for row in rows {
                let first = try row.int(0)
                let bytes =
                    try row.dataIfAny(3).map { Array($0) }
                    ?? slices(try row.int(2)) { try slice("parcel_slice($1, $2, $3, $4)", .text(device), .int(first), $0, $1) }
                // Collected meanwhile: what follows comes the next time.
                guard let bytes else { break }
                found.append(Parcel(device: device, first: first, last: try row.int(1), bytes: bytes))
            }
            return found
        }
    }

    public func latest(of device: String) throws -> StreamMark? {
        guard device.isDeviceName else { return nil }
        return try asked {
            try session.call("latest($1)", .text(device)).first.map { row in
                StreamMark(last: try row.int(0), checksum: UInt32(truncatingIfNeeded: try row.int(1)))
            }
        }
    }

    // MARK: - Cards

    public func card(of device: String) throws -> [UInt8]? {
        guard device.isDeviceName else { return nil }
        return try asked { try session.call("card_of($1)", .text(device)).first?.dataIfAny(0).map { Array($0) } }
    }

    public func publish(_ card: [UInt8], of device: String) throws {
        try asked { try session.call("publish($1, $2)", .text(device), .bytes(Data(card))) }
    }

    // MARK: - Snapshots

    public func snapshot() throws -> SnapshotParcel? {
        try asked {
            // One that is replaced while it is read is read anew.
            for _ in 0..<3 {
                guard let row = try session.call("last_snapshot()").first else { return nil }
                let (name, size) = (try row.text(0), try row.int(2))
                guard let through = try? JSONDecoder().decode([String: Int].self, from: Data(try row.text(1).utf8)) else {
                    return nil
                }
                let bytes = try slices(size) { try slice("snapshot_slice($1, $2, $3)", .text(name), $0, $1) }
                if let bytes { return SnapshotParcel(through: through, bytes: bytes) }
            }
            throw Failure(.syncPlaceAway, "The snapshot is replaced all the time.", kind: .temporary)
        }
    }

    public func offer(_ snapshot: SnapshotParcel) throws {
        let through = try JSONEncoder().encode(snapshot.through)
        try asked {
            try session.call(
                "offer_snapshot($1, $2)", .text(String(decoding: through, as: UTF8.self)), .bytes(Data(snapshot.bytes)))
        }
    }

    public func collect(_ device: String, through last: Int) throws {
        try asked { try session.call("collect($1, $2)", .text(device), .int(last)) }
    }

    public func size() throws -> (parcels: Int, snapshot: Int) {
        try asked { try session.call("sizes()").first.map { (try $0.int(0), try $0.int(1)) } ?? (0, 0) }
    }

    // MARK: - Large ones

    /// Something of a size, part by part; nil where it went meanwhile.
    private func slices(_ size: Int, _ part: (PostgresValue, PostgresValue) throws -> [UInt8]?) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        repeat {
            guard let next = try part(.int(bytes.count), .int(PostgresTransport.slice)), !next.isEmpty || size == 0 else {
                return nil
            }
            bytes += next
        } while bytes.count < size
        return bytes
    }

    private func slice(_ function: String, _ values: PostgresValue...) throws -> [UInt8]? {
        let statement = PostgresStatement("SELECT \(session.schema.name).\(function)", values)
        return try session.using { try $0.answer(statement).first?.dataIfAny(0).map { Array($0) } }
    }

    /// Says a refusal in the words of this module.
    @discardableResult
    func asked<Value>(_ parcel: Parcel? = nil, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let refusal as SyncRefusal {
            throw Failure(refusal, parcel, at: session.address)
        } catch is SyncSession.Absent { throw Failure.notAdmitted(session.address) }
    }
}

extension Failure {
    fileprivate init(_ refusal: SyncRefusal, _ parcel: Parcel?, at address: PostgresAddress) {
        switch refusal {
        case .streamTaken: self = parcel.map(Failure.streamTaken) ?? .notAdmitted(address)
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
                advice: "Delete some, or ask whoever runs the database for more. Changes travel all the same.", kind: .temporary)
        }
    }
}
