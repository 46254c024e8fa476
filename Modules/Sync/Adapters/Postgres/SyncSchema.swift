import Kernel
import Postgres
import Sync
import SyncData

/// The SQL schema of accounts, built into the program.
enum SyncSchema {
    /// The name in the scripts, which is also the prefix of its roles.
    private static let standard = "commonplace_sync"
    /// The version that this program supports.
    static let version = schema(named: standard).version

    /// Returns the schema in the database of an address.
    static func schema(of address: PostgresAddress) -> PostgresSchema { schema(named: address.schema ?? standard) }

    /// Returns the schema under a name. If the installing login may create roles, devices get their
    /// own logins.
    private static func schema(named name: String) -> PostgresSchema {
        PostgresSchema(
            standard, named: name,
            steps: [
                [
                    .roles("1-roles.sql"), .file("2-tables.sql"), .file("3-streams.sql"), .file("4-snapshots.sql"),
                    .file("5-accounts.sql"), .roles("6-logins.sql"),
                    .logins(
                        LoginFunctions(
                            prefix: "cs", rolePrefix: standard, kinds: ["device", "door"],
                            refusal: ("not allowed", "KS008"))),
                    .file("7-rights.sql"),
                ],
                [.file("8-files.sql")],
            ],
            file: { name in
                PostgresSchema.text(
                    of: name,
                    in: UnsafeBufferPointer(start: sync_schema_table(), count: sync_schema_count).lazy.map {
                        (name: $0.name, bytes: $0.bytes, size: $0.size)
                    })
            }, versionQuery: "SELECT version FROM \(standard).standing()", newer: .newerPlace)
    }
}

/// The schema version of a database, and the account of the caller's login.
struct SchemaVersion {
    let version: Int
    let grantsLogins: Bool
    let account: String?
    let isEnrollmentLogin: Bool

    init(_ row: PostgresRow) throws {
        version = try row.int(0)
        grantsLogins = try row.bool(1)
        account = try row.textIfAny(2)
        isEnrollmentLogin = try row.textIfAny(3) == "door"
    }
}

extension Failure {
    static let newerPlace = Failure(
        .syncNewerForm, "The database was made ready by a newer version of this program.",
        advice: "Update this program; nothing was changed.")
}
