-- What people do. Each function runs with the owner's rights, asks first who logged in, and finds names in this schema alone.
-- What they refuse: KC001 not allowed, KC002 blocked, KC003 forgotten, KC004 not there, KC005 closed, KC006 decided already, KC007 too many,
-- KC008 the id is used, KC009 with itself.
SET LOCAL search_path = commonplace_community;

-- The words in which an app reads a record. This view is for developers.
CREATE VIEW told WITH (security_invoker = true) AS
SELECT f.app, f.id, f.author, f.written_at, coalesce(a.status, 'Pending') AS status,
    jsonb_strip_nulls(jsonb_build_object(
        'id', f.id, 'author', f.author, 'category', f.category, 'text', f.body, 'timestamp', iso(f.written_at), 'device', f.device,
        'usage', f.usage, 'developerResponse', a.body, 'responseTimestamp', iso(a.answered_at),
        'responseStatus', coalesce(a.status, 'Pending'), 'targetVersion', a.target, 'tags', '[]'::jsonb,
        'hiddenBecause', f.hidden_because)) AS record
FROM feedback f LEFT JOIN answers a ON a.app = f.app AND a.feedback = f.id;

CREATE FUNCTION own_told() RETURNS TABLE (app text, id text, author text, written_at timestamptz, status text, record jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT t.app, t.id, t.author, t.written_at, t.status, t.record FROM told t
    WHERE hold((SELECT apps_of('any')), t.app) AND t.author = ANY ((SELECT own_names())::text[])
$$;
CREATE VIEW own_feedback WITH (security_invoker = true) AS SELECT * FROM own_told();

CREATE VIEW roadmap WITH (security_invoker = true) AS
SELECT i.app, i.id, i.priority, i.created_at, coalesce(t.votes, 0) AS votes,
    jsonb_strip_nulls(jsonb_build_object(
        'id', i.id, 'title', i.title, 'description', i.body, 'priority', i.priority, 'estimatedRelease', i.promised,
        'status', i.status, 'category', i.category, 'icon', i.icon, 'createdAt', iso(i.created_at), 'app', nullif(i.app, '*'),
        'wordsOf', w.author) || i.state) AS record
FROM items i
    LEFT JOIN (SELECT app, item, sum(votes)::bigint AS votes FROM tallies GROUP BY app, item) t ON t.app = i.app AND t.item = i.id
    LEFT JOIN words w ON w.app = i.app AND w.kind = 'item' AND w.id = i.id;

CREATE VIEW ideas WITH (security_invoker = true) AS
SELECT s.app, s.id, s.submitted_at, s.status, coalesce(w.author, '') AS author,
    jsonb_strip_nulls(jsonb_build_object(
        'id', s.id, 'title', s.title, 'description', s.body, 'author', coalesce(w.author, ''), 'submittedAt', iso(s.submitted_at),
        'app', nullif(s.app, '*'), 'status', s.status, 'promotedToRoadmapID', s.promoted_to, 'promotedAt', iso(s.promoted_at),
        'mergedInto', s.merged_into, 'decidedAt', iso(s.decided_at), 'hiddenBecause', s.hidden_because)) AS record
FROM suggestions s LEFT JOIN words w ON w.app = s.app AND w.kind = 'suggestion' AND w.id = s.id;

CREATE VIEW news WITH (security_invoker = true) AS
SELECT app, id, posted_at, jsonb_strip_nulls(jsonb_build_object(
    'id', id, 'title', title, 'message', message, 'postedAt', iso(posted_at), 'expiresAt', iso(expires_at), 'category', category,
    'targetVersion', version, 'app', nullif(app, '*'))) AS record
FROM announcements;

-- Shares of people, each by what they said last; groups of five and more. It is the only way to what others said, and nothing but counts
-- comes out: of a function EXPLAIN tells neither the groups that are left out nor how many lines it read.
CREATE FUNCTION shares() RETURNS TABLE (kind text, label text, people bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT g.kind, g.label, count(*)
    FROM (
        SELECT DISTINCT ON (f.author) f.usage FROM feedback f
        WHERE meet((SELECT apps_of('any')), f.app) AND f.usage IS NOT NULL AND f.hidden_because IS NULL
        ORDER BY f.author, f.written_at DESC, f.id
    ) last, LATERAL (VALUES ('belt', last.usage ->> 'belt'), ('mode', last.usage ->> 'mode'), ('feature', last.usage ->> 'feature'))
        g (kind, label)
    WHERE g.label IS NOT NULL
    GROUP BY g.kind, g.label
    HAVING count(*) >= 5
$$;
CREATE VIEW insights WITH (security_invoker = true) AS SELECT * FROM shares();

-- How much feedback came to something: a number for everybody, no words.
CREATE FUNCTION came_of_it() RETURNS TABLE (app text, feedback bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT a.app, count(*) FROM answers a WHERE a.status = 'Implemented' AND meet((SELECT apps_of('any')), a.app) GROUP BY a.app
$$;
CREATE VIEW implemented WITH (security_invoker = true) AS SELECT * FROM came_of_it();

-- HMAC-SHA-256 of some words, under the key that only these functions read.
CREATE FUNCTION named(VARIADIC parts text[]) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT sha256(outer_key || sha256(inner_key || convert_to(to_jsonb(parts)::text, 'UTF8'))) FROM secrets
$$;

-- Under which name whoever asks takes part in an app.
CREATE FUNCTION asking(wanted text, is_adding boolean) RETURNS text LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    known text;
BEGIN
    SELECT m.author INTO known FROM members m
    WHERE m.member = session_user AND m.revoked_on IS NULL AND (m.app IN (wanted, '*') OR wanted = '*' AND NOT is_adding)
    ORDER BY m.app DESC LIMIT 1;
    IF known IS NULL THEN RAISE EXCEPTION 'not allowed' USING ERRCODE = 'KC001'; END IF;
    IF is_adding AND EXISTS (SELECT FROM blocks b WHERE b.author = known AND b.app IN (wanted, '*')) THEN
        RAISE EXCEPTION 'blocked' USING ERRCODE = 'KC002';
    END IF;
    RETURN known;
END
$$;

-- Takes one of an allowance.
CREATE FUNCTION spend(wanted text, what text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    spent integer;
BEGIN
    INSERT INTO allowances AS a (app, member, deed) VALUES (wanted, session_user, what)
    ON CONFLICT (app, member, deed, day) DO UPDATE SET used = a.used + 1 RETURNING used INTO spent;
    IF spent > (SELECT most FROM limits WHERE name = what) THEN
        RAISE EXCEPTION 'too many' USING ERRCODE = 'KC007';
    END IF;
    DELETE FROM allowances a WHERE a.app = wanted AND a.member = session_user AND a.day < current_date;
END
$$;

-- Takes a number of an outbox once, and one of an allowance; null when it was taken before.
CREATE FUNCTION accepted(wanted text, what text, box text, n bigint) RETURNS text LANGUAGE plpgsql
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    known text := asking(wanted, what <> 'withdrawal');
BEGIN
    INSERT INTO ledger AS l (app, member, outbox, number) VALUES (wanted, session_user, box, n)
    ON CONFLICT (app, member, outbox) DO UPDATE SET number = excluded.number WHERE l.number < excluded.number;
    IF NOT FOUND THEN RETURN NULL; END IF;
    PERFORM spend(wanted, what);
    RETURN known;
END
$$;

-- What is sent along, so that every app can read it: what is known has its type, and the rest stays as it came.
CREATE FUNCTION readable_device(sent jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN jsonb_typeof(sent) = 'object' THEN sent ELSE '{}' END || jsonb_build_object(
        'app', coalesce(sent ->> 'app', ''), 'appVersion', coalesce(sent ->> 'appVersion', ''),
        'system', coalesce(sent ->> 'system', ''), 'machine', coalesce(sent ->> 'machine', ''))
$$;
CREATE FUNCTION readable_usage(sent jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN jsonb_typeof(sent) = 'object' THEN (sent - ARRAY['belt', 'mode', 'feature', 'sessions']) || jsonb_strip_nulls(
        jsonb_build_object('belt', sent ->> 'belt', 'mode', sent ->> 'mode', 'feature', sent ->> 'feature',
            'sessions', CASE WHEN sent ->> 'sessions' ~ '^\d{1,9}$' THEN (sent ->> 'sessions')::integer END)) END
$$;

CREATE FUNCTION send_feedback(p_app text, p_record jsonb, p_outbox text, p_number bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    known text := asking(p_app, true);
    other text := (SELECT f.author FROM feedback f WHERE f.app = p_app AND f.id = p_record ->> 'id');
BEGIN
    IF other = known THEN RETURN false; END IF;
    IF accepted(p_app, 'feedback', p_outbox, p_number) IS NULL THEN RETURN false; END IF;
    IF other IS NOT NULL THEN RAISE EXCEPTION 'the id is used' USING ERRCODE = 'KC008'; END IF;
    INSERT INTO feedback (app, id, author, category, body, written_at, device, usage)
    VALUES (p_app, p_record ->> 'id', known, p_record ->> 'category', p_record ->> 'text',
            (p_record ->> 'timestamp')::timestamptz, readable_device(p_record -> 'device'), readable_usage(p_record -> 'usage'));
    RETURN true;
END
$$;

CREATE FUNCTION send_suggestion(p_app text, p_record jsonb, p_outbox text, p_number bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    known text := asking(p_app, true);
    is_there boolean := EXISTS (SELECT FROM suggestions s WHERE s.app = p_app AND s.id = p_record ->> 'id');
BEGIN
    IF is_there AND EXISTS (SELECT FROM words w WHERE w.app = p_app AND w.kind = 'suggestion' AND w.id = p_record ->> 'id'
                            AND w.author = known) THEN
        RETURN false;
    END IF;
    IF accepted(p_app, 'suggestion', p_outbox, p_number) IS NULL THEN RETURN false; END IF;
    IF is_there THEN RAISE EXCEPTION 'the id is used' USING ERRCODE = 'KC008'; END IF;
    INSERT INTO suggestions (app, id, title, body, submitted_at)
    VALUES (p_app, p_record ->> 'id', p_record ->> 'title', p_record ->> 'description',
            (p_record ->> 'submittedAt')::timestamptz);
    INSERT INTO words (app, kind, id, author) VALUES (p_app, 'suggestion', p_record ->> 'id', known);
    RETURN true;
END
$$;

-- The suggestion that votes for this one count for.
CREATE FUNCTION root_of(p_app text, p_id text) RETURNS text LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    place text := p_id;
    next text;
BEGIN
    FOR step IN 1..100 LOOP
        SELECT s.merged_into INTO next FROM suggestions s WHERE s.app = p_app AND s.id = place;
        EXIT WHEN next IS NULL;
        place := next;
    END LOOP;
    RETURN place;
END
$$;

-- A suggestion and everything that was merged into it.
CREATE FUNCTION family_of(p_app text, p_id text) RETURNS SETOF text LANGUAGE sql STABLE
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    WITH RECURSIVE family (id) AS (
        SELECT p_id UNION SELECT s.id FROM family f JOIN suggestions s ON s.app = p_app AND s.merged_into = f.id)
    SELECT id FROM family
$$;

-- Takes a suggestion away with its votes. What was merged into it goes where it went itself, or stands for itself again.
CREATE FUNCTION drop_suggestion(p_app text, p_id text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    target text := (SELECT s.merged_into FROM suggestions s WHERE s.app = p_app AND s.id = p_id);
BEGIN
    IF target IS NOT NULL THEN
        INSERT INTO suggestion_votes (app, suggestion, voter, day)
        SELECT v.app, root_of(p_app, p_id), v.voter, v.day FROM suggestion_votes v WHERE v.app = p_app AND v.suggestion = p_id
        ON CONFLICT DO NOTHING;
        UPDATE suggestions SET merged_into = target WHERE app = p_app AND merged_into = p_id;
    ELSE
        UPDATE suggestions SET merged_into = NULL, status = 'Pending', decided_at = NULL
        WHERE app = p_app AND merged_into = p_id;
    END IF;
    DELETE FROM words WHERE app = p_app AND kind = 'suggestion' AND id = p_id;
    DELETE FROM suggestions WHERE app = p_app AND id = p_id;
END
$$;

CREATE FUNCTION withdraw_suggestion(p_app text, p_id text, p_outbox text, p_number bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    known text := asking(p_app, false);
    state text := (SELECT s.status FROM suggestions s WHERE s.app = p_app AND s.id = p_id FOR UPDATE);
BEGIN
    IF state IS NULL THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
    IF NOT EXISTS (SELECT FROM words w WHERE w.app = p_app AND w.kind = 'suggestion' AND w.id = p_id AND w.author = known) THEN
        RAISE EXCEPTION 'not allowed' USING ERRCODE = 'KC001';
    END IF;
    IF state = 'AddedToRoadmap' THEN RAISE EXCEPTION 'decided' USING ERRCODE = 'KC006'; END IF;
    IF accepted(p_app, 'withdrawal', p_outbox, p_number) IS NULL THEN RETURN false; END IF;
    PERFORM drop_suggestion(p_app, p_id);
    RETURN true;
END
$$;

-- A vote for an item, or taking it back; whether that changed anything. No ledger, no allowance and no instant: there is one a person and item.
CREATE FUNCTION cast_vote(p_app text, p_item text, p_wanted boolean DEFAULT true) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    known text := asking(p_app, false);
    item items%ROWTYPE;
    name bytea := named('item', p_item, session_user);
    changed integer;
BEGIN
    SELECT * INTO item FROM items i WHERE i.app = p_app AND i.id = p_item;
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
    IF item.status = 'Released' OR item.closes_at <= now() THEN RAISE EXCEPTION 'closed' USING ERRCODE = 'KC005'; END IF;
    IF p_wanted THEN
        IF EXISTS (SELECT FROM blocks b WHERE b.author = known AND b.app IN (p_app, '*')) THEN
            RAISE EXCEPTION 'blocked' USING ERRCODE = 'KC002';
        END IF;
        INSERT INTO votes (app, item, voter) VALUES (p_app, p_item, name) ON CONFLICT DO NOTHING;
    ELSE
        DELETE FROM votes v WHERE v.app = p_app AND v.item = p_item AND v.voter = name;
    END IF;
    GET DIAGNOSTICS changed = ROW_COUNT;
    IF changed > 0 THEN PERFORM count_votes(p_app, p_item, CASE WHEN p_wanted THEN 1 ELSE -1 END); END IF;
    RETURN changed > 0;
END
$$;

CREATE FUNCTION count_votes(p_app text, p_item text, p_more integer) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    INSERT INTO tallies AS t (app, item, slot, votes) VALUES (p_app, p_item, floor(random() * 16)::smallint, p_more)
    ON CONFLICT (app, item, slot) DO UPDATE SET votes = t.votes + excluded.votes
$$;

-- The same for a suggestion. A vote goes to what it was merged into.
CREATE FUNCTION cast_upvote(p_app text, p_suggestion text, p_wanted boolean DEFAULT true) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    known text := asking(p_app, false);
    target text := root_of(p_app, p_suggestion);
    state text := (SELECT s.status FROM suggestions s WHERE s.app = p_app AND s.id = target);
    name bytea := named('suggestions', p_app, session_user);
    changed integer := 0;
BEGIN
    IF state IS NULL THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
    IF state NOT IN ('Pending', 'UnderReview') THEN RAISE EXCEPTION 'decided' USING ERRCODE = 'KC006'; END IF;
    IF NOT p_wanted THEN
        DELETE FROM suggestion_votes v WHERE v.app = p_app AND v.voter = name
            AND v.suggestion IN (SELECT family_of(p_app, target));
        GET DIAGNOSTICS changed = ROW_COUNT;
        RETURN changed > 0;
    END IF;
    IF EXISTS (SELECT FROM blocks b WHERE b.author = known AND b.app IN (p_app, '*')) THEN
        RAISE EXCEPTION 'blocked' USING ERRCODE = 'KC002';
    END IF;
    IF NOT EXISTS (SELECT FROM suggestion_votes v WHERE v.app = p_app AND v.voter = name
                   AND v.suggestion IN (SELECT family_of(p_app, target))) THEN
        INSERT INTO suggestion_votes (app, suggestion, voter) VALUES (p_app, target, name) ON CONFLICT DO NOTHING;
        GET DIAGNOSTICS changed = ROW_COUNT;
    END IF;
    RETURN changed > 0;
END
$$;

-- What whoever asks has voted for.
CREATE FUNCTION own_votes() RETURNS TABLE (app text, item text) LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT i.app, i.id FROM items i
    WHERE meet((SELECT apps_of('any')), i.app)
      AND EXISTS (SELECT FROM votes v WHERE v.app = i.app AND v.item = i.id AND v.voter = named('item', i.id, session_user))
$$;

-- How many people voted for each suggestion that counts, and whether whoever asks is one of them.
CREATE FUNCTION suggestion_counts() RETURNS TABLE (app text, suggestion text, votes bigint, is_mine boolean) LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    WITH RECURSIVE family (app, root, id) AS (
        SELECT s.app, s.id, s.id FROM suggestions s WHERE s.merged_into IS NULL AND meet((SELECT apps_of('any')), s.app)
        UNION ALL
        SELECT f.app, f.root, s.id FROM family f JOIN suggestions s ON s.app = f.app AND s.merged_into = f.id
    ), own (app, name) AS (SELECT a.app, named('suggestions', a.app, session_user) FROM (SELECT DISTINCT app FROM family) a)
    SELECT f.app, f.root, count(DISTINCT v.voter), coalesce(bool_or(v.voter = o.name), false)
    FROM family f JOIN own o ON o.app = f.app
        LEFT JOIN suggestion_votes v ON v.app = f.app AND v.suggestion = f.id
    GROUP BY f.app, f.root
$$;

-- Under which app a person is counted: all, or the first that they were let into.
CREATE FUNCTION home_of() RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT coalesce(min(m.app), '*') FROM members m WHERE m.member = session_user AND m.revoked_on IS NULL
$$;

-- Counts whoever asks among the people of a month, with what they did in it: a name of that month alone.
CREATE FUNCTION take_part(p_month text, p_deeds text[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    did text[] := ARRAY(SELECT unnest(p_deeds) INTERSECT SELECT unnest(ARRAY['feedback', 'suggestion', 'active']));
    place text := home_of();
BEGIN
    PERFORM asking(place, true);
    -- A person has a line a month, and is let begin few a day: their own clock says which month it is.
    IF NOT EXISTS (SELECT FROM turnout t WHERE t.app = place AND t.month = p_month AND t.name = named('month', p_month, session_user)) THEN
        PERFORM spend(place, 'month');
    END IF;
    IF EXISTS (SELECT FROM own_votes()) THEN did := array_append(did, 'voted'); END IF;
    IF EXISTS (SELECT FROM reviews r WHERE r.app = place AND r.name = named('review', session_user)) THEN
        did := array_append(did, 'review');
    END IF;
    INSERT INTO turnout AS t (app, month, name, deeds) VALUES (place, p_month, named('month', p_month, session_user), did)
    ON CONFLICT (app, month, name) DO UPDATE
        SET deeds = ARRAY(SELECT unnest(t.deeds) UNION SELECT unnest(excluded.deeds) ORDER BY 1);
END
$$;

CREATE FUNCTION send_attendance(p_month text, p_outbox text, p_number bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    IF accepted(home_of(), 'attendance', p_outbox, p_number) IS NULL THEN RETURN false; END IF;
    PERFORM take_part(p_month, '{}');
    RETURN true;
END
$$;

CREATE FUNCTION send_review(p_outbox text, p_number bigint) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    IF accepted(home_of(), 'review', p_outbox, p_number) IS NULL THEN RETURN false; END IF;
    INSERT INTO reviews (app, name) VALUES (home_of(), named('review', session_user)) ON CONFLICT DO NOTHING;
    RETURN true;
END
$$;

-- In which months whoever asks was counted.
CREATE FUNCTION own_months() RETURNS SETOF text LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT DISTINCT m.month FROM (SELECT DISTINCT app, month FROM turnout) m
    WHERE EXISTS (SELECT FROM turnout t WHERE t.app = m.app AND t.month = m.month
                  AND t.name = named('month', m.month, session_user))
    ORDER BY m.month
$$;

-- What is kept of whoever asks so that nothing is taken twice.
CREATE FUNCTION own_ledger() RETURNS TABLE (outbox text, number bigint) LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT l.outbox, max(l.number) FROM ledger l WHERE l.member = session_user GROUP BY l.outbox
$$;
