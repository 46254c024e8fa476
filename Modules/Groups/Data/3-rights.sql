-- What the statutes say, for whoever is logged in: SET ROLE changes nothing of that. The same decisions as in the program's `GroupTransaction` and `Relation`.
-- What is refused: KG001 not allowed, KG002 no member, KG003 no such paper, KG004 nobody here, KG005 the id is used, KG006 no such kind, KG007 too
-- large, KG008 too many, KG009 no such role, KG010 the last keeper, KG011 no such consent, KG012 no such invitation, KG013 twice,
-- KG014 the group is full.
SET LOCAL search_path = commonplace_groups;

CREATE FUNCTION mine() RETURNS members LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members;
BEGIN
    SELECT * INTO me FROM members m WHERE m.login = session_user AND m.left_on IS NULL;
    IF me.id IS NULL THEN RAISE EXCEPTION 'no member' USING ERRCODE = 'KG002'; END IF;
    RETURN me;
END
$$;

-- One deed after the other, for whoever asks and these people: their lines are held, in one order for all, until it is done. Who asks is told
-- anew, since they may have been removed while they waited.
CREATE FUNCTION hold(me members, p_ids text[]) RETURNS members LANGUAGE plpgsql
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
BEGIN
    PERFORM FROM members m WHERE m."group" = me."group" AND (m.id = me.id OR m.id = ANY (p_ids)) ORDER BY m.id FOR NO KEY UPDATE;
    RETURN mine();
END
$$;

CREATE FUNCTION may(me members, p_action text, p_matter text, p_reaches text[]) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT EXISTS (SELECT FROM rules r WHERE r."group" = me."group" AND r.role = me.role AND r.action = p_action
                   AND r.matter = p_matter AND r.reach = ANY (p_reaches))
$$;

CREATE FUNCTION require(me members, p_action text, p_matter text, p_reaches text[]) RETURNS void LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
BEGIN
    IF NOT may(me, p_action, p_matter, p_reaches) THEN
        RAISE EXCEPTION '%', p_action || ' ' || p_matter || ' ' || me.role USING ERRCODE = 'KG001';
    END IF;
END
$$;

CREATE FUNCTION guards(me members, p_ward text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT EXISTS (SELECT FROM guardianships g JOIN members w ON w."group" = g."group" AND w.id = g.ward AND w.left_on IS NULL
                   WHERE g."group" = me."group" AND g.guardian = me.id AND g.ward = p_ward AND g.withdrawn IS NULL)
$$;

-- How one person stands to a paper themselves.
CREATE FUNCTION standing(who members, p papers) RETURNS text[] LANGUAGE sql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT array_remove(ARRAY[
        CASE WHEN p.author = who.id THEN 'own' END,
        CASE WHEN p.about = who.id AND p.audience <> 'author' THEN 'aboutMe' END,
        CASE WHEN p.author = who.id OR p.audience = 'everyone' OR p.audience = 'role:' || who.role
                  OR p.audience = 'members' AND who.id = ANY (p.named) THEN 'toMe' END], NULL)
$$;

-- The same with everything that is not for its author alone.
CREATE FUNCTION reaches_alone(who members, p papers) RETURNS text[] LANGUAGE sql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT standing(who, p) || CASE WHEN p.audience <> 'author' OR p.author = who.id THEN ARRAY['all'] ELSE '{}' END
$$;

-- And with wards.
CREATE FUNCTION reaches(me members, p papers) RETURNS text[] LANGUAGE sql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT reaches_alone(me, p)
        || CASE WHEN EXISTS (SELECT FROM guardianships g JOIN members w ON w."group" = g."group" AND w.id = g.ward
                             WHERE g."group" = me."group" AND g.guardian = me.id AND g.withdrawn IS NULL AND w.left_on IS NULL
                             AND standing(w, p) <> '{}') THEN ARRAY['ofWards'] ELSE '{}' END
$$;

-- Whether a paper may be read, and with it whatever it answers.
CREATE FUNCTION sees(me members, p papers) RETURNS boolean LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    above papers;
BEGIN
    IF p.is_gone OR p."group" <> me."group" OR NOT may(me, 'read', p.kind, reaches(me, p)) THEN RETURN false; END IF;
    IF p.answers IS NULL THEN RETURN true; END IF;
    SELECT * INTO above FROM papers o WHERE o."group" = p."group" AND o.id = p.answers AND NOT o.is_gone;
    IF above.id IS NULL OR above.kind = p.kind THEN RETURN false; END IF;
    RETURN sees(me, above);
END
$$;

-- For policies: each asks who is logged in.
CREATE FUNCTION i_see(p papers) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$ SELECT sees(mine(), p) $$;

CREATE FUNCTION my_group() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$ SELECT (mine())."group" $$;

-- How I stand to somebody.
CREATE FUNCTION toward(me members, p_member text) RETURNS text[] LANGUAGE sql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT ARRAY['all'] || CASE WHEN p_member = me.id THEN ARRAY['own', 'aboutMe'] ELSE '{}' END
        || CASE WHEN guards(me, p_member) THEN ARRAY['ofWards'] ELSE '{}' END
$$;

CREATE FUNCTION i_know(p_member members) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := mine();
BEGIN
    RETURN p_member."group" = me."group" AND p_member.left_on IS NULL
        AND (p_member.id = me.id OR may(me, 'read', 'member:' || p_member.role, toward(me, p_member.id))
            -- Whoever acts for somebody is known to them.
            OR EXISTS (SELECT FROM guardianships g WHERE g."group" = me."group" AND g.guardian = p_member.id AND g.ward = me.id
                AND g.withdrawn IS NULL));
END
$$;

CREATE FUNCTION here(me members, p_member text) RETURNS members LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    found members;
BEGIN
    SELECT * INTO found FROM members m WHERE m."group" = me."group" AND m.id = p_member AND m.left_on IS NULL;
    IF found.id IS NULL THEN RAISE EXCEPTION '%', p_member USING ERRCODE = 'KG004'; END IF;
    RETURN found;
END
$$;

-- A paper that I may read.
CREATE FUNCTION visible(me members, p_id text) RETURNS papers LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    found papers;
BEGIN
    SELECT * INTO found FROM papers p WHERE p."group" = me."group" AND p.id = p_id;
    IF found.id IS NULL OR NOT sees(me, found) THEN RAISE EXCEPTION '%', p_id USING ERRCODE = 'KG003'; END IF;
    RETURN found;
END
$$;

CREATE FUNCTION noted(me members, p_deed text, p_subject text) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    INSERT INTO audit ("group", member, deed, subject) VALUES (me."group", me.id, p_deed, p_subject)
$$;

-- An instant and a day as all programs of this house write them, whatever the session calls a date.
CREATE FUNCTION iso(day date) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT pg_catalog.to_char(day, 'YYYY-MM-DD')
$$;

CREATE FUNCTION iso(at timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT pg_catalog.to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
