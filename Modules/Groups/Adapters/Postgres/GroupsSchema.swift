import Groups
import GroupsData
import Kernel
import Postgres

/// The SQL schema that guards groups, as built into the program.
enum GroupsSchema {
    /// Returns the schema.
    ///
    /// - Parameter name: the group that the failure for a newer schema names.
    static func schema(for name: String) -> PostgresSchema {
        PostgresSchema(
            "commonplace_groups", owner: "commonplace_groups_owner",
            steps: [
                [
                    .file("1-roles.sql"), .file("2-tables.sql"), .file("3-rights.sql"), .file("4-papers.sql"),
                    .logins(
                        LoginFunctions(
                            prefix: "cg", rolePrefix: "commonplace_groups", kinds: ["member"], hasDoor: true,
                            refusal: ("login", "KG001"))),
                    .file("5-people.sql"), .file("6-guards.sql"),
                ]
            ],
            file: { name in
                PostgresSchema.text(
                    of: name,
                    in: UnsafeBufferPointer(start: groups_schema_table(), count: groups_schema_count).lazy.map {
                        (name: $0.name, bytes: $0.bytes, size: $0.size)
                    })
            }, versionQuery: "SELECT version FROM commonplace_groups.charter", newer: .groupNewer(name))
    }

    /// Creates the schema if it is missing, and inserts a group with its policy.
    ///
    /// - Parameter code: admits the owner.
    static func createGroup(_ group: Group, _ policy: GroupPolicy, by code: String, on connection: PostgresConnection)
        throws
    {
        let schema = schema(for: group.name)
        try schema.install(on: connection)
        _ = try schema.asOwner(on: connection) {
            try connection.answer(
                """
                INSERT INTO commonplace_groups.groups (id, name, purpose, statutes, keeper)
                VALUES ($1, $2, $3, $4::integer, $5)
                """, .text(group.id.rawValue), .text(group.name), .text(group.purpose), .text("\(group.policy)"),
                .text(policy.ownerRole))
            try write(policy, of: group.id, on: connection)
            return try connection.answer(
                """
                INSERT INTO commonplace_groups.invitations ("group", code, role, uses_left, invited_by)
                VALUES ($1, sha256(convert_to($2, 'UTF8')), $3, 1, '')
                """, .text(group.id.rawValue), .text(code), .text(policy.ownerRole))
        }
    }
}
