import Groups
import Kernel
import Postgres

extension GroupsSchema {
    /// Brings every group of a feature to its statutes, with a lock, so that two who do it at once do it once. Of a group of their version what is missing
    /// is added and nothing taken away, so that an older program does no harm; one of a version before has its rules written anew. Kinds that are named
    /// no more stay, since papers of theirs go with whoever leaves.
    ///
    /// - Parameter isKept: whether it is written, or only told what would be.
    /// - Returns: the names of those that lacked something.
    /// - Throws: `groupNewer` where one is of a newer program.
    static func renew(_ statutes: Statutes, isKept: Bool, on connection: PostgresConnection) throws -> [String] {
        try connection.answer("SELECT pg_advisory_xact_lock(hashtextextended('commonplace_groups', 0))")
        guard try connection.answer("SELECT to_regnamespace('commonplace_groups') IS NOT NULL").first?.bool(0) ?? false else {
            return []
        }
        try act(for: statutes.purpose, on: connection)
        let groups = try connection.answer(
            "SELECT id, name, statutes FROM commonplace_groups.groups WHERE purpose = $1 ORDER BY name, id",
            .text(statutes.purpose)
        ).map { (id: Identifier<Group>(try $0.text(0)), name: try $0.text(1), version: try $0.int(2)) }
        let behind = try groups.filter { group in
            guard group.version <= statutes.version else { throw Failure.groupNewer(group.name) }
            return try group.version < statutes.version || !lines(of: statutes).isSubset(of: lines(of: group.id, on: connection))
        }
        for group in isKept ? behind : [] {
            if group.version < statutes.version {
                try connection.answer(#"DELETE FROM commonplace_groups.rules WHERE "group" = $1"#, .text(group.id.rawValue))
                // With what they answer.
                try connection.answer(
                    #"DELETE FROM commonplace_groups.kinds WHERE "group" = $1 AND kind = ANY ($2::text[])"#,
                    .text(group.id.rawValue), .texts(statutes.kinds.keys.sorted()))
            }
            try write(statutes, of: group.id, on: connection)
            try connection.answer(
                "UPDATE commonplace_groups.groups SET statutes = $2::integer, keeper = $3 WHERE id = $1",
                .text(group.id.rawValue), .text("\(statutes.version)"), .text(statutes.keeper))
        }
        try connection.run(script: "REVOKE commonplace_groups_owner FROM CURRENT_USER")
        return behind.map(\.name)
    }

    /// A table as lines that can be compared.
    private static func lines(of statutes: Statutes) -> Set<String> {
        let answers = statutes.kinds.values.flatMap { kind in
            kind.answers.flatMap { name, reaches in reaches.map { "answer \(kind.name) \(name) \($0)" } }
        }
        return Set(statutes.roles.map { "role \($0)" } + statutes.kinds.keys.map { "kind \($0)" } + answers)
            .union(statutes.rules.map { "rule \($0.role) \($0.action) \($0.matter) \($0.reach)" })
    }

    /// The same of a group in the database.
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

    /// Whoever administers the database acts for the owner of the tables from now on, until that is taken back.
    static func act(for name: String, on connection: PostgresConnection) throws {
        try connection.run(script: "GRANT commonplace_groups_owner TO CURRENT_USER")
        let found = try connection.answer("SELECT version FROM commonplace_groups.charter").first?.int(0) ?? 0
        guard found == version else { throw Failure.groupNewer(name) }
    }

    /// The table that the program has as values, as rows; what is there already stays.
    static func write(_ statutes: Statutes, of group: Identifier<Group>, on connection: PostgresConnection) throws {
        let (rules, kinds) = (Array(statutes.rules), statutes.kinds.values.sorted { $0.name < $1.name })
        try connection.answer(
            #"INSERT INTO commonplace_groups.roles ("group", role) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING"#,
            .text(group.rawValue), .texts(statutes.roles))
        try connection.answer(
            """
            INSERT INTO commonplace_groups.rules ("group", role, action, matter, reach)
            SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) ON CONFLICT DO NOTHING
            """, .text(group.rawValue), .texts(rules.map(\.role)), .texts(rules.map(\.action.rawValue)),
            .texts(rules.map(\.matter)), .texts(rules.map(\.reach.rawValue)))
        for kind in kinds {
            try connection.answer(
                """
                INSERT INTO commonplace_groups.kinds ("group", kind, most, goes_with, floor, is_once)
                VALUES ($1, $2, $3::integer, $4::text[], $5::integer, $6::boolean)
                ON CONFLICT DO NOTHING
                """, .text(group.rawValue), .text(kind.name), .text("\(kind.limit)"), .texts(kind.goesWith.map(\.rawValue)),
                .text(kind.floor.map { "\($0)" }), .text(kind.isOnce ? "true" : "false"))
            for (answered, reaches) in kind.answers {
                try connection.answer(
                    """
                    INSERT INTO commonplace_groups.answerings ("group", kind, answered, reach) SELECT $1, $2, $3, unnest($4::text[])
                    ON CONFLICT DO NOTHING
                    """, .text(group.rawValue), .text(kind.name), .text(answered), .texts(reaches.map(\.rawValue)))
            }
        }
    }
}
