import Kernel

/// The address of a database: `postgres://ada@host/db`, `postgres:///db?host=/run/postgresql`, or a
/// service name of libpq's service file.
///
/// Two hosts are separated by a comma. `target_session_attrs=read-write` selects the writable one.
/// An address never contains a password. The password belongs in the service file, `~/.pgpass` or
/// the file of `PGPASSFILE`. Connections to another machine use TLS with a verified certificate.
package struct PostgresAddress: Hashable, Sendable {
    /// The schema of the caller's data, if the address has one: `?schema=NAME`.
    package let schema: String?
    var settings: [String: String]

    /// Parses an address.
    ///
    /// - Throws: `postgresAddress` for an invalid address, and for one with a password.
    package init(_ text: String) throws {
        let isURL = ["postgres://", "postgresql://"].first { text.hasPrefix($0) }
        let parts = text.dropFirst(isURL?.count ?? 0).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var parsedSettings =
            try isURL == nil ? PostgresAddress.parseService(parts[0]) : PostgresAddress.parseURL(parts[0])
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let nameAndValue = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard nameAndValue.count == 2 else { throw PostgresAddress.invalid("“\(pair)” is not a setting.") }
            let name = try PostgresAddress.decoded(nameAndValue[0])
            guard PostgresAddress.knownSettings.contains(name) else { throw PostgresAddress.unknown(name) }
            parsedSettings[name] = try PostgresAddress.decoded(nameAndValue[1])
        }
        schema = parsedSettings.removeValue(forKey: "schema")
        if let schema {
            let startsWithLetter = schema.utf8.first.map { (97...122).contains($0) || $0 == 95 } ?? false
            let isPlain = schema.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
            guard startsWithLetter, isPlain, schema.utf8.count <= 48, !schema.hasPrefix("pg_") else {
                throw PostgresAddress.invalid("“\(schema)” cannot be a schema: small letters, digits and _ only.")
            }
        }
        settings = parsedSettings
    }

    /// Parses the address of a database in a location such as `postgres:URL`.
    package init(location: String) throws { try self.init(SharedLocation(location).database ?? location) }

    /// The settings allowed after the `?`: the non-secret settings of libpq, and the schema.
    private static let knownSettings: Set = [
        "application_name", "channel_binding", "dbname", "gssencmode", "host", "hostaddr", "keepalives",
        "keepalives_count",
        "keepalives_idle", "keepalives_interval", "krbsrvname", "options", "passfile", "port", "schema", "sslcert",
        "sslcrl", "sslkey", "sslmode", "sslrootcert", "target_session_attrs", "tcp_user_timeout", "user",
    ]

    private static func parseService(_ text: Substring) throws -> [String: String] {
        let isName = text.utf8.allSatisfy { byte in
            (97...122).contains(byte | 0x20) || (48...57).contains(byte) || [45, 46, 95].contains(byte)
        }
        guard isName, !text.isEmpty else {
            throw invalid("“\(text.prefix(80))” is neither a URL nor the name of a service.")
        }
        return ["service": String(text)]
    }

    /// Parses `ada@host:5433,other/db`.
    private static func parseURL(_ text: Substring) throws -> [String: String] {
        var settings: [String: String] = [:]
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count > 1, !parts[1].isEmpty { settings["dbname"] = try decoded(parts[1]) }
        var hosts = parts[0]
        if let at = hosts.lastIndex(of: "@") {
            let user = hosts[..<at]
            guard !user.contains(":") else { throw passwordRefused() }
            if !user.isEmpty { settings["user"] = try decoded(user) }
            hosts = hosts[hosts.index(after: at)...]
        }
        guard !hosts.isEmpty else { return settings }
        var names = [String]()
        var ports = [String]()
        for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            // A colon within brackets belongs to the address: [::1]:5432.
            let nameEnd =
                host.hasPrefix("[") ? host.lastIndex(of: "]").map { host.index(after: $0) } : host.firstIndex(of: ":")
            let name = host[..<(nameEnd ?? host.endIndex)]
            let port = host[(nameEnd ?? host.endIndex)...].drop { $0 == ":" }
            guard port.isEmpty || UInt16(port) != nil else { throw invalid("“\(port)” is not a port.") }
            names.append(try decoded(name.hasPrefix("[") ? name.dropFirst().dropLast() : name))
            ports.append(String(port))
        }
        settings["host"] = names.joined(separator: ",")
        if ports.contains(where: { !$0.isEmpty }) { settings["port"] = ports.joined(separator: ",") }
        return settings
    }

    private static func decoded(_ text: Substring) throws -> String {
        var bytes: [UInt8] = []
        var remaining = text.utf8[...]
        while let byte = remaining.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let code = UInt8(String(decoding: remaining.prefix(2), as: UTF8.self), radix: 16), remaining.count > 1
            else {
                throw invalid("“\(text.prefix(80))” is not a valid address.")
            }
            bytes.append(code)
            remaining = remaining.dropFirst(2)
        }
        guard let decodedText = String(validating: bytes, as: UTF8.self), bytes.allSatisfy({ $0 > 31 }) else {
            throw invalid("“\(text.prefix(80))” is not a valid address.")
        }
        return decodedText
    }

    private static func unknown(_ name: String) -> Failure {
        name.hasSuffix("password") ? passwordRefused() : invalid("“\(name.prefix(40))” is not a setting of an address.")
    }

    private static func passwordRefused() -> Failure {
        Failure(
            .postgresAddress,
            "An address must not contain a password, because everybody who can list the processes of this machine could read it.",
            advice: "Write it into ~/.pgpass, the file of PGPASSFILE or libpq's service file.", kind: .usage)
    }

    private static func invalid(_ what: String) -> Failure {
        Failure(
            .postgresAddress, "This is not the address of a database. \(what)",
            advice: "Write postgres://user@host/database, or the name of a service.", kind: .usage)
    }
}

extension PostgresAddress: CustomStringConvertible {
    package var description: String {
        if let service = settings["service"] { return "the service “\(service)”" }
        let hosts = settings["host"].map { " on \($0)" } ?? " of this machine"
        return (settings["dbname"].map { "the database “\($0)”" } ?? "the database") + hosts
    }
}
