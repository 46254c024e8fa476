-- Who comes, who is there, and who goes.
SET LOCAL search_path = commonplace_groups;

-- Which group a code is for: who comes in is called differently in each. A code has 128 bits, so that nobody finds one by trying.
CREATE FUNCTION group_of(p_code text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT i."group" FROM invitations i WHERE i.code = sha256(convert_to(p_code, 'UTF8'))
$$;

-- Whether a group takes nobody more.
CREATE FUNCTION is_full(p_group text) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT (SELECT count(*) FROM members m WHERE m."group" = p_group AND m.left_on IS NULL)
        >= (SELECT most FROM limits WHERE name = 'members')
$$;

-- Lets somebody in. Only who knows what their name follows from comes again under it; whoever is in still, and has lost their login, gets another,
-- which spends nothing and changes nothing else of them. It answers with a word and the login's name.
CREATE FUNCTION enter(p_code text, p_member text, p_proof text, p_name text, p_verifier text, OUT outcome text, OUT login text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    invited invitations;
    known members;
BEGIN
    SELECT * INTO invited FROM invitations i WHERE i.code = sha256(convert_to(p_code, 'UTF8'));
    IF invited.code IS NULL THEN outcome := 'unknown'; RETURN; END IF;
    -- People before invitations, as whoever is removed is held before theirs end.
    SELECT * INTO known FROM members m WHERE m."group" = invited."group" AND m.id = p_member FOR UPDATE;
    IF p_proof IS NULL OR length(p_proof) < 20
        OR known.id IS NOT NULL AND known.proof IS DISTINCT FROM sha256(convert_to(p_proof, 'UTF8')) THEN
        outcome := 'twice';
        RETURN;
    END IF;
    login := 'cg_' || left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 24);
    IF known.id IS NOT NULL AND known.left_on IS NULL THEN
        PERFORM make_login(login, p_verifier);
        PERFORM end_login(known.login);
        UPDATE members m SET login = enter.login WHERE m."group" = known."group" AND m.id = known.id;
        outcome := 'again';
        RETURN;
    END IF;
    SELECT * INTO invited FROM invitations i WHERE i.code = invited.code FOR UPDATE;
    IF invited.uses_left = 0 THEN outcome := 'used'; RETURN; END IF;
    IF invited.until < current_date THEN outcome := 'over ' || iso(invited.until); RETURN; END IF;
    IF is_full(invited."group") THEN outcome := 'full'; RETURN; END IF;
    PERFORM sweep_logins();
    PERFORM make_login(login, p_verifier);
    UPDATE invitations i SET uses_left = i.uses_left - 1 WHERE i.code = invited.code;
    INSERT INTO members ("group", id, login, proof, name, role)
    VALUES (invited."group", p_member, login, sha256(convert_to(p_proof, 'UTF8')), p_name, invited.role)
    ON CONFLICT ("group", id) DO UPDATE SET login = excluded.login, name = excluded.name, role = excluded.role,
        joined = current_date, came_at = clock_timestamp(), left_on = NULL;
    outcome := 'entered';
END
$$;

CREATE FUNCTION known(m members) RETURNS jsonb LANGUAGE sql STABLE SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT jsonb_strip_nulls(jsonb_build_object(
        'id', m.id, 'name', m.name, 'role', m.role, 'joined', iso(m.joined), 'cameAt', iso(m.came_at), 'left', iso(m.left_on), 'keptBy', m.kept_by))
$$;

CREATE FUNCTION read_group() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT jsonb_build_object('id', g.id, 'name', g.name, 'purpose', g.purpose, 'foundedAt', iso(g.founded_at),
                              'statutes', g.statutes)
    FROM groups g WHERE g.id = (SELECT m."group" FROM members m WHERE m.login = session_user)
$$;

CREATE FUNCTION read_me() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$ SELECT known(mine()) $$;

CREATE FUNCTION read_members() RETURNS SETOF jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT known(m) FROM members m, mine() me WHERE m."group" = me."group" AND m.left_on IS NULL AND i_know(m)
    ORDER BY m.joined, m.came_at, m.id COLLATE "C"
$$;

CREATE FUNCTION role_of(me members, p_role text) RETURNS text LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM roles r WHERE r."group" = me."group" AND r.role = p_role) THEN
        RAISE EXCEPTION '%', coalesce(p_role, '') USING ERRCODE = 'KG009';
    END IF;
    RETURN p_role;
