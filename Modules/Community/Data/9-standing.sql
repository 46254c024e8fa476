-- The second version, second part: how a community stands, who is told at once, codes that count before they are judged, and whoever was
-- forgotten before a backup.
SET LOCAL search_path = commonplace_community;

-- How many people take part and answer, by app, for those who answer for it.
CREATE FUNCTION census() RETURNS TABLE (app text, people bigint, developers bigint) LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
    SELECT a.app, count(m.member) FILTER (WHERE m.kind = 'participant'), count(m.member) FILTER (WHERE m.kind = 'developer')
    FROM (SELECT app FROM members UNION SELECT app FROM items UNION SELECT app FROM feedback UNION SELECT app FROM suggestions) a
        LEFT JOIN members m ON m.app = a.app AND m.revoked_on IS NULL
    WHERE hold((SELECT apps_of('developer')), a.app)
    GROUP BY a.app
$$;

-- Where developers hear at once that feedback came. Whoever knows the channel hears when somebody else wrote, so it has a name that only they are told:
-- PostgreSQL lets everybody listen everywhere.
CREATE FUNCTION desk_channel() RETURNS text LANGUAGE plpgsql STABLE
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    IF cardinality(apps_of('developer')) = 0 THEN RAISE EXCEPTION 'not allowed' USING ERRCODE = 'KC001'; END IF;
    RETURN 'desk_' || left(encode(named('channel'), 'hex'), 48);
END
$$;
CREATE FUNCTION tell_desk() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    PERFORM pg_notify('desk_' || left(encode(named('channel'), 'hex'), 48), '');
    RETURN NULL;
END
$$;
CREATE TRIGGER told AFTER INSERT ON feedback FOR EACH ROW EXECUTE FUNCTION tell_desk();

-- Codes that were tried today, by address. A code is judged only when the line about it was kept by another transaction before: whoever takes their
-- transaction back is told nothing, or has been counted already.
CREATE TABLE attempts (
    app text NOT NULL DEFAULT '*' CHECK (app = '*'),
    address text NOT NULL,
    day date NOT NULL DEFAULT current_date,
    code bytea NOT NULL,
    tried_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
    is_right boolean NOT NULL DEFAULT false,
    PRIMARY KEY (app, address, day, code)
);
ALTER TABLE attempts OWNER TO commonplace_owner;
ALTER TABLE attempts ENABLE ROW LEVEL SECURITY;
ALTER TABLE attempts FORCE ROW LEVEL SECURITY;
REVOKE ALL ON attempts FROM PUBLIC;
CREATE POLICY deciding ON attempts TO commonplace_owner USING (true) WITH CHECK (true);

-- Says that somebody is about to come in by a code, and counts it as a wrong one until it was right: `knocked` or `too many`. It says nothing of the code. The
-- same one twice is counted once, since it tells nothing more.
CREATE FUNCTION knock(p_code text) RETURNS text LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    place text := coalesce(host(inet_client_addr()), 'local');
    hash bytea := sha256(convert_to(p_code, 'UTF8'));
    most_wrong integer := (SELECT most FROM limits WHERE name = 'wrong codes an address and day');
    wrong integer;
BEGIN
    IF EXISTS (SELECT FROM knocks k WHERE k.address = place AND k.day = current_date
               AND (k.refused >= most_wrong OR k.entered >= (SELECT most FROM limits WHERE name = 'entries an address and day'))) THEN
        RETURN 'too many';
    END IF;
    INSERT INTO attempts (address, code) VALUES (place, hash) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN 'knocked'; END IF;
    INSERT INTO knocks AS k (address, refused) VALUES (place, 1)
    ON CONFLICT (app, address, day) DO UPDATE SET refused = k.refused + 1 RETURNING refused INTO wrong;
    -- Others of the same address were quicker.
    IF wrong > most_wrong THEN
        DELETE FROM attempts a WHERE a.address = place AND a.day = current_date AND a.code = hash;
        RETURN 'too many';
    END IF;
    DELETE FROM attempts a WHERE a.day < current_date;
    RETURN 'knocked';
END
$$;

