import TestSupport

/// Attacks of participants, developers and strangers with psql, by aim.
enum PolicyProbes {
    static let all: [(aim: String, probes: [PolicyProbe])] = [
        ("read others' feedback", reading), ("read notes", notes), ("forge an answer", answers),
        ("vote for another", voting),
        ("vote twice", twice), ("raise a count", counts), ("edit a released item", released), ("see voters", voters),
        ("escalate by SET ROLE", roles), ("escalate by search_path", paths), ("escalate by a function", functions),
        ("escalate by a view", views), ("through COPY and files", copies), ("through error texts", errors),
        ("by timing stamps", stamps), ("enrol a hundred times", enrolling), ("drop a policy", policies),
        ("by locks and side effects", sideways), ("spoil it for everybody", spoiling),
    ]

    private static let reading: [PolicyProbe] = [
        .init(.zoe, "SELECT * FROM feedback;", .state("42501")),
        .init(.zoe, "SELECT body FROM feedback WHERE id = 'f-mina';", .state("42501")),
        .init(.zoe, "SELECT * FROM answers;", .state("42501")),
        .init(.zoe, "SELECT * FROM told;", .state("42501")),
        .init(.zoe, "SELECT record FROM own_feedback;", .nothing, superuser: false),
        .init(.zoe, "SELECT * FROM words;", .nothing),
        .init(.zoe, "SELECT * FROM desk_feedback;", .state("42501")),
        .init(.zoe, "PREPARE p AS SELECT * FROM feedback; EXECUTE p; DEALLOCATE p;", .state("42501")),
        .init(
            .zoe,
            "SELECT most_common_vals, histogram_bounds FROM pg_stats WHERE tablename = 'feedback' AND attname = 'author';",
            .nothing),
        .init(.zoe, "SELECT * FROM pg_statistic;", .state("42501")),
        .init(.zoe, "SELECT * FROM members;", .state("42501")),
        .init(.stranger, "SELECT * FROM feedback;", .state("42501")),
        .init(.stranger, "SELECT * FROM roadmap;", .state("42501")),
        .init(.stranger, "SELECT cast_vote('dojang', 'video');", .state("42501"), superuser: false),
    ]

    private static let notes: [PolicyProbe] = [
        .init(.mina, "SELECT * FROM triage;", .state("42501")),
        .init(.mina, "SELECT tags, severity FROM triage WHERE feedback = 'f-mina';", .state("42501")),
        .init(.zoe, "SELECT notes FROM suggestion_notes;", .state("42501")),
        .init(.mina, "SELECT record FROM desk_ideas;", .state("42501")),
        .init(.mina, "SELECT record FROM own_feedback;", .without(ProbeFixture.note)),
        .init(.mina, "SELECT record FROM ideas;", .without(ProbeFixture.note)),
        .init(.zoe, "SELECT * FROM audit;", .state("42501")),
        .init(.zoe, "SELECT * FROM blocks;", .state("42501")),
    ]

    private static let answered = "SELECT coalesce(string_agg(feedback || body || status, ','), 'none') FROM answers;"

