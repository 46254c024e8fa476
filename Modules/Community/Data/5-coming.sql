-- Coming and going.
SET LOCAL search_path = commonplace_community;

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