-- Lets somebody in by a code for which they knocked. It answers with a word and raises nothing: `entered` with the login's name, or `refused`,
-- `too many`, `taken`, `gone`; `knock first` where nobody did, or in this very transaction.
CREATE OR REPLACE FUNCTION enrol(p_code text, p_author text, p_verifier text, OUT outcome text, OUT login text) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    place text := coalesce(host(inet_client_addr()), 'local');
    hash bytea := sha256(convert_to(p_code, 'UTF8'));
    attempt attempts%ROWTYPE;
    invited invitations%ROWTYPE;
    known members%ROWTYPE;
    own bytea := named('name', p_author);
BEGIN
    SELECT * INTO attempt FROM attempts a WHERE a.address = place AND a.day = current_date AND a.code = hash FOR UPDATE;
    IF NOT FOUND OR attempt.tried_in = pg_current_xact_id() THEN
        outcome := 'knock first';
        RETURN;
    END IF;
    SELECT * INTO invited FROM invitations i
    WHERE i.code = hash AND (i.expires_on IS NULL OR i.expires_on >= current_date) FOR UPDATE;
    IF invited.is_licence THEN
        SELECT * INTO known FROM members m WHERE m.invitation = invited.code AND m.app = invited.app AND m.revoked_on IS NULL;
    END IF;
    IF invited.code IS NULL OR invited.uses_left = 0 AND known.member IS NULL THEN
        outcome := 'refused';
        RETURN;
    END IF;
    -- It was counted as a wrong one.
    UPDATE knocks k SET entered = k.entered + 1, refused = k.refused - CASE WHEN attempt.is_right THEN 0 ELSE 1 END
    WHERE k.address = place AND k.day = current_date AND k.entered < (
        SELECT most FROM limits WHERE name = 'entries an address and day');
    IF NOT FOUND THEN
        outcome := 'too many';
        RETURN;
    END IF;
    UPDATE attempts a SET is_right = true WHERE a.address = place AND a.day = current_date AND a.code = hash;
    IF known.member IS NOT NULL THEN
        -- The owner of a licence comes again, from another device or without the old password: the same person, with the same votes.
        outcome := CASE WHEN known.author = p_author THEN 'entered' ELSE 'taken' END;
        IF outcome = 'taken' THEN RETURN; END IF;
        login := known.member;
        PERFORM make_login(login, p_verifier, known.kind);
        RETURN;
    END IF;
    INSERT INTO names (name) VALUES (own) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        outcome := CASE WHEN (SELECT n.is_gone FROM names n WHERE n.name = own) THEN 'gone' ELSE 'taken' END;
        RETURN;
    END IF;
    PERFORM sweep_logins();
    login := 'cp_' || left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 24);
    PERFORM make_login(login, p_verifier, invited.kind);
    UPDATE invitations i SET uses_left = i.uses_left - 1 WHERE i.app = invited.app AND i.code = invited.code;
    INSERT INTO members (app, member, kind, author, label, invitation)
    VALUES (invited.app, login, invited.kind, p_author, CASE WHEN invited.kind = 'developer' THEN invited.label ELSE '' END,
            CASE WHEN invited.is_licence THEN invited.code END);
    outcome := 'entered';
END
$$;

-- Takes away everything of a login, and the login with it; how many things that were.
CREATE FUNCTION forget(p_member text) RETURNS integer LANGUAGE plpgsql
SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    own text[] := ARRAY(SELECT DISTINCT m.author FROM members m WHERE m.member = p_member AND m.revoked_on IS NULL);
    gone integer := 0;
    n integer;
    one record;