    private static let answers: [PolicyProbe] = [
        .init(
            .mina,
            "INSERT INTO answers VALUES ('dojang', 'f-mina', 'Fixed', now(), 'Implemented', 'v9', current_date);",
            .state("42501")),
        .init(.mina, "UPDATE answers SET body = 'Fixed';", .state("42501")),
        .init(
            .mina, "SELECT answer_feedback('dojang', 'f-mina', 'Fixed', 'Implemented', 'v9');", .state("42501"),
            superuser: false),
        .init(.mina, "UPDATE own_feedback SET status = 'Implemented';", .state("55000"), superuser: false),
        .init(
            .mina,
            "SELECT send_feedback('dojang', '\(ProbeFixture.feedback("f-forged", "x", more: ",\"developerResponse\":\"Fixed\",\"responseStatus\":\"Implemented\""))', 'box', 9);",
            .same(answered), superuser: false),
    ]

    static let votes = "SELECT count(*) || ' votes, ' || (SELECT sum(votes) FROM tallies) || ' counted' FROM votes;"

    private static let voting: [PolicyProbe] = [
        .init(
            .mina, "INSERT INTO votes (app, item, voter) VALUES ('dojang', 'video', sha256('zoe'));", .state("42501")),
        .init(
            .mina,
            "INSERT INTO votes (app, item, voter) VALUES ('dojang', 'video', 'x') ON CONFLICT (app, item, voter) DO UPDATE SET day = now();",
            .state("42501")),
        .init(.mina, "SELECT named('item', 'video', ':zoe');", .state("42501")),
        .init(.mina, "DELETE FROM votes;", .state("42501")),
        .init(.mina, "SET SESSION AUTHORIZATION :zoe;", .state("42501")),
        .init(.mina, "ALTER ROLE :zoe PASSWORD 'known';", .state("42501")),
        .init(.mina, "SET ROLE :zoe;", .state("42501")),
        .init(.anna, "SET ROLE :zoe;", .state("42501")),
        .init(
            .anna, "SELECT make_login(':zoe', \(ProbeFixture.anyVerifier), 'participant');", .state("42501"),
            superuser: false
        ),
    ]

    private static let twice: [PolicyProbe] = [
        .init(
            .mina, "SELECT cast_vote('dojang', 'video') FROM generate_series(1, 100);", .same(votes), superuser: false),
        .init(
            .mina,
            "BEGIN; SELECT cast_vote('dojang', 'video', false); SELECT cast_vote('dojang', 'video'); SELECT cast_vote('dojang', 'video'); COMMIT;",
            .same(votes), superuser: false),
        .init(.mina, "BEGIN; SELECT cast_vote('dojang', 'video', false); ROLLBACK;", .same(votes), superuser: false),
        .init(.mina, "SELECT cast_vote('*', 'video');", .state("KC004"), superuser: false),
        .init(.mina, "SELECT cast_vote('DOJANG', 'video');", .state("KC004"), superuser: false),
        .init(
            .mina, "SET ROLE commonplace_participant; SELECT cast_vote('dojang', 'video');", .same(votes),
            superuser: false),
    ]

    private static let counts: [PolicyProbe] = [
        .init(.mina, "UPDATE tallies SET votes = 1000;", .state("42501")),
        .init(.mina, "INSERT INTO tallies VALUES ('dojang', 'video', 99, 1000);", .state("42501")),
        .init(.mina, "SELECT count_votes('dojang', 'video', 1000);", .state("42501")),
        .init(.anna, "UPDATE tallies SET votes = 1000;", .state("42501")),
        .init(
            .anna, "INSERT INTO suggestion_votes (app, suggestion, voter) VALUES ('dojang', 's-mina', 'x');",
            .state("42501")),
    ]

    static let itemsNow = "SELECT string_agg(id || title || status || priority, ',' ORDER BY id) FROM items;"

    private static let released: [PolicyProbe] = [
        .init(.mina, "UPDATE items SET title = 'Mine' WHERE id = 'old';", .state("42501")),
        .init(.mina, "UPDATE items SET title = 'Mine' RETURNING title;", .state("42501")),
        .init(
            .mina, "SELECT keep_item('\(ProbeFixture.item("old", "Planned"))', 'dojang');", .state("42501"),
            superuser: false),
        .init(.mina, "SELECT cast_vote('dojang', 'old');", .state("KC005"), superuser: false),
        .init(.mina, "SELECT cast_vote('dojang', 'old', false);", .state("KC005"), superuser: false),
        .init(.anna, "UPDATE items SET status = 'Planned' WHERE id = 'old';", .state("42501")),
        .init(.zoe, "DELETE FROM items;", .state("42501")),
        .init(.zoe, "SELECT withdraw_suggestion('dojang', 's-mina', 'box', 3);", .state("KC001"), superuser: false),
    ]

    private static let voters: [PolicyProbe] = [
        .init(.mina, "SELECT * FROM votes;", .state("42501")),
        .init(.anna, "SELECT * FROM votes;", .state("42501")),
        .init(.anna, "SELECT * FROM suggestion_votes;", .state("42501")),
        .init(.anna, "SELECT * FROM secrets;", .state("42501")),
        .init(.anna, "SELECT name FROM turnout;", .state("42501")),
        .init(.anna, "SELECT slot FROM tallies;", .state("42501")),
        .init(.anna, "SELECT author FROM members;", .state("42501")),
        .init(.anna, "SELECT * FROM ledger;", .state("42501")),
        .init(.zoe, "SELECT * FROM own_votes();", .nothing, superuser: false),
        .init(
            .anna,
            "SELECT most_common_vals::text, histogram_bounds::text FROM pg_stats WHERE tablename = 'votes' AND attname = 'voter';",
            .nothing, superuser: false),
    ]

    private static let roles: [PolicyProbe] =
        ["commonplace_owner", "commonplace_registrar", "commonplace_developer", "postgres", "pg_read_all_data"].map {
            .init(.mina, "SET ROLE \($0);", .state("42501"))
        } + [
            .init(.anna, "SET ROLE commonplace_owner;", .state("42501")),
            .init(.mina, "ALTER ROLE :mina CREATEROLE;", .state("42501")),
            .init(.mina, "ALTER ROLE :mina BYPASSRLS;", .state("42501")),
            .init(.mina, "ALTER ROLE :mina SUPERUSER;", .state("42501")),
            .init(.mina, "ALTER ROLE :mina CONNECTION LIMIT 1000;", .state("42501")),
            .init(.mina, "GRANT commonplace_developer TO :mina;", .state("42501")),
            .init(.anna, "GRANT commonplace_developer TO :zoe;", .state("42501")),
            .init(.mina, "SET SESSION AUTHORIZATION postgres;", .state("42501")),
            .init(.mina, "CREATE ROLE other LOGIN;", .state("42501")),
            .init(.zoe, "SET row_security = off; SELECT app, id, author FROM words;", .state("42501")),
            .init(.stranger, "SET ROLE commonplace_participant;", .state("42501")),
        ]

    private static let paths: [PolicyProbe] = [
        .init(.mina, "CREATE TEMP TABLE members (app text, member text, kind text);", .state("42501")),
        .init(.mina, "CREATE TEMP VIEW limits AS SELECT 'feedback' AS name, 1000000 AS most;", .state("42501")),
        .init(.mina, "CREATE SCHEMA mine;", .state("42501")),
        .init(.mina, "CREATE TABLE public.members (app text);", .state("42501")),
        .init(.mina, "CREATE TABLE commonplace_community.mine (app text);", .state("42501")),
        .init(
            .mina, "CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql AS 'SELECT NULL::timestamptz';",
            .state("42501")
        ),
        .init(.mina, "CREATE OPERATOR public.= (LEFTARG = text, RIGHTARG = text, FUNCTION = textne);", .state("42501")),
        .init(
            .mina, "SET search_path = pg_temp, public; SELECT commonplace_community.cast_vote('dojang', 'old');",
            .state("KC005"),
            superuser: false),
        .init(.zoe, "SET search_path = ''; SELECT app, id, author FROM commonplace_community.words;", .nothing),
    ]

    private static let functions: [PolicyProbe] = [
        .init(
            .mina,
            "CREATE FUNCTION pg_temp.leak(text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS 'BEGIN RAISE NOTICE ''%'', $1; RETURN true; END';",
            .state("42501")),
        .init(.mina, "DO 'BEGIN PERFORM 1; END';", .state("42501"), takesSuperuser: true),
        .init(
            .mina, "SELECT make_login('cp_000000000000000000000000', \(ProbeFixture.anyVerifier), 'developer');",
            .state("42501")),
        .init(.mina, "SELECT end_login(':zoe');", .state("42501")),
        .init(.mina, "SELECT sweep_logins();", .state("42501")),
        .init(.mina, "SELECT drop_suggestion('dojang', 's-mina');", .state("42501")),
        .init(.mina, "SELECT invite('*', 'developer', 'me', 1, null);", .state("42501"), superuser: false),
        .init(
            .mina, "SELECT query_to_xml('SELECT * FROM commonplace_community.votes', true, true, '');", .state("42501")),
        .init(.mina, "SELECT answering('*', 'x', 'y');", .state("42501"), superuser: false),
        .init(.mina, "SELECT accepted('dojang', 'feedback', 'box', 99);", .state("42501"), superuser: false),
        // Functions that reveal their argument in an error: the policy filters rows before they
        // run.
        .init(.zoe, "SELECT 1 / (length(author) - length(author)) FROM words;", .nothing, superuser: false),
        .init(.zoe, "SELECT id FROM words WHERE author::integer > 0;", .nothing, superuser: false),
        .init(
            .zoe, "SELECT id FROM words WHERE 1 / (length(author) - length(author)) > 0;", .nothing, superuser: false),
    ]

    private static let views: [PolicyProbe] = [
        .init(.mina, "CREATE VIEW public.mine AS SELECT 1;", .state("42501")),
        .init(.mina, "CREATE VIEW commonplace_community.mine AS SELECT * FROM votes;", .state("42501")),
        .init(.mina, "ALTER VIEW own_feedback SET (security_invoker = false);", .state("42501")),
        .init(
            .mina, "CREATE OR REPLACE RULE mine AS ON INSERT TO own_feedback DO INSTEAD DELETE FROM votes;",
            .state("42501")),
        .init(.zoe, "SELECT * FROM insights;", .nothing, superuser: false),
        .init(
            .zoe,
            "EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, COSTS OFF) SELECT * FROM insights WHERE label = '1st Dan';",
            .without("Removed by Filter"), superuser: false),
        .init(.mina, "CREATE MATERIALIZED VIEW public.mine AS SELECT * FROM votes;", .state("42501")),
        .init(
            .mina, "CREATE TRIGGER mine BEFORE INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION refuse();",
            .state("42501")),
    ]

    private static let copies: [PolicyProbe] = [
        .init(.zoe, "COPY words TO STDOUT;", .nothing),
        .init(.zoe, "COPY feedback TO STDOUT;", .state("42501")),
        .init(.zoe, "COPY votes TO STDOUT;", .state("42501")),
        .init(.zoe, "COPY answers FROM STDIN;\n\\.", .state("42501")),
        .init(.zoe, "COPY (SELECT 1) TO PROGRAM 'cat';", .state("42501")),
        .init(.zoe, "COPY (SELECT 1) TO '/tmp/commonplace-probe';", .state("42501"), superuser: false),
        .init(.zoe, "COPY items FROM '/etc/passwd';", .state("42501"), superuser: false),
        .init(.zoe, "SELECT pg_read_file('PG_VERSION');", .state("42501")),
        .init(.zoe, "SELECT pg_ls_dir('.');", .state("42501")),
        .init(.zoe, "SELECT lo_import('/etc/hostname');", .state("42501")),
        .init(.zoe, "SELECT lo_creat(-1);", .state("42501"), takesSuperuser: true),
        .init(.zoe, "CREATE EXTENSION dblink;", .state("42501"), superuser: false),
        .init(.zoe, "SHOW config_file;", .state("42501")),
        .init(.zoe, "SELECT rolpassword FROM pg_authid;", .state("42501")),
    ]

    private static let errors: [PolicyProbe] = [
        .init(
            .zoe, "SELECT send_feedback('dojang', '\(ProbeFixture.feedback("f-mina", "mine now"))', 'box', 1);",
            .state("KC008"),
            superuser: false),
        .init(
            .zoe, "SELECT send_feedback('dojang', '{\"id\":\"f-mina\"}', 'box', 2);", .without(ProbeFixture.secret),
            superuser: false),
        .init(
            .zoe,
            "SELECT send_feedback('dojang', '\(ProbeFixture.feedback("f-zoe", "x").replacingOccurrences(of: "Bug", with: "Bogus"))', 'box', 3);",
            .without("Failing row"), superuser: false),
        .init(.zoe, "SELECT cast_vote('dojang', 'nothing like it');", .state("KC004"), superuser: false),
        .init(.zoe, "SELECT cast_vote('other', 'video');", .state("KC004"), superuser: false),
        .init(.zoe, "SELECT withdraw_suggestion('dojang', 's-mina', 'box', 4);", .state("KC001"), superuser: false),
        .init(.zoe, "SELECT id::integer FROM words;", .nothing, superuser: false),
        .init(.zoe, "SELECT current_setting('commonplace.nothing');", .state("42704"), superuser: false),
    ]

    private static let explain = "EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, COSTS OFF) "

    private static let stamps: [PolicyProbe] = [
        .init(.zoe, "SELECT xmin FROM items;", .state("42501")),
        .init(.zoe, "SELECT ctid FROM tallies;", .state("42501")),
        .init(.zoe, "SELECT ctid FROM items;", .state("42501")),
        .init(.anna, "SELECT xmin FROM tallies;", .state("42501")),
        .init(.zoe, "SELECT day FROM votes;", .state("42501")),
        .init(.anna, "SELECT id FROM audit;", .state("42501")),
        .init(.zoe, "SELECT * FROM pg_stat_activity;", .state("42501"), takesSuperuser: true),
        .init(.zoe, "SELECT * FROM pg_stat_get_activity(NULL);", .state("42501"), takesSuperuser: true),
        .init(
            .zoe, "SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'votes';", .state("42501"),
            takesSuperuser: true),
        .init(.zoe, "SELECT * FROM pg_locks;", .state("42501"), takesSuperuser: true),
        .init(.zoe, "SELECT pg_xact_commit_timestamp('3');", .state("55000"), superuser: false),
        .init(
            .zoe,
            "SET enable_seqscan = off; " + explain
                + "SELECT * FROM own_feedback WHERE app = 'dojang' AND written_at > '2026-01-01';",
            .without("Removed by Filter"), superuser: false),
        .init(
            .zoe,
            explain + "SELECT 1 FROM feedback WHERE app = 'dojang' AND id > 'f' AND id < 'g';", .state("42501")),
        .init(
            .zoe,
            explain + "SELECT 1 FROM answers WHERE app = 'dojang' AND feedback > 'f' AND feedback < 'g';",
            .state("42501")),
    ]

    private static let members = "SELECT count(*) FROM members;"

    private static func enrolling(_ code: String) -> String {
        """
        SELECT knock(\(code)) FROM generate_series(1, 100) i;
        SELECT outcome FROM generate_series(1, 100) i, enrol(\(code), rpad('probe' || i, 26, 'x'), \(ProbeFixture.anyVerifier));
        """
    }

    private static let enrolling: [PolicyProbe] = [
        .init(.stranger, enrolling("'guess' || i"), .same(members), superuser: false),
        .init(
            .stranger,
            "SELECT knock('people'); SELECT * FROM enrol('people', repeat('m', 26), \(ProbeFixture.anyVerifier));",
            .same(members), superuser: false),
        .init(
            .stranger,
            "BEGIN; SELECT knock('people'); SELECT * FROM enrol('people', repeat('n', 26), \(ProbeFixture.anyVerifier));",
            .same(members), superuser: false),
        .init(.stranger, "SELECT * FROM attempts;", .state("42501")),
        .init(.mina, "SELECT desk_channel();", .state("42501"), superuser: false),
        .init(.stranger, "SELECT * FROM census();", .state("42501"), superuser: false),
        .init(.mina, "SELECT * FROM forgotten();", .state("42501"), superuser: false),
        .init(.mina, "SELECT * FROM forget_again(ARRAY[repeat('0', 64)]);", .state("42501"), superuser: false),
        .init(.anna, "SELECT forget(':mina');", .state("42501"), superuser: false),
        .init(
            .mina, "SELECT * FROM enrol('people', repeat('n', 26), \(ProbeFixture.anyVerifier));", .state("42501"),
            superuser: false),
        .init(
            .mina,
            "INSERT INTO members (app, member, kind, author) VALUES ('*', ':mina', 'developer', repeat('q', 26));",
            .state("42501"), superuser: false),
        .init(.stranger, "UPDATE limits SET most = 1000000;", .state("42501")),
        .init(.stranger, "SELECT * FROM invitations;", .state("42501")),
        .init(.anna, "SELECT * FROM invitations;", .state("42501")),
    ]
}
