import Groups
import Kernel
import Postgres

/// The access policies of groups in a database.
extension GroupsSchema {
    /// Updates every group of a feature to its policy, under a lock against concurrent updates.
    ///
    /// A group of the same version receives only missing rules, so that an older program does no
    /// harm. A group of an earlier version has its rules rewritten. Unused kinds stay, because
    /// members' posts of these kinds are deleted when they leave.
    ///
    /// - Parameter isKept: whether to write, or only to report the changes.
    /// - Returns: the names of the groups that needed changes.
    /// - Throws: `groupNewer` if a group belongs to a newer program.
    static func updatePolicies(_ policy: GroupPolicy, isKept: Bool, on connection: PostgresConnection) throws
        -> [String]
    {
        let schema = schema(for: policy.purpose)
        guard let version = try schema.installedVersion(on: connection) else { return [] }
        guard version == schema.version else { throw Failure.groupNewer(policy.purpose) }
        return try schema.asOwner(on: connection) { try update(policy, isKept: isKept, on: connection) }
    }

    /// Updates the groups of a feature as the schema's owner.
    private static func update(_ policy: GroupPolicy, isKept: Bool, on connection: PostgresConnection) throws
        -> [String]
    {
        let groups = try connection.answer(
            "SELECT id, name, statutes FROM commonplace_groups.groups WHERE purpose = $1 ORDER BY name, id",
            .text(policy.purpose)
        ).map { (id: Identifier<Group>(try $0.text(0)), name: try $0.text(1), version: try $0.int(2)) }
        let outdated = try groups.filter { group in
            guard group.version <= policy.version else { throw Failure.groupNewer(group.name) }
            return try group.version < policy.version
                || !lines(of: policy).isSubset(of: lines(of: group.id, on: connection))
        }
        for group in isKept ? outdated : [] {
            if group.version < policy.version {
                try connection.answer(
                    #"DELETE FROM commonplace_groups.rules WHERE "group" = $1"#, .text(group.id.rawValue))
                // This also deletes the answer relations of these kinds (ON DELETE CASCADE).
                try connection.answer(
                    #"DELETE FROM commonplace_groups.kinds WHERE "group" = $1 AND kind = ANY ($2::text[])"#,
                    .text(group.id.rawValue), .texts(policy.kinds.keys.sorted()))
            }
            try write(policy, of: group.id, on: connection)
            try connection.answer(
                "UPDATE commonplace_groups.groups SET statutes = $2::integer, keeper = $3 WHERE id = $1",
                .text(group.id.rawValue), .text("\(policy.version)"), .text(policy.ownerRole))
        }
        return outdated.map(\.name)
    }

    /// Returns a policy as lines that can be compared.
    private static func lines(of policy: GroupPolicy) -> Set<String> {
        let answers = policy.kinds.values.flatMap { kind in
            kind.answers.flatMap { name, relations in relations.map { "answer \(kind.name) \(name) \($0)" } }
        }
        return Set(policy.roles.map { "role \($0)" } + policy.kinds.keys.map { "kind \($0)" } + answers)
            .union(policy.rules.map { "rule \($0.role) \($0.action) \($0.resource) \($0.relation)" })
    }

    /// Returns the policy of a group in the database as lines.
    private static func lines(of group: Identifier<Group>, on connection: PostgresConnection) throws -> Set<String> {
        let rows = try connection.answer(
            #"""
            SELECT 'role ' || role FROM commonplace_groups.roles WHERE "group" = $1
            UNION ALL SELECT 'kind ' || kind FROM commonplace_groups.kinds WHERE "group" = $1
            UNION ALL SELECT concat_ws(' ', 'rule', role, action, matter, reach) FROM commonplace_groups.rules WHERE "group" = $1
            UNION ALL SELECT concat_ws(' ', 'answer', kind, answered, reach) FROM commonplace_groups.answerings WHERE "group" = $1
            """#, .text(group.rawValue))
        return Set(try rows.map { try $0.text(0) })
    }

    /// Writes a policy as rows. Existing rows stay.
    static func write(_ policy: GroupPolicy, of group: Identifier<Group>, on connection: PostgresConnection) throws {
        let rules = Array(policy.rules)
        let kinds = policy.kinds.values.sorted { $0.name < $1.name }
        try connection.answer(
            #"INSERT INTO commonplace_groups.roles ("group", role) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING"#,
            .text(group.rawValue), .texts(policy.roles))
        try connection.answer(
            """
            INSERT INTO commonplace_groups.rules ("group", role, action, matter, reach)
            SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING
            """, .text(group.rawValue), .texts(rules.map(\.role)), .texts(rules.map(\.action.rawValue)),
            .texts(rules.map(\.resource)), .texts(rules.map(\.relation.rawValue)))
        for kind in kinds {
            try connection.answer(
                """
                INSERT INTO commonplace_groups.kinds ("group", kind, most, goes_with, floor, is_once)
                VALUES ($1, $2, $3::integer, $4::text[], $5::integer, $6::boolean)
                ON CONFLICT DO NOTHING
                """, .text(group.rawValue), .text(kind.name), .text("\(kind.limit)"),
                .texts(kind.deletedWith.map(\.rawValue)),
                .text(kind.minimumCount.map { "\($0)" }), .text(kind.isLimitedToOne ? "true" : "false"))
            for (answered, relations) in kind.answers {
                try connection.answer(
                    """
                    INSERT INTO commonplace_groups.answerings ("group", kind, answered, reach) SELECT $1, $2, $3, unnest($4::text[])
                    ON CONFLICT DO NOTHING
                    """, .text(group.rawValue), .text(kind.name), .text(answered), .texts(relations.map(\.rawValue)))
            }
        }
    }
}