END
$$;

CREATE FUNCTION invite(p_role text, p_uses integer, p_until date) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := hold(mine(), '{}');
    code text := left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32);
BEGIN
    PERFORM require(me, 'write', 'invitation:' || role_of(me, p_role), ARRAY['all']);
    INSERT INTO invitations ("group", code, role, uses_left, until, invited_by)
    VALUES (me."group", sha256(convert_to(code, 'UTF8')), p_role, least(greatest(p_uses, 1), 200), p_until, me.id);
    PERFORM noted(me, 'invite', p_role);
    PERFORM mend_door();
    RETURN code;
END
$$;

CREATE FUNCTION read_invitations() RETURNS SETOF jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT jsonb_strip_nulls(jsonb_build_object('id', encode(i.code, 'hex'), 'role', i.role, 'left', i.uses_left,
                                                'until', iso(i.until), 'by', i.invited_by))
    FROM invitations i, mine() me
    WHERE i."group" = me."group" AND i.uses_left > 0 AND (i.until IS NULL OR i.until >= current_date)
      AND may(me, 'read', 'invitation:' || i.role, CASE WHEN i.invited_by = me.id THEN ARRAY['own', 'all'] ELSE ARRAY['all'] END)
$$;

CREATE FUNCTION revoke_invitation(p_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := mine();
    found invitations;
BEGIN
    SELECT * INTO found FROM invitations i WHERE i."group" = me."group" AND encode(i.code, 'hex') = p_id;
    IF found.code IS NULL THEN RAISE EXCEPTION 'invitation' USING ERRCODE = 'KG012'; END IF;
    PERFORM require(me, 'withdraw', 'invitation:' || found.role,
                    CASE WHEN found.invited_by = me.id THEN ARRAY['own', 'all'] ELSE ARRAY['all'] END);
    UPDATE invitations i SET uses_left = 0 WHERE i.code = found.code;
    PERFORM noted(me, 'revoke', found.role);
END
$$;

CREATE FUNCTION rename_me(p_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := mine();
BEGIN
    UPDATE members m SET name = p_name WHERE m."group" = me."group" AND m.id = me.id;
END
$$;

-- Somebody must stay who has the first role. Keepers are locked, so that two do not go at once.
CREATE FUNCTION require_keeper(me members, going text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    kept text := (SELECT g.keeper FROM groups g WHERE g.id = me."group" FOR UPDATE);
BEGIN
    IF (SELECT m.role FROM members m WHERE m."group" = me."group" AND m.id = going) <> kept THEN RETURN; END IF;
    IF NOT EXISTS (SELECT FROM members m WHERE m."group" = me."group" AND m.role = kept AND m.id <> going AND m.left_on IS NULL
                   AND m.kept_by IS NULL) THEN
        RAISE EXCEPTION 'last keeper' USING ERRCODE = 'KG010';
    END IF;
END
$$;

CREATE FUNCTION appoint(p_member text, p_role text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := mine();
    found members;
BEGIN
    me := hold(me, ARRAY[p_member]);
    PERFORM role_of(me, p_role);
    found := here(me, p_member);
    IF found.role = p_role THEN RETURN; END IF;
    PERFORM require(me, 'change', 'member:' || found.role, toward(me, p_member));
    PERFORM require(me, 'change', 'member:' || p_role, toward(me, p_member));
    PERFORM require_keeper(me, p_member);
    UPDATE members m SET role = p_role WHERE m."group" = me."group" AND m.id = p_member;
    -- What they could not invite to now, they do not invite to any more.
    UPDATE invitations i SET uses_left = 0
    WHERE i."group" = me."group" AND i.invited_by = p_member AND NOT EXISTS (
        SELECT FROM rules r WHERE r."group" = i."group" AND r.role = p_role AND r.action = 'write' AND r.reach = 'all'
        AND r.matter = 'invitation:' || i.role);
    PERFORM noted(me, 'appoint', p_member || ' ' || p_role);
END
$$;

CREATE FUNCTION admit(p_id text, p_name text, p_role text, p_consent text) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := mine();
    found members;
BEGIN
    me := hold(me, ARRAY[p_id]);
    IF is_full(me."group") AND NOT EXISTS (SELECT FROM members m WHERE m."group" = me."group" AND m.id = p_id AND m.left_on IS NULL) THEN
        RAISE EXCEPTION 'full' USING ERRCODE = 'KG014';
    END IF;
    PERFORM require(me, 'write', 'member:' || role_of(me, p_role), ARRAY['ofWards']);
    SELECT * INTO found FROM members m WHERE m."group" = me."group" AND m.id = p_id;
    IF found.id IS NOT NULL AND found.kept_by IS DISTINCT FROM me.id THEN
        RAISE EXCEPTION 'twice' USING ERRCODE = 'KG013';
    END IF;
    IF found.id IS NULL OR found.left_on IS NOT NULL THEN
        INSERT INTO members ("group", id, name, role, kept_by) VALUES (me."group", p_id, p_name, p_role, me.id)
        ON CONFLICT ("group", id) DO UPDATE
            SET name = excluded.name, role = excluded.role, left_on = NULL, joined = current_date RETURNING * INTO found;
        INSERT INTO guardianships ("group", guardian, ward, consent, noted_by) VALUES (me."group", me.id, p_id, p_consent, me.id)
        ON CONFLICT ("group", guardian, ward) DO UPDATE
            SET consent = excluded.consent, noted_by = excluded.noted_by, since = current_date, withdrawn = NULL;
        PERFORM noted(me, 'admit', p_id);
    END IF;
    RETURN known(found);
END
$$;

-- Takes somebody out, with what goes with them; a code ends with who made it.
CREATE FUNCTION take_out(me members, p_member text) RETURNS SETOF jsonb LANGUAGE plpgsql
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    going text[] := ARRAY(
        SELECT p.id FROM papers p JOIN kinds k ON k."group" = p."group" AND k.kind = p.kind
        WHERE p."group" = me."group" AND NOT p.is_gone
          AND (p.author = p_member AND 'author' = ANY (k.goes_with) OR p.about = p_member AND 'about' = ANY (k.goes_with)));
BEGIN
    RETURN QUERY SELECT told(p) FROM papers p WHERE p."group" = me."group" AND p.id = ANY (going) ORDER BY p.written_at;
    PERFORM empty_papers(me."group", going);
    UPDATE guardianships g SET withdrawn = current_date
    WHERE g."group" = me."group" AND g.withdrawn IS NULL AND p_member IN (g.guardian, g.ward);
    UPDATE invitations i SET uses_left = 0 WHERE i."group" = me."group" AND i.invited_by = p_member;
    PERFORM end_login((SELECT m.login FROM members m WHERE m."group" = me."group" AND m.id = p_member));
    UPDATE members m SET left_on = current_date, name = '', login = NULL WHERE m."group" = me."group" AND m.id = p_member;
END
$$;

CREATE FUNCTION remove_member(p_member text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := hold(mine(), p_member || ARRAY(SELECT m.id FROM members m WHERE m.kept_by = p_member));
    found members := here(me, p_member);
    one text;
BEGIN
    PERFORM require(me, 'withdraw', 'member:' || found.role, toward(me, p_member));
    PERFORM require_keeper(me, p_member);
    FOR one IN SELECT m.id FROM members m WHERE m."group" = me."group" AND m.left_on IS NULL AND m.kept_by = p_member LOOP
        PERFORM take_out(me, one);
    END LOOP;
    PERFORM take_out(me, p_member);
    PERFORM noted(me, 'remove', p_member);
END
$$;

CREATE FUNCTION leave() RETURNS SETOF jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := hold(mine(), ARRAY(SELECT m.id FROM members m WHERE m.kept_by = (mine()).id));
    one text;
    are_others boolean := EXISTS (SELECT FROM members m WHERE m."group" = me."group" AND m.left_on IS NULL AND m.id <> me.id
                                  AND m.kept_by IS DISTINCT FROM me.id);
BEGIN
    IF are_others THEN PERFORM require_keeper(me, me.id); END IF;
    FOR one IN SELECT m.id FROM members m WHERE m."group" = me."group" AND m.left_on IS NULL AND m.kept_by = me.id LOOP
        RETURN QUERY SELECT * FROM take_out(me, one);
    END LOOP;
    RETURN QUERY SELECT * FROM take_out(me, me.id);
    IF NOT are_others THEN DELETE FROM groups g WHERE g.id = me."group"; END IF;
END
$$;

CREATE FUNCTION read_guardianships() RETURNS SETOF jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT jsonb_strip_nulls(jsonb_build_object(
        'id', g.guardian || '.' || g.ward, 'guardian', g.guardian, 'ward', g.ward, 'consent', g.consent, 'notedBy', g.noted_by,
        'since', iso(g.since), 'withdrawn', iso(g.withdrawn)))
    FROM guardianships g, mine() me
    WHERE g."group" = me."group" AND (me.id IN (g.guardian, g.ward) OR may(me, 'write', 'guardianship', ARRAY['all']))
    ORDER BY g.guardian COLLATE "C", g.ward COLLATE "C"
$$;

CREATE FUNCTION bound(me members, p_guardian text, p_ward text) RETURNS text[] LANGUAGE sql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT array_remove(ARRAY['all', CASE WHEN p_guardian = me.id THEN 'own' END, CASE WHEN p_ward = me.id THEN 'aboutMe' END], NULL)
$$;

CREATE FUNCTION consent(p_guardian text, p_ward text, p_what text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := hold(mine(), ARRAY[p_guardian, p_ward]);
BEGIN
    PERFORM here(me, p_guardian);
    PERFORM here(me, p_ward);
    PERFORM require(me, 'write', 'guardianship', bound(me, p_guardian, p_ward));
    IF p_guardian = p_ward THEN RAISE EXCEPTION '%', 'write guardianship ' || me.role USING ERRCODE = 'KG001'; END IF;
    INSERT INTO guardianships ("group", guardian, ward, consent, noted_by) VALUES (me."group", p_guardian, p_ward, p_what, me.id)
    ON CONFLICT ("group", guardian, ward) DO UPDATE
        SET consent = excluded.consent, noted_by = excluded.noted_by, since = current_date, withdrawn = NULL;
    PERFORM noted(me, 'consent', p_guardian || ' ' || p_ward);
END
$$;

CREATE FUNCTION withdraw_consent(p_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := mine();
    bond guardianships;
BEGIN
    SELECT * INTO bond FROM guardianships g WHERE g."group" = me."group" AND g.guardian || '.' || g.ward = p_id;
    IF bond.ward IS NULL THEN RAISE EXCEPTION '%', p_id USING ERRCODE = 'KG011'; END IF;
    PERFORM require(me, 'withdraw', 'guardianship', bound(me, bond.guardian, bond.ward));
    UPDATE guardianships g SET withdrawn = current_date
    WHERE g."group" = me."group" AND g.guardian = bond.guardian AND g.ward = bond.ward AND g.withdrawn IS NULL;
    PERFORM noted(me, 'withdraw consent', bond.guardian || ' ' || bond.ward);
END
$$;
