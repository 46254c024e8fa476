import Kernel
import Postgres
import Sync
import SyncData

/// The schema in which accounts meet, as it was built into the program, and how far the one of a database is.
struct SyncSchema {
    /// Its name in the database; roles that belong to it begin with it, too.
    let name: String
    /// The one that this program speaks.
    static let version = 2
    /// Where an address says nothing else.
    static let usual = "commonplace_sync"

    private struct File {
        let name: String
        /// Whether it is for those alone who may make roles.
        var isOfRoles = false
    }

    /// The steps that lead from one version to the next; the first from nothing.
    private static let steps: [[File]] = [
        [
            File(name: "1-roles.sql", isOfRoles: true), File(name: "2-tables.sql"), File(name: "3-streams.sql"),
            File(name: "4-snapshots.sql"), File(name: "5-accounts.sql"), File(name: "6-logins.sql", isOfRoles: true),
            File(name: "7-rights.sql"),
        ],
        [File(name: "8-files.sql")],
    ]

    init(of address: PostgresAddress) { name = address.schema ?? SyncSchema.usual }

    /// Lays it where there is none, or goes on from an older one. With roles, where whoever lays the first step may make them: then devices have logins
    /// of their own.
    ///
    /// - Parameter last: how far; tests lay an older one.
    func lay(on connection: PostgresConnection, upTo last: Int = version) throws {
        // One behind the other: whoever comes second finds it.
        try connection.answer("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", .text(name))
        let isNew = try connection.answer("SELECT to_regnamespace($1) IS NULL", .text(name)).first?.bool(0) ?? false
        let found = try isNew ? 0 : connection.answer("SELECT version FROM \(name).standing()").first?.int(0) ?? 0
        let question = "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
        let makesRoles = try connection.answer(question).first?.bool(0) ?? false
        for file in SyncSchema.steps.prefix(last).dropFirst(found).joined() where makesRoles || !file.isOfRoles {
            try connection.run(script: try text(of: file))
        }
    }

    private func text(of file: File) throws -> String {
        let files = UnsafeBufferPointer(start: sync_schema_table(), count: sync_schema_count)
        guard let found = files.first(where: { String(cString: $0.name) == file.name }) else { throw Failure.newerPlace }
        let text = String(decoding: UnsafeBufferPointer(start: found.bytes, count: found.size), as: UTF8.self)
        return text.replacing(SyncSchema.usual, with: name)
    }
}

/// What a database says of itself, and of whoever asks.
struct SyncStanding {
    let version: Int
    let givesLogins: Bool
    let account: String?
    let isDoor: Bool

    init(_ row: PostgresRow) throws {
        (version, givesLogins) = (try row.int(0), try row.bool(1))
        (account, isDoor) = (try row.textIfAny(2), try row.textIfAny(3) == "door")
    }
}

extension Failure {
    static let newerPlace = Failure(
        .syncNewerForm, "The database was made ready by a newer version of this program.",
        advice: "Update this program; nothing was changed.")
}
