-- What developers do. Every function that changes something asks whether a developer logged in, and adds a line to the audit.
SET LOCAL search_path = commonplace_community;

CREATE VIEW desk_feedback WITH (security_invoker = true) AS
SELECT o.app, o.id, o.author, o.written_at, o.status,
    o.record || jsonb_strip_nulls(jsonb_build_object(
        'tags', coalesce(to_jsonb(t.tags), '[]'::jsonb), 'severity', t.severity)) AS record
FROM told o LEFT JOIN triage t ON t.app = o.app AND t.feedback = o.id;

CREATE VIEW desk_ideas WITH (security_invoker = true) AS
SELECT i.app, i.id, i.submitted_at, i.status, i.author,
    i.record || jsonb_strip_nulls(jsonb_build_object('developerNotes', n.notes)) AS record
FROM ideas i LEFT JOIN suggestion_notes n ON n.app = i.app AND n.suggestion = i.id;

-- Feedback to its end: how bad it is, how many people said the same, and what became of it.
CREATE VIEW desk_tracking WITH (security_invoker = true) AS
SELECT f.app, f.id, f.category, left(f.body, 120) AS beginning, t.severity,
    (SELECT count(DISTINCT other.author) FROM feedback other LEFT JOIN triage s ON s.app = other.app AND s.feedback = other.id
     WHERE other.app = f.app AND (other.id = f.id OR s.same_as = f.id)) AS people,
    coalesce(a.status, 'Pending') AS status, a.target, f.written_at::date AS written_on, a.resolved_on,
    coalesce(a.resolved_on, current_date) - f.written_at::date AS days
FROM feedback f LEFT JOIN triage t ON t.app = f.app AND t.feedback = f.id
    LEFT JOIN answers a ON a.app = f.app AND a.feedback = f.id
WHERE t.same_as IS NULL;

CREATE VIEW developers WITH (security_invoker = true) AS
SELECT app, label AS name, enrolled_on, revoked_on FROM members WHERE kind = 'developer';

