import Groups
import GroupsData
import Kernel
import Postgres

/// The schema that guards groups, as it was built into the program.
enum GroupsSchema {
    /// The one that this program speaks.
    static let version = 1

    private static let files = ["1-roles.sql", "2-tables.sql", "3-rights.sql", "4-papers.sql", "5-people.sql", "6-guards.sql"]

    /// Lays it where there is none, and writes a group with its statutes into it.
    ///
    /// - Parameter code: lets its keeper in.
    static func found(_ group: Group, _ statutes: Statutes, by code: String, on connection: PostgresConnection) throws {
        try connection.answer("SELECT pg_advisory_xact_lock(hashtextextended('commonplace_groups', 0))")
        if try connection.answer("SELECT to_regnamespace('commonplace_groups') IS NULL").first?.bool(0) ?? false {
            for file in files { try connection.run(script: text(of: file)) }
        }
        try act(for: group.name, on: connection)
        try connection.answer(
            "INSERT INTO commonplace_groups.groups (id, name, purpose, statutes, keeper) VALUES ($1, $2, $3, $4::integer, $5)",
            .text(group.id.rawValue), .text(group.name), .text(group.purpose), .text("\(group.statutes)"), .text(statutes.keeper))
        try write(statutes, of: group.id, on: connection)
        try connection.answer(
            """
            INSERT INTO commonplace_groups.invitations ("group", code, role, uses_left, invited_by)
            VALUES ($1, sha256(convert_to($2, 'UTF8')), $3, 1, '')
            """, .text(group.id.rawValue), .text(code), .text(statutes.keeper))
        try connection.run(script: "REVOKE commonplace_groups_owner FROM CURRENT_USER")
    }

    private static func text(of name: String) throws -> String {
        let files = UnsafeBufferPointer(start: groups_schema_table(), count: groups_schema_count)
        guard let file = files.first(where: { String(cString: $0.name) == name }) else { throw Failure.groupNewer(name) }
        return String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
    }
}
