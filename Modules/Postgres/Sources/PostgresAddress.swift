import Kernel

/// Where a database is: `postgres://ada@host/db`, `postgres:///db?host=/run/postgresql`, or the name of a service of libpq's service file.
///
/// Two hosts are named with a comma; `target_session_attrs=read-write` takes the one that writes. A password is never part of it: it belongs in the
/// service file, `~/.pgpass` or the file of `PGPASSFILE`. To another machine everything goes by TLS whose certificate is verified.
public struct PostgresAddress: Hashable, Sendable {
    /// In which schema whoever connects keeps what is theirs, where the address says so: `?schema=NAME`.
    public let schema: String?
    private(set) var settings: [String: String]

    /// - Throws: `postgresAddress` for what is no address, and for one with a password in it.
    public init(_ text: String) throws {
        let isURL = ["postgres://", "postgresql://"].first { text.hasPrefix($0) }
        let parts = text.dropFirst(isURL?.count ?? 0).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var found = try isURL == nil ? PostgresAddress.service(parts[0]) : PostgresAddress.place(parts[0])
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let word = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard word.count == 2 else { throw PostgresAddress.wrong("“\(pair)” is no setting.") }
            let name = try PostgresAddress.decoded(word[0])
            guard PostgresAddress.known.contains(name) else { throw PostgresAddress.unknown(name) }
            found[name] = try PostgresAddress.decoded(word[1])
        }
        schema = found.removeValue(forKey: "schema")
        if let schema {
            let first = schema.utf8.first.map { (97...122).contains($0) || $0 == 95 } ?? false
            let isPlain = schema.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
            guard first, isPlain, schema.utf8.count <= 48, !schema.hasPrefix("pg_") else {
                throw PostgresAddress.wrong("“\(schema)” cannot be a schema: small letters, digits and _ only.")
            }
        }
        settings = found
    }

    /// What a place says behind `postgres:`, which a URL may be itself; nil for a place that is somewhere else.
    package static func text(ofPlace place: String) -> String? {
        guard !place.hasPrefix("postgresql:"), !place.hasPrefix("postgres://") else { return place }
        return place.hasPrefix("postgres:") ? String(place.dropFirst("postgres:".count)) : nil
    }

    /// The same place under a login that was made for this device. Its password goes to the library alone, and stands in no text.
    package func loggingIn(as name: String, password: String) -> PostgresAddress {
        var (address, own) = (self, settings)
        (own["user"], own["password"], own["passfile"]) = (name, password, nil)
        address.settings = own
        return address
    }

    /// What may stand behind the `?`: the settings of libpq that are no secret, and the schema.
    private static let known: Set = [
        "application_name", "channel_binding", "dbname", "gssencmode", "host", "hostaddr", "keepalives", "keepalives_count",
        "keepalives_idle", "keepalives_interval", "krbsrvname", "options", "passfile", "port", "schema", "sslcert", "sslcrl",
        "sslkey", "sslmode", "sslrootcert", "target_session_attrs", "tcp_user_timeout", "user",
    ]

    private static func service(_ text: Substring) throws -> [String: String] {
        let isName = text.utf8.allSatisfy { byte in
            (97...122).contains(byte | 0x20) || (48...57).contains(byte) || [45, 46, 95].contains(byte)
        }
        guard isName, !text.isEmpty else {
            throw wrong("“\(text.prefix(80))” is neither a URL nor the name of a service.")
        }
        return ["service": String(text)]
    }

    /// `ada@host:5433,other/db`.
    private static func place(_ text: Substring) throws -> [String: String] {
        var found: [String: String] = [:]
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1, !parts[1].isEmpty { found["dbname"] = try decoded(parts[1]) }
        var hosts = parts[0]
        if let at = hosts.lastIndex(of: "@") {
            let user = hosts[..<at]
            guard !user.contains(":") else { throw secret() }
            if !user.isEmpty { found["user"] = try decoded(user) }
            hosts = hosts[hosts.index(after: at)...]
        }
        guard !hosts.isEmpty else { return found }
        var (names, ports) = ([String](), [String]())
        for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            // A colon within brackets belongs to the address: [::1]:5432.
            let end = host.hasPrefix("[") ? host.lastIndex(of: "]").map { host.index(after: $0) } : host.firstIndex(of: ":")
            let name = host[..<(end ?? host.endIndex)]
            let port = host[(end ?? host.endIndex)...].drop { $0 == ":" }
            guard port.isEmpty || UInt16(port) != nil else { throw wrong("“\(port)” is no port.") }
            names.append(try decoded(name.hasPrefix("[") ? name.dropFirst().dropLast() : name))
            ports.append(String(port))
        }
        found["host"] = names.joined(separator: ",")
        if ports.contains(where: { !$0.isEmpty }) { found["port"] = ports.joined(separator: ",") }
        return found
    }

    private static func decoded(_ text: Substring) throws -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), rest.count > 1 else {
                throw wrong("“\(text.prefix(80))” is not well written.")
            }
            bytes.append(code)
            rest = rest.dropFirst(2)
        }
        guard let plain = String(validating: bytes, as: UTF8.self), bytes.allSatisfy({ $0 > 31 }) else {
            throw wrong("“\(text.prefix(80))” is not well written.")
        }
        return plain
    }

    private static func unknown(_ name: String) -> Failure {
        name.hasSuffix("password") ? secret() : wrong("“\(name.prefix(40))” is no setting of an address.")
    }

    private static func secret() -> Failure {
        Failure(
            .postgresAddress, "An address holds no password: everybody could read it who sees the processes of this machine.",
            advice: "Write it into ~/.pgpass, the file of PGPASSFILE or libpq's service file.", kind: .usage)
    }

    private static func wrong(_ what: String) -> Failure {
        Failure(
            .postgresAddress, "This is no address of a database. \(what)",
            advice: "Write postgres://user@host/database, or the name of a service.", kind: .usage)
    }
}

extension PostgresAddress: CustomStringConvertible {
    /// Where it is, for people.
    public var description: String {
        if let service = settings["service"] { return "the service “\(service)”" }
        let hosts = settings["host"].map { " on \($0)" } ?? " of this machine"
        return (settings["dbname"].map { "the database “\($0)”" } ?? "the database") + hosts
    }
}
