import TestSupport

/// Attacks that harm everyone: on policies, by locks, and with content that others cannot read.
extension PolicyProbes {
    private static let guards = """
        SELECT count(*) FILTER (WHERE relrowsecurity AND relforcerowsecurity) || ' guarded tables, ' || (SELECT count(*) FROM pg_policies)
            || ' policies' FROM pg_class WHERE relnamespace = 'commonplace_community'::regnamespace AND relkind = 'r';
        """

    static let policies: [PolicyProbe] = [
        .init(.mina, "DROP POLICY own ON feedback;", .state("42501")),
        .init(.anna, "DROP POLICY own ON feedback;", .state("42501")),
        .init(.mina, "CREATE POLICY mine ON feedback USING (true);", .state("42501")),
        .init(.mina, "ALTER POLICY own ON feedback USING (true);", .state("42501")),
        .init(.anna, "ALTER TABLE feedback DISABLE ROW LEVEL SECURITY;", .state("42501")),
        .init(.anna, "ALTER TABLE feedback NO FORCE ROW LEVEL SECURITY;", .state("42501")),
        .init(.anna, "GRANT SELECT ON votes TO :anna;", .state("42501")),
        .init(.anna, "TRUNCATE audit;", .state("42501"), superuser: false),
        .init(.anna, "DELETE FROM audit;", .state("42501"), superuser: false),
        .init(.anna, "ALTER TABLE audit DISABLE TRIGGER ALL;", .state("42501")),
        .init(.anna, "DROP SCHEMA commonplace_community CASCADE;", .state("42501")),
        .init(.mina, "DROP OWNED BY :mina CASCADE;", .same(guards), superuser: false),
        .init(.mina, "ALTER FUNCTION own_names() SECURITY INVOKER;", .state("42501")),
    ]

    static let sideways: [PolicyProbe] = [
        .init(.mina, "SELECT * FROM items FOR UPDATE;", .state("42501")),
        .init(.mina, "BEGIN; LOCK TABLE votes IN ACCESS EXCLUSIVE MODE;", .state("42501"), superuser: false),
        .init(.mina, "BEGIN; LOCK TABLE items IN ACCESS SHARE MODE;", .state("42501"), superuser: false),
        .init(.mina, "SELECT pg_advisory_lock(1);", .state("42501"), takesSuperuser: true),
        .init(.mina, "SELECT pg_terminate_backend(:launcher);", .state("42501"), superuser: false),
        .init(.mina, "SELECT pg_reload_conf();", .state("42501")),
        .init(.mina, "ALTER SYSTEM SET fsync = off;", .state("42501"), superuser: false),
        .init(.mina, "VACUUM FULL votes;", .same(votes), superuser: false),
        .init(.mina, "SELECT pg_export_snapshot();", .state("42501"), takesSuperuser: true),
        .init(.mina, "SELECT pg_stat_reset();", .state("42501")),
        .init(.mina, "COMMENT ON TABLE votes IS 'mine';", .state("42501")),
        .init(.mina, "NOTIFY commonplace_community, 'forged';", .same(votes + itemsNow), superuser: false),
    ]

    private static let unreadable = """
        SELECT count(*) FROM feedback WHERE jsonb_typeof(device -> 'app') <> 'string' OR jsonb_typeof(usage -> 'sessions') <> 'number'
            OR (usage ->> 'sessions')::numeric > 1000000000;
        """

    static let spoiling: [PolicyProbe] = [
        .init(
            .zoe,
            "SELECT send_suggestion('dojang', '{\"id\":\"s\",\"title\":\"t\",\"description\":\"x\",\"submittedAt\":\"infinity\"}', 'box', 5);",
            .state("23514"), superuser: false),
        .init(
            .zoe,
            "SELECT send_feedback('dojang', '\(ProbeFixture.feedback("f-ever", "x").replacingOccurrences(of: "2026-11-20T10:00:00Z", with: "infinity"))', 'box', 6);",
            .state("23514"), superuser: false),
        .init(
            .zoe,
            "SELECT send_feedback('dojang', '\(ProbeFixture.feedback("f-odd", "x").replacingOccurrences(of: "\"1st Dan\"", with: "5,\"sessions\":1e40").replacingOccurrences(of: "\"app\":\"dojang\"", with: "\"app\":5"))', 'box', 7);",
            .same(unreadable), superuser: false),
        .init(
            .zoe, "SELECT take_part('1' || lpad(i::text, 3, '0') || '-01', '{}') FROM generate_series(1, 100) i;",
            .state("KC007"), superuser: false),
        .init(
            .zoe,
            "SELECT send_suggestion('dojang', jsonb_build_object('id', 's' || i, 'title', 't', 'description', 'x', 'submittedAt', now()), 'box', 100 + i) FROM generate_series(1, 100) i;",
            .state("KC007"), superuser: false),
    ]
}
