import Community
import CommunityData
import Kernel
import Postgres

/// The schema that guards a community, as it was built into the program, and how far the one of a database is.
enum CommunitySchema {
    /// The one that this program speaks.
    static let version = 2

    /// The steps that lead from one version to the next; the first from nothing.
    private static let steps: [[String]] = [
        ["1-roles.sql", "2-tables.sql", "3-guards.sql", "4-people.sql", "5-coming.sql", "6-desk.sql", "7-grants.sql"],
        ["8-tracking.sql", "9-standing.sql"],
    ]

    /// Lays the schema, or goes on from an older one; all of it or nothing.
    ///
    /// - Parameters:
    ///   - code: lets the first developer in; nil where there is one.
    ///   - last: how far; tests lay an older one.
    /// - Returns: the versions before and after.
    static func lay(on connection: PostgresConnection, inviting name: String, by code: String?, upTo last: Int = version)
        throws -> (before: Int, after: Int)
    {
        let before = try found(on: connection)?.version ?? 0
        guard before <= version else { throw Failure.communityNewer }
        for file in steps.prefix(last).dropFirst(before).joined() { try connection.run(script: text(of: file)) }
        if let code {
            try act(true, on: connection)
            try connection.answer(
                """
                INSERT INTO commonplace_community.invitations (app, code, kind, label, uses_left)
                VALUES ('*', sha256(convert_to($1, 'UTF8')), 'developer', $2, 1)
                """, .text(code), .text(name))
            try act(false, on: connection)
        }
        return (before, max(before, last))
    }

    /// The administrator acts for the owner of the tables, or no longer; nobody else ever does.
    private static func act(_ isActing: Bool, on connection: PostgresConnection) throws {
        try connection.run(
            script: isActing ? "GRANT commonplace_owner TO CURRENT_USER" : "REVOKE commonplace_owner FROM CURRENT_USER")
    }

    /// Which community a database holds, as its administrator sees it; nil for none.
    static func found(on connection: PostgresConnection) throws -> (community: String, version: Int)? {
        let exists = try connection.answer("SELECT to_regnamespace('commonplace_community') IS NOT NULL").first?.bool(0) ?? false
        guard exists else { return nil }
        try act(true, on: connection)
        defer { try? act(false, on: connection) }
        let rows = try connection.answer("SELECT community, version FROM commonplace_community.charter")
        return try rows.first.map { (try $0.text(0), try $0.int(1)) }
    }

    private static func text(of name: String) throws -> String {
        let files = UnsafeBufferPointer(start: schema_file_table(), count: schema_file_count)
        guard let file = files.first(where: { String(cString: $0.name) == name }) else { throw Failure.communityNewer }
        return String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
    }
}

extension Failure {
    static let communityNewer = Failure(
        .communityNewer, "The community was made by a newer version of this program.", advice: "Update the app.", kind: .temporary
    )
    static let communityOlder = Failure(
        .communityOlder, "The community's database is of an older version.",
        advice: "Whoever administers it types: hub community migrate URL.", kind: .temporary)
}