BEGIN
    IF cardinality(own) = 0 THEN RETURN 0; END IF;
    FOR one IN
        WITH away AS (
            DELETE FROM votes v USING items i
            WHERE v.app = i.app AND v.item = i.id AND v.voter = named('item', i.id, p_member) RETURNING v.app, v.item)
        SELECT * FROM away ORDER BY app, item
    LOOP
        PERFORM count_votes(one.app, one.item, -1);
        gone := gone + 1;
    END LOOP;
    DELETE FROM suggestion_votes v USING (SELECT DISTINCT app FROM suggestions) a
    WHERE v.app = a.app AND v.voter = named('suggestions', a.app, p_member);
    GET DIAGNOSTICS n = ROW_COUNT;
    gone := gone + n;
    FOR one IN SELECT w.app, w.kind, w.id FROM words w WHERE w.author = ANY (own) LOOP
        IF one.kind = 'suggestion' THEN
            PERFORM drop_suggestion(one.app, one.id);
        ELSE
            UPDATE items SET title = 'An idea of the community', body = '' WHERE app = one.app AND id = one.id;
            DELETE FROM words WHERE app = one.app AND kind = one.kind AND id = one.id;
        END IF;
        gone := gone + 1;
    END LOOP;
    DELETE FROM feedback f WHERE f.author = ANY (own);
    GET DIAGNOSTICS n = ROW_COUNT;
    gone := gone + n;
    DELETE FROM turnout t USING (SELECT DISTINCT app, month FROM turnout) m
    WHERE t.app = m.app AND t.month = m.month AND t.name = named('month', m.month, p_member);
    GET DIAGNOSTICS n = ROW_COUNT;
    gone := gone + n;
    DELETE FROM reviews r WHERE r.name = named('review', p_member);
    DELETE FROM allowances a WHERE a.member = p_member;
    DELETE FROM ledger l WHERE l.member = p_member;
    IF FOUND THEN gone := gone + 1; END IF;
    DELETE FROM blocks b WHERE b.author = ANY (own);
    UPDATE names SET is_gone = true WHERE name IN (SELECT named('name', o) FROM unnest(own) o);
    -- Developers stay in the audit and in the list of developers; their login ends all the same.
    DELETE FROM members m WHERE m.member = p_member AND m.kind = 'participant';
    UPDATE members SET revoked_on = current_date WHERE member = p_member;
    -- Behind a backup it may have ended already.
    IF EXISTS (SELECT FROM pg_roles r WHERE r.rolname = p_member AND r.rolcanlogin) THEN PERFORM end_login(p_member); END IF;
    RETURN gone;
END
$$;
CREATE OR REPLACE FUNCTION forget_me() RETURNS integer LANGUAGE sql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$ SELECT forget(session_user::text) $$;

-- Who wanted to be forgotten, under hashes that only this database can make: to be kept outside of it, against the day on which a backup is restored.
CREATE FUNCTION forgotten() RETURNS SETOF text LANGUAGE plpgsql STABLE
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    IF NOT '*' = ANY (apps_of('developer')) THEN RAISE EXCEPTION 'not allowed' USING ERRCODE = 'KC001'; END IF;
    RETURN QUERY SELECT encode(n.name, 'hex') FROM names n WHERE n.is_gone ORDER BY 1;
END
$$;

-- Forgets again whom a backup has brought back. Nobody can be named by it who did not go of their own will: hashes come from `forgotten` alone.
CREATE FUNCTION forget_again(p_hashes text[], OUT people integer, OUT things integer) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    one record;
BEGIN
    PERFORM answering('*', 'forgotten again', cardinality(p_hashes)::text);
    people := 0;
    things := 0;
    FOR one IN SELECT DISTINCT m.member FROM members m WHERE encode(named('name', m.author), 'hex') = ANY (p_hashes) AND m.revoked_on IS NULL LOOP
        people := people + 1;
        things := things + forget(one.member);
    END LOOP;
    INSERT INTO names AS n (name, is_gone) SELECT DISTINCT decode(h, 'hex'), true FROM unnest(p_hashes) h WHERE h ~ '^[0-9a-f]{64}$'
    ON CONFLICT (app, name) DO UPDATE SET is_gone = true;
END
$$;

DO $$
DECLARE
    one regprocedure;
BEGIN
    FOR one IN SELECT p.oid FROM pg_proc p
               WHERE p.pronamespace = 'commonplace_community'::regnamespace AND p.proowner = (SELECT r.oid FROM pg_roles r WHERE r.rolname = current_user) LOOP
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', one);
        EXECUTE format('ALTER FUNCTION %s OWNER TO commonplace_owner', one);
    END LOOP;
END
$$;
REVOKE ALL ON desk_tracking FROM PUBLIC;
ALTER VIEW desk_tracking OWNER TO commonplace_owner;
GRANT SELECT ON desk_tracking TO commonplace_developer;
GRANT EXECUTE ON FUNCTION knock TO commonplace_door;
GRANT EXECUTE ON FUNCTION triage_feedback, census, desk_channel, forgotten, forget_again TO commonplace_developer;
UPDATE charter SET version = 2;
REVOKE commonplace_owner FROM CURRENT_USER;