CREATE FUNCTION answering(wanted text, what text, subject text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    IF NOT hold(apps_of('developer'), wanted) THEN RAISE EXCEPTION 'not allowed' USING ERRCODE = 'KC001'; END IF;
    INSERT INTO audit (app, member, deed, subject) VALUES (wanted, session_user, what, subject);
    -- A hint to whoever listens that there is something new to be seen; nobody relies on it.
    PERFORM pg_notify('commonplace_community', wanted);
END
$$;

-- Keeps an item as a record says it, new or in the place of the one with its id, which may be another app's until now.
CREATE FUNCTION keep_item(p_record jsonb, p_before text DEFAULT NULL) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    place text := coalesce(p_record ->> 'app', '*');
    wanted text := p_record ->> 'id';
    before items%ROWTYPE;
BEGIN
    SELECT * INTO before FROM items i WHERE i.app = p_before AND i.id = wanted FOR UPDATE;
    PERFORM answering(place, CASE WHEN p_before IS NULL THEN 'item added'
        WHEN p_record ->> 'status' = 'Released' AND before.status <> 'Released' THEN 'item released' ELSE 'item changed' END, wanted);
    IF p_before IS NULL AND EXISTS (SELECT FROM items i WHERE i.id = wanted) THEN
        RAISE EXCEPTION 'the id is used' USING ERRCODE = 'KC008';
    ELSIF p_before IS NOT NULL AND before.id IS NULL THEN
        RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004';
    ELSIF p_before <> place THEN
        PERFORM answering(p_before, 'item changed', wanted);
    END IF;
    INSERT INTO items AS i (app, id, title, body, priority, promised, status, category, icon, state, created_at)
    VALUES (place, wanted, p_record ->> 'title', p_record ->> 'description', (p_record ->> 'priority')::integer,
            p_record ->> 'estimatedRelease', p_record ->> 'status', p_record ->> 'category', p_record ->> 'icon',
            jsonb_strip_nulls(jsonb_build_object(
                'completionPercentage', p_record -> 'completionPercentage', 'releaseDate', p_record -> 'releaseDate',
                'doneBeforeRelease', p_record -> 'doneBeforeRelease')),
            (p_record ->> 'createdAt')::timestamptz)
    ON CONFLICT (app, id) DO UPDATE SET (title, body, priority, promised, status, category, icon, state) =
        (excluded.title, excluded.body, excluded.priority, excluded.promised, excluded.status, excluded.category, excluded.icon,
         excluded.state);
    -- What was voted goes along before the old line goes, which takes its votes with it.
    IF p_before <> place THEN
        WITH away AS (DELETE FROM votes v WHERE v.app = p_before AND v.item = wanted RETURNING v.voter, v.day)
        INSERT INTO votes (app, item, voter, day) SELECT place, wanted, voter, day FROM away;
        WITH away AS (DELETE FROM tallies t WHERE t.app = p_before AND t.item = wanted RETURNING t.slot, t.votes)
        INSERT INTO tallies (app, item, slot, votes) SELECT place, wanted, slot, votes FROM away;
        WITH away AS (DELETE FROM words w WHERE w.app = p_before AND w.kind = 'item' AND w.id = wanted RETURNING w.author)
        INSERT INTO words (app, kind, id, author) SELECT place, 'item', wanted, author FROM away;
        UPDATE items SET closes_at = before.closes_at WHERE app = place AND id = wanted;
        DELETE FROM items i WHERE i.app = p_before AND i.id = wanted;
    END IF;
    -- Whose words they are is said once, by a promotion; developers' own words take their place.
    IF p_record ->> 'wordsOf' IS NULL THEN
        DELETE FROM words w WHERE w.app = place AND w.kind = 'item' AND w.id = wanted;
    END IF;
END
$$;

CREATE FUNCTION reopened(p_app text, p_suggestion text) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    UPDATE suggestions SET status = 'Pending', merged_into = NULL, decided_at = NULL, promoted_to = NULL, promoted_at = NULL
    WHERE app = p_app AND id = p_suggestion
$$;

-- Removes an item with the votes for it. A suggestion that became it is pending again.
CREATE FUNCTION remove_item(p_app text, p_item text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    PERFORM answering(p_app, 'item removed', p_item);
    DELETE FROM items WHERE app = p_app AND id = p_item;
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
    DELETE FROM votes WHERE app = p_app AND item = p_item;
    DELETE FROM tallies WHERE app = p_app AND item = p_item;
    DELETE FROM words WHERE app = p_app AND kind = 'item' AND id = p_item;
    PERFORM reopened(s.app, s.id) FROM suggestions s WHERE s.promoted_to = p_item;
END
$$;

-- From then on no votes are taken, by the server's clock; null for until it is released.
CREATE FUNCTION close_votes(p_app text, p_item text, p_at timestamptz) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    PERFORM answering(p_app, 'votes closed', p_item);
    UPDATE items SET closes_at = p_at WHERE app = p_app AND id = p_item;
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
END
$$;

-- Answers feedback, or takes the answer back; the instant is the server's.
CREATE FUNCTION answer_feedback(p_app text, p_feedback text, p_body text, p_status text, p_target text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    PERFORM answering(p_app, CASE WHEN p_body IS NULL THEN 'answer taken back' ELSE 'feedback answered' END, p_feedback);
    IF NOT EXISTS (SELECT FROM feedback WHERE app = p_app AND id = p_feedback) THEN
        RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004';
    END IF;
    INSERT INTO answers AS a (app, feedback, body, answered_at, status, target, resolved_on)
    VALUES (p_app, p_feedback, p_body, CASE WHEN p_body IS NOT NULL THEN date_trunc('milliseconds', now()) END, p_status, p_target,
            CASE WHEN p_status = 'Implemented' THEN current_date END)
    ON CONFLICT (app, feedback) DO UPDATE SET (body, answered_at, status, target, resolved_on) =
        (excluded.body, CASE WHEN a.body = excluded.body THEN a.answered_at ELSE excluded.answered_at END, excluded.status,
         excluded.target, CASE WHEN a.status = excluded.status THEN a.resolved_on ELSE excluded.resolved_on END);
END
$$;

CREATE FUNCTION triage_feedback(p_app text, p_feedback text, p_tags text[], p_severity text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    PERFORM answering(p_app, 'feedback sorted', p_feedback);
    INSERT INTO triage AS t (app, feedback, tags, severity)
    SELECT f.app, f.id, p_tags, p_severity FROM feedback f WHERE f.app = p_app AND f.id = p_feedback
    ON CONFLICT (app, feedback) DO UPDATE SET (tags, severity) = (excluded.tags, excluded.severity);
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
END
$$;

-- Says that feedback says the same as another, or no longer for null.
CREATE FUNCTION relate_feedback(p_app text, p_feedback text, p_same_as text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    PERFORM answering(p_app, 'feedback related', p_feedback);
    IF p_feedback = p_same_as THEN RAISE EXCEPTION 'with itself' USING ERRCODE = 'KC009'; END IF;
    INSERT INTO triage AS t (app, feedback, same_as)
    SELECT f.app, f.id, p_same_as FROM feedback f WHERE f.app = p_app AND f.id = p_feedback
        AND (p_same_as IS NULL OR EXISTS (SELECT FROM feedback o WHERE o.app = p_app AND o.id = p_same_as))
    ON CONFLICT (app, feedback) DO UPDATE SET same_as = excluded.same_as;
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
END
$$;

-- Hides feedback or a suggestion from everybody but its author and developers; shows it again for null.
CREATE FUNCTION hide(p_app text, p_kind text, p_id text, p_reason text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    PERFORM answering(p_app, CASE WHEN p_reason IS NULL THEN p_kind || ' shown' ELSE p_kind || ' hidden' END, p_id);
    IF p_kind = 'feedback' THEN
        UPDATE feedback SET hidden_because = p_reason WHERE app = p_app AND id = p_id;
    ELSE
        UPDATE suggestions SET hidden_because = p_reason WHERE app = p_app AND id = p_id;
    END IF;
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
END
$$;

-- Judges a suggestion that nobody has decided about.
CREATE FUNCTION judge(p_app text, p_suggestion text, p_status text, p_notes text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    PERFORM answering(p_app, 'suggestion ' || lower(p_status), p_suggestion);
    PERFORM open_suggestion(p_app, p_suggestion);
    IF p_status NOT IN ('UnderReview', 'Declined') THEN RAISE EXCEPTION 'not allowed' USING ERRCODE = 'KC001'; END IF;
    UPDATE suggestions SET status = p_status,
        decided_at = CASE WHEN p_status = 'Declined' THEN date_trunc('milliseconds', now()) ELSE decided_at END
    WHERE app = p_app AND id = p_suggestion;
    IF p_notes IS NOT NULL THEN
        INSERT INTO suggestion_notes AS n (app, suggestion, notes) VALUES (p_app, p_suggestion, p_notes)
        ON CONFLICT (app, suggestion) DO UPDATE SET notes = excluded.notes;
    END IF;
END
$$;

-- Locks a suggestion that is still to be decided.
CREATE FUNCTION open_suggestion(p_app text, p_suggestion text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    state text := (SELECT s.status FROM suggestions s WHERE s.app = p_app AND s.id = p_suggestion FOR UPDATE);
BEGIN
    IF state IS NULL THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
    IF state NOT IN ('Pending', 'UnderReview') THEN RAISE EXCEPTION 'decided' USING ERRCODE = 'KC006'; END IF;
END
$$;

-- Makes one suggestion of two; how many votes came to the second. Each keeps its own votes, so that it can be taken back.
CREATE FUNCTION merge_suggestions(p_app text, p_from text, p_into text) RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    carried bigint;
BEGIN
    PERFORM answering(p_app, 'suggestion merged', p_from || ' into ' || p_into);
    IF p_from = p_into THEN RAISE EXCEPTION 'with itself' USING ERRCODE = 'KC009'; END IF;
    PERFORM open_suggestion(p_app, least(p_from, p_into));
    PERFORM open_suggestion(p_app, greatest(p_from, p_into));
    SELECT count(DISTINCT v.voter) INTO carried FROM suggestion_votes v
    WHERE v.app = p_app AND v.suggestion IN (SELECT family_of(p_app, p_from)) AND NOT EXISTS (
        SELECT FROM suggestion_votes o
        WHERE o.app = p_app AND o.voter = v.voter AND o.suggestion IN (SELECT family_of(p_app, p_into)));
    UPDATE suggestions SET status = 'Declined', merged_into = p_into, decided_at = date_trunc('milliseconds', now())
    WHERE app = p_app AND id = p_from;
    RETURN carried;
END
$$;

-- Makes a suggestion an item of the roadmap; both change together.
CREATE FUNCTION promote(p_app text, p_suggestion text, p_record jsonb) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    place text := coalesce(p_record ->> 'app', '*');
BEGIN
    PERFORM answering(p_app, 'suggestion promoted', p_suggestion);
    PERFORM open_suggestion(p_app, p_suggestion);
    PERFORM keep_item(p_record);
    UPDATE suggestions SET status = 'AddedToRoadmap', promoted_to = p_record ->> 'id',
        promoted_at = date_trunc('milliseconds', now()) WHERE app = p_app AND id = p_suggestion;
    IF p_record ->> 'wordsOf' IS NOT NULL THEN
        INSERT INTO words (app, kind, id, author)
        SELECT place, 'item', p_record ->> 'id', w.author FROM words w
        WHERE w.app = p_app AND w.kind = 'suggestion' AND w.id = p_suggestion;
    END IF;
END
$$;

-- Takes back whatever was decided about a suggestion. An item that it became goes, with the votes for it.
CREATE FUNCTION reopen_suggestion(p_app text, p_suggestion text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    own suggestions%ROWTYPE;
    became items%ROWTYPE;
BEGIN
    PERFORM answering(p_app, 'suggestion reopened', p_suggestion);
    SELECT * INTO own FROM suggestions s WHERE s.app = p_app AND s.id = p_suggestion FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
    IF own.promoted_to IS NOT NULL THEN
        SELECT * INTO became FROM items i WHERE i.id = own.promoted_to;
        IF became.status = 'Released' THEN RAISE EXCEPTION 'closed' USING ERRCODE = 'KC005'; END IF;
        IF FOUND THEN PERFORM remove_item(became.app, became.id); END IF;
    END IF;
    PERFORM reopened(p_app, p_suggestion);
END
$$;

CREATE FUNCTION keep_announcement(p_record jsonb) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    place text := coalesce(p_record ->> 'app', '*');
BEGIN
    PERFORM answering(place, 'announcement kept', p_record ->> 'id');
    INSERT INTO announcements AS a (app, id, title, message, posted_at, expires_at, category, version)
    VALUES (place, p_record ->> 'id', p_record ->> 'title', p_record ->> 'message', (p_record ->> 'postedAt')::timestamptz,
            (p_record ->> 'expiresAt')::timestamptz, p_record ->> 'category', p_record ->> 'targetVersion')
    ON CONFLICT (app, id) DO UPDATE SET (title, message, expires_at, category, version) =
        (excluded.title, excluded.message, excluded.expires_at, excluded.category, excluded.version);
END
$$;

CREATE FUNCTION withdraw_announcement(p_app text, p_id text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    PERFORM answering(p_app, 'announcement withdrawn', p_id);
    DELETE FROM announcements WHERE app = p_app AND id = p_id;
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
END
$$;

-- Takes nothing more from somebody; takes it again for null. Whether that changed anything.
CREATE FUNCTION block(p_app text, p_author text, p_reason text) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    was boolean := EXISTS (SELECT FROM blocks b WHERE b.app = p_app AND b.author = p_author);
BEGIN
    -- The audit outlives a wish to be forgotten: it names nobody.
    PERFORM answering(p_app, CASE WHEN p_reason IS NULL THEN 'author unblocked' ELSE 'author blocked' END,
                      left(encode(named('audit', p_author), 'hex'), 16));
    IF p_reason IS NULL THEN
        DELETE FROM blocks b WHERE b.app = p_app AND b.author = p_author;
        RETURN was;
    END IF;
    INSERT INTO blocks (app, author, reason, since) VALUES (p_app, p_author, p_reason, date_trunc('milliseconds', now()))
    ON CONFLICT (app, author) DO UPDATE SET reason = excluded.reason;
    RETURN NOT was;
END
$$;

-- A code that lets so many people in until a day: said once, here; what is kept of it is its hash.
CREATE FUNCTION invite(p_app text, p_kind text, p_label text, p_uses integer, p_until date) RETURNS text LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    code text := left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32);
BEGIN
    PERFORM answering(p_app, p_kind || ' invited', p_label);
    PERFORM mend_door();
    INSERT INTO invitations (app, code, kind, label, uses_left, expires_on)
    VALUES (p_app, sha256(convert_to(code, 'UTF8')), p_kind, p_label,
            CASE p_kind WHEN 'developer' THEN 1 ELSE least(greatest(p_uses, 1), 10000) END, p_until);
    RETURN code;
END
$$;

-- Licences that let their owners in: the hashes of their numbers. One person each.
CREATE FUNCTION admit_licences(p_app text, p_hashes bytea[]) RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    added bigint;
BEGIN
    PERFORM answering(p_app, 'licences admitted', cardinality(p_hashes)::text);
    INSERT INTO invitations (app, code, kind, is_licence, uses_left)
    SELECT p_app, h, 'participant', true, 1 FROM unnest(p_hashes) h ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS added = ROW_COUNT;
    RETURN added;
END
$$;

-- Ends what a developer may do, at once and in every session of theirs. The last one of an app stays.
CREATE FUNCTION revoke_developer(p_app text, p_label text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    one members%ROWTYPE;
BEGIN
    PERFORM answering(p_app, 'developer revoked', p_label);
    PERFORM FROM members m WHERE m.app = p_app AND m.kind = 'developer' AND m.revoked_on IS NULL ORDER BY m.member FOR UPDATE;
    SELECT * INTO one FROM members m
    WHERE m.app = p_app AND m.kind = 'developer' AND m.label = p_label AND m.revoked_on IS NULL LIMIT 1;
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
    IF (SELECT count(*) FROM members m WHERE m.app = p_app AND m.kind = 'developer' AND m.revoked_on IS NULL) = 1 THEN
        RAISE EXCEPTION 'the last one' USING ERRCODE = 'KC009';
    END IF;
    UPDATE members m SET revoked_on = current_date WHERE m.app = one.app AND m.member = one.member;
    PERFORM end_login(one.member);
END
$$;
