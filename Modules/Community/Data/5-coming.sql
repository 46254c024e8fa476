-- Coming and going.
SET LOCAL search_path = commonplace_community;

-- Makes a login. Of all that the registrar could do it does this alone: a name of ours, a password that only its owner knows, one of two groups.
CREATE FUNCTION make_login(p_name text, p_verifier text, p_kind text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF p_name !~ '^cp_[0-9a-f]{24}$' OR p_kind NOT IN ('participant', 'developer')
        OR p_verifier !~ '^SCRAM-SHA-256\$4096:[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$' THEN
        RAISE EXCEPTION 'not allowed' USING ERRCODE = 'KC001';
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = p_name) THEN
        EXECUTE format('CREATE ROLE %I NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS INHERIT CONNECTION LIMIT 8', p_name);
        EXECUTE format('GRANT %I TO %I', 'commonplace_' || p_kind, p_name);
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', p_name, p_verifier);
END
$$;

-- Ends a login. Nobody can drop the role that they are logged in as: what is left of it, a name of chance, goes when somebody else comes.
CREATE FUNCTION end_login(p_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF p_name !~ '^cp_[0-9a-f]{24}$' OR NOT EXISTS (SELECT FROM pg_roles WHERE rolname = p_name) THEN RETURN; END IF;
    EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', p_name);
    EXECUTE format('REVOKE %I FROM %I', (
        SELECT g.rolname FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid JOIN pg_roles r ON r.oid = m.member
        WHERE r.rolname = p_name AND g.rolname IN ('commonplace_participant', 'commonplace_developer')), p_name);
    EXECUTE format('GRANT commonplace_gone TO %I', p_name);
END
$$;

-- Whoever stands at the door may change its password and its settings, as every role may its own. So it is made as it was with every
-- invitation.
CREATE FUNCTION mend_door() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    ALTER ROLE commonplace_door PASSWORD 'commonplace';
    ALTER ROLE commonplace_door RESET ALL;
    EXECUTE format('ALTER ROLE commonplace_door IN DATABASE %I RESET ALL', current_database());
-- Somebody else mends it now.
EXCEPTION WHEN internal_error OR lock_not_available THEN NULL;
END
$$;

CREATE FUNCTION sweep_logins() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    one text;
BEGIN
    FOR one IN
        SELECT r.rolname FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member
        WHERE m.roleid = 'commonplace_gone'::regrole AND NOT r.rolcanlogin AND r.rolname ~ '^cp_[0-9a-f]{24}$' LIMIT 10
    LOOP
        BEGIN
            EXECUTE format('DROP ROLE %I', one);
        -- Somebody else drops it now, or it is still at work.
        EXCEPTION WHEN OTHERS THEN NULL;
        END;
    END LOOP;
END
$$;

-- Lets somebody in by a code. It answers with a word and raises nothing, so that what it counts is kept: `entered` with the login's name, or
-- `refused`, `too many`, `taken`, `gone`.
CREATE FUNCTION enrol(p_code text, p_author text, p_verifier text, OUT outcome text, OUT login text) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    place text := coalesce(host(inet_client_addr()), 'local');
    knock knocks%ROWTYPE;
    invited invitations%ROWTYPE;
    known members%ROWTYPE;
    own bytea := named('name', p_author);
BEGIN
    INSERT INTO knocks AS k (address) VALUES (place) ON CONFLICT (app, address, day) DO UPDATE SET entered = k.entered
    RETURNING * INTO knock;
    IF knock.refused >= (SELECT most FROM limits WHERE name = 'wrong codes an address and day')
        OR knock.entered >= (SELECT most FROM limits WHERE name = 'entries an address and day') THEN
        outcome := 'too many';
        RETURN;
    END IF;
    SELECT * INTO invited FROM invitations i
    WHERE i.code = sha256(convert_to(p_code, 'UTF8')) AND (i.expires_on IS NULL OR i.expires_on >= current_date) FOR UPDATE;
    IF invited.is_licence THEN
        SELECT * INTO known FROM members m WHERE m.invitation = invited.code AND m.app = invited.app AND m.revoked_on IS NULL;
    END IF;
    IF invited.code IS NULL OR invited.uses_left = 0 AND known.member IS NULL THEN
        UPDATE knocks k SET refused = k.refused + 1 WHERE k.address = place AND k.day = current_date;
        outcome := 'refused';
        RETURN;
    END IF;
    UPDATE knocks k SET entered = k.entered + 1 WHERE k.address = place AND k.day = current_date;
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

-- Takes away everything of whoever asks, and their login with it; how many things that were.
CREATE FUNCTION forget_me() RETURNS integer LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    own text[] := own_names();
    gone integer := 0;
    n integer;
    one record;
BEGIN
    IF cardinality(own) = 0 THEN RETURN 0; END IF;
    FOR one IN
        WITH away AS (
            DELETE FROM votes v USING items i
            WHERE v.app = i.app AND v.item = i.id AND v.voter = named('item', i.id, session_user) RETURNING v.app, v.item)
        SELECT * FROM away ORDER BY app, item
    LOOP
        PERFORM count_votes(one.app, one.item, -1);
        gone := gone + 1;
    END LOOP;
    DELETE FROM suggestion_votes v USING (SELECT DISTINCT app FROM suggestions) a
    WHERE v.app = a.app AND v.voter = named('suggestions', a.app, session_user);
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
    WHERE t.app = m.app AND t.month = m.month AND t.name = named('month', m.month, session_user);
    GET DIAGNOSTICS n = ROW_COUNT;
    gone := gone + n;
    DELETE FROM reviews r WHERE r.name = named('review', session_user);
    DELETE FROM allowances a WHERE a.member = session_user;
    DELETE FROM ledger l WHERE l.member = session_user;
    IF FOUND THEN gone := gone + 1; END IF;
    DELETE FROM blocks b WHERE b.author = ANY (own);
    UPDATE names SET is_gone = true WHERE name IN (SELECT named('name', o) FROM unnest(own) o);
    -- Developers stay in the audit and in the list of developers; their login ends all the same.
    DELETE FROM members m WHERE m.member = session_user AND m.kind = 'participant';
    UPDATE members SET revoked_on = current_date WHERE member = session_user;
    PERFORM end_login(session_user);
    RETURN gone;
END
$$;
