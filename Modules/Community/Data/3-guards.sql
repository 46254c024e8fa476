-- Who sees what. Nobody but the owner writes a table: everything is done by the functions of the next two files, and these say who may.
SET LOCAL search_path = commonplace_community;

-- Who asks is whoever logged in: SET ROLE does not change that.

-- The apps that somebody takes part in, or answers for.
CREATE FUNCTION apps_of(wanted text) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT coalesce(array_agg(app), '{}') FROM members
    WHERE member = session_user AND revoked_on IS NULL AND (wanted = 'any' OR kind = wanted)
$$;

-- The names under which they write.
CREATE FUNCTION own_names() RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT coalesce(array_agg(DISTINCT author), '{}') FROM members WHERE member = session_user AND revoked_on IS NULL
$$;

-- Whether these apps hold this one: whoever is in all is in each.
CREATE FUNCTION hold(apps text[], one text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT apps OPERATOR(pg_catalog.&&) ARRAY[one, '*']
$$;

-- The same, and what belongs to all apps is everybody's.
CREATE FUNCTION meet(apps text[], one text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT apps OPERATOR(pg_catalog.&&) ARRAY[one, '*'] OR one OPERATOR(pg_catalog.=) '*' AND pg_catalog.cardinality(apps) OPERATOR(pg_catalog.>) 0
$$;

-- An instant as all programs of this house write it.
CREATE FUNCTION iso(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT pg_catalog.to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

DO $$
DECLARE
    one text;
BEGIN
    FOR one IN SELECT tablename FROM pg_tables WHERE schemaname = 'commonplace_community' LOOP
        EXECUTE format('ALTER TABLE commonplace_community.%I OWNER TO commonplace_owner', one);
        EXECUTE format('ALTER TABLE commonplace_community.%I ENABLE ROW LEVEL SECURITY', one);
        EXECUTE format('ALTER TABLE commonplace_community.%I FORCE ROW LEVEL SECURITY', one);
        EXECUTE format('REVOKE ALL ON commonplace_community.%I FROM PUBLIC', one);
        IF one <> 'audit' THEN
            EXECUTE format('CREATE POLICY deciding ON commonplace_community.%I TO commonplace_owner USING (true) WITH CHECK (true)',
                           one);
        END IF;
    END LOOP;
END
$$;

-- What developers did is added and read. Not even the owner changes a line: there is no policy for it, and a trigger says no besides.
CREATE POLICY adding ON audit FOR INSERT TO commonplace_owner WITH CHECK (true);
CREATE POLICY looking ON audit FOR SELECT TO commonplace_owner USING (true);
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'the audit is only added to' USING ERRCODE = 'KC001';
END
$$;
CREATE TRIGGER only_added BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse();
ALTER TABLE audit ENABLE ALWAYS TRIGGER only_added;
ALTER TABLE audit ENABLE ALWAYS TRIGGER never_emptied;

-- Rows. Each policy asks the app first.
CREATE POLICY everybody ON charter FOR SELECT TO commonplace_participant, commonplace_developer, commonplace_door USING (true);
CREATE POLICY own ON feedback FOR SELECT TO commonplace_participant, commonplace_developer
    USING (hold((SELECT apps_of('any')), app) AND author = ANY ((SELECT own_names())::text[]));
CREATE POLICY desk ON feedback FOR SELECT TO commonplace_developer USING (hold((SELECT apps_of('developer')), app));
-- A feedback that somebody sees they see with its answer.
CREATE POLICY own ON answers FOR SELECT TO commonplace_participant, commonplace_developer
    USING (EXISTS (SELECT FROM feedback f WHERE f.app = answers.app AND f.id = answers.feedback));
CREATE POLICY desk ON triage FOR SELECT TO commonplace_developer USING (hold((SELECT apps_of('developer')), app));
CREATE POLICY everybody ON items FOR SELECT TO commonplace_participant, commonplace_developer
    USING (meet((SELECT apps_of('any')), app));
CREATE POLICY everybody ON tallies FOR SELECT TO commonplace_participant, commonplace_developer
    USING (meet((SELECT apps_of('any')), app));
CREATE POLICY own ON words FOR SELECT TO commonplace_participant, commonplace_developer
    USING (hold((SELECT apps_of('any')), app) AND author = ANY ((SELECT own_names())::text[]));
CREATE POLICY desk ON words FOR SELECT TO commonplace_developer USING (hold((SELECT apps_of('developer')), app));
CREATE POLICY shown ON suggestions FOR SELECT TO commonplace_participant, commonplace_developer
    USING (meet((SELECT apps_of('any')), app)
           AND (hidden_because IS NULL
                OR EXISTS (SELECT FROM words w WHERE w.app = suggestions.app AND w.kind = 'suggestion' AND w.id = suggestions.id)));
CREATE POLICY desk ON suggestions FOR SELECT TO commonplace_developer USING (hold((SELECT apps_of('developer')), app));
CREATE POLICY desk ON suggestion_notes FOR SELECT TO commonplace_developer USING (hold((SELECT apps_of('developer')), app));
-- What is announced is shown in its time, by the server's clock.
CREATE POLICY shown ON announcements FOR SELECT TO commonplace_participant, commonplace_developer
    USING (meet((SELECT apps_of('any')), app) AND posted_at <= now() AND (expires_at IS NULL OR expires_at > now()));
CREATE POLICY desk ON announcements FOR SELECT TO commonplace_developer USING (hold((SELECT apps_of('developer')), app));
CREATE POLICY desk ON blocks FOR SELECT TO commonplace_developer USING (hold((SELECT apps_of('developer')), app));
CREATE POLICY desk ON turnout FOR SELECT TO commonplace_developer USING (hold((SELECT apps_of('developer')), app));
CREATE POLICY desk ON audit FOR SELECT TO commonplace_developer USING (hold((SELECT apps_of('developer')), app));
CREATE POLICY desk ON members FOR SELECT TO commonplace_developer
    USING (kind = 'developer' AND hold((SELECT apps_of('developer')), app));

-- Columns. They are named one by one: whoever may read a whole table may read its hidden columns too, and with them which line was written
-- behind which.
GRANT SELECT (app, community, version, founded_on) ON charter TO commonplace_participant, commonplace_developer, commonplace_door;
-- Feedback people read by a function alone: a policy hides lines, and EXPLAIN ANALYZE counts those that it hid, by any index that there is.
GRANT SELECT (app, id, author, category, body, written_at, device, usage, hidden_because) ON feedback TO commonplace_developer;
GRANT SELECT (app, feedback, body, answered_at, status, target, resolved_on) ON answers TO commonplace_developer;
GRANT SELECT (app, feedback, tags, severity, same_as) ON triage TO commonplace_developer;
GRANT SELECT (app, id, title, body, priority, promised, status, category, icon, state, created_at, closes_at) ON items
    TO commonplace_participant, commonplace_developer;
GRANT SELECT (app, item, votes) ON tallies TO commonplace_participant, commonplace_developer;
GRANT SELECT (app, kind, id, author) ON words TO commonplace_participant, commonplace_developer;
GRANT SELECT (app, id, title, body, submitted_at, status, promoted_to, promoted_at, merged_into, decided_at, hidden_because)
    ON suggestions TO commonplace_participant, commonplace_developer;
GRANT SELECT (app, suggestion, notes) ON suggestion_notes TO commonplace_developer;
GRANT SELECT (app, id, title, message, posted_at, expires_at, category, version) ON announcements
    TO commonplace_participant, commonplace_developer;
GRANT SELECT (app, author, reason, since) ON blocks TO commonplace_developer;
GRANT SELECT (app, month, deeds) ON turnout TO commonplace_developer;
GRANT SELECT (app, at, member, deed, subject) ON audit TO commonplace_developer;
GRANT SELECT (app, member, kind, label, enrolled_on, revoked_on) ON members TO commonplace_developer;
