-- Papers: read, written, changed, taken back and counted.
SET LOCAL search_path = commonplace_groups;

CREATE FUNCTION told(p papers) RETURNS jsonb LANGUAGE sql STABLE SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    SELECT jsonb_strip_nulls(jsonb_build_object(
        'id', p.id, 'kind', p.kind, 'author', p.author, 'writer', p.writer, 'about', p.about, 'answers', p.answers,
        'audience', jsonb_build_object('audience', p.audience, 'named', to_jsonb(p.named)), 'label', p.label,
        'content', replace(encode(p.content, 'base64'), E'\n', ''), 'writtenAt', iso(p.written_at), 'day', iso(p.day),
        'changedAt', iso(p.changed_at)))
$$;

-- What whoever asks may read; nil for all kinds. A function, since of a policy EXPLAIN ANALYZE tells how many lines it hid. It decides as `sees` does, which
-- is asked only where wards or what is answered come into it: a call for each of ten thousand papers is seconds.
CREATE FUNCTION read_papers(p_kinds text[]) RETURNS SETOF jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    WITH asking AS MATERIALIZED (
        SELECT me, me."group", me.id, me.role, EXISTS (SELECT FROM guardianships g WHERE g."group" = me."group" AND g.guardian = me.id
                                                       AND g.withdrawn IS NULL) AS guards
        FROM mine() me
    ), readable AS MATERIALIZED (
        SELECT r.matter, array_agg(r.reach) AS reaches FROM rules r, asking a
        WHERE r."group" = a."group" AND r.role = a.role AND r.action = 'read' GROUP BY r.matter
    )
    SELECT told(p) FROM asking a JOIN papers p ON p."group" = a."group" JOIN readable r ON r.matter = p.kind,
        LATERAL (SELECT 'own' = ANY (r.reaches) AND p.author = a.id
            OR 'aboutMe' = ANY (r.reaches) AND p.about IS NOT DISTINCT FROM a.id AND p.audience <> 'author'
            OR 'toMe' = ANY (r.reaches) AND (p.author = a.id OR p.audience IN ('everyone', 'role:' || a.role)
                                             OR p.audience = 'members' AND a.id = ANY (p.named))
            OR 'all' = ANY (r.reaches) AND (p.audience <> 'author' OR p.author = a.id)) stands (alone)
    WHERE NOT p.is_gone AND (p_kinds IS NULL OR p.kind = ANY (p_kinds))
        AND CASE WHEN stands.alone AND p.answers IS NULL THEN true
                 WHEN NOT stands.alone AND NOT a.guards THEN false
                 ELSE sees(a.me, p) END
    ORDER BY p.written_at, p.id COLLATE "C"
$$;

-- What a paper must be in any case.
CREATE FUNCTION judge_content(me members, k kinds, p_content bytea, p_label text, p_audience text, p_named text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    one text;
BEGIN
    IF octet_length(p_content) > k.most THEN RAISE EXCEPTION '%', k.most USING ERRCODE = 'KG007'; END IF;
    IF p_audience = 'members' THEN
        FOREACH one IN ARRAY p_named LOOP PERFORM here(me, one); END LOOP;
    ELSIF p_audience LIKE 'role:%' THEN
        IF NOT EXISTS (SELECT FROM roles r WHERE r."group" = me."group" AND 'role:' || r.role = p_audience) THEN
            RAISE EXCEPTION '%', substr(p_audience, 6) USING ERRCODE = 'KG009';
        END IF;
    ELSIF p_audience NOT IN ('author', 'everyone') THEN
        RAISE EXCEPTION 'audience' USING ERRCODE = 'KG001';
    END IF;
    IF p_audience <> 'members' AND p_named <> '{}' THEN RAISE EXCEPTION 'audience' USING ERRCODE = 'KG001'; END IF;
END
$$;

-- Takes a paper, once. In whose name it is written must be the writer's own, or that of somebody for whom they act.
CREATE FUNCTION write_paper(p jsonb) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := mine();
    k kinds;
    known papers;
    fresh papers;
    above papers;
    author members;
BEGIN
    SELECT * INTO k FROM kinds x WHERE x."group" = me."group" AND x.kind = p ->> 'kind';
    IF k.kind IS NULL THEN RAISE EXCEPTION '%', coalesce(p ->> 'kind', '') USING ERRCODE = 'KG006'; END IF;
    me := hold(me, ARRAY[p ->> 'author', p ->> 'about']);
    SELECT * INTO known FROM papers x WHERE x."group" = me."group" AND x.id = p ->> 'id';
    IF known.id IS NOT NULL THEN
        IF known.author <> coalesce(p ->> 'author', '') OR NOT (known.author = me.id OR guards(me, known.author)) THEN
            RAISE EXCEPTION '%', p ->> 'id' USING ERRCODE = 'KG005';
        END IF;
        RETURN false;
    END IF;
    fresh."group" := me."group"; fresh.id := p ->> 'id'; fresh.kind := k.kind; fresh.author := coalesce(p ->> 'author', '');
    fresh.about := p ->> 'about'; fresh.answers := p ->> 'answers'; fresh.audience := coalesce(p #>> '{audience,audience}', '');
    fresh.named := ARRAY(SELECT jsonb_array_elements_text(coalesce(p #> '{audience,named}', '[]'))); fresh.label := p ->> 'label';
    fresh.content := decode(coalesce(p ->> 'content', ''), 'base64'); fresh.written_at := (p ->> 'writtenAt')::timestamptz;
    fresh.day := (p ->> 'day')::date; fresh.taken_on := current_date; fresh.is_gone := false;
    IF fresh.author = me.id THEN
        PERFORM require(me, 'write', k.kind, reaches(me, fresh));
    ELSIF guards(me, fresh.author) THEN
        PERFORM require(me, 'write', k.kind, ARRAY['ofWards']);
        fresh.writer := me.id;
    ELSE
        RAISE EXCEPTION '%', 'write ' || k.kind || ' ' || me.role USING ERRCODE = 'KG001';
    END IF;
    IF fresh.about IS NOT NULL THEN PERFORM here(me, fresh.about); END IF;
    PERFORM judge_content(me, k, fresh.content, fresh.label, fresh.audience, fresh.named);
    IF (fresh.answers IS NULL) = EXISTS (SELECT FROM answerings a WHERE a."group" = me."group" AND a.kind = k.kind) THEN
        RAISE EXCEPTION '%', 'write ' || k.kind || ' ' || me.role USING ERRCODE = 'KG001';
    END IF;
    IF fresh.answers IS NOT NULL THEN
        above := visible(me, fresh.answers);
        author := here(me, fresh.author);
        IF NOT EXISTS (
            SELECT FROM answerings a WHERE a."group" = me."group" AND a.kind = k.kind AND a.answered = above.kind
            AND a.reach = ANY (CASE WHEN fresh.author = me.id THEN reaches(me, above) ELSE reaches_alone(author, above) END)) THEN
            RAISE EXCEPTION '%', 'write ' || k.kind || ' ' || me.role USING ERRCODE = 'KG001';
        END IF;
    END IF;
    IF k.is_once AND EXISTS (SELECT FROM papers x WHERE x."group" = me."group" AND x.kind = k.kind AND x.author = fresh.author
                             AND x.answers IS NOT DISTINCT FROM fresh.answers AND NOT x.is_gone) THEN
        RETURN false;
    END IF;
    IF (SELECT count(*) FROM papers x WHERE x."group" = me."group" AND x.author = fresh.author AND x.taken_on = current_date)
        >= (SELECT most FROM limits WHERE name = 'papers a day') THEN
        RAISE EXCEPTION 'too many' USING ERRCODE = 'KG008';
    END IF;
    IF (SELECT coalesce(sum(octet_length(x.content)), 0) + octet_length(fresh.content) FROM papers x WHERE x."group" = me."group"
        AND x.taken_on = current_date AND coalesce(x.writer, x.author) = me.id)
        > (SELECT most FROM limits WHERE name = 'bytes a day') THEN
        RAISE EXCEPTION 'too many' USING ERRCODE = 'KG008';
    END IF;
    INSERT INTO papers SELECT (fresh).*;
    RETURN true;
END
$$;

CREATE FUNCTION change_paper(p_id text, p_content bytea, p_label text, p_audience text, p_named text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := hold(mine(), '{}');
    paper papers := visible(me, p_id);
    k kinds;
BEGIN
    PERFORM require(me, 'change', paper.kind, reaches(me, paper));
    SELECT * INTO k FROM kinds x WHERE x."group" = me."group" AND x.kind = paper.kind;
    PERFORM judge_content(me, k, p_content, p_label, p_audience, p_named);
    UPDATE papers x SET content = p_content, label = p_label, audience = p_audience, named = p_named, changed_at = clock_timestamp()
    WHERE x."group" = me."group" AND x.id = p_id AND NOT x.is_gone;
    -- It was taken back meanwhile.
    IF NOT FOUND THEN RAISE EXCEPTION '%', p_id USING ERRCODE = 'KG003'; END IF;
END
$$;

-- Makes a paper an empty sheet, and whatever answers it.
CREATE FUNCTION empty_papers(p_group text, p_ids text[]) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
    WITH RECURSIVE going (id) AS (
        SELECT unnest(p_ids) UNION SELECT x.id FROM papers x JOIN going g ON x.answers = g.id WHERE x."group" = p_group
    )
    UPDATE papers x SET is_gone = true, content = '', label = NULL, about = NULL, answers = NULL, audience = 'author', named = '{}',
        writer = NULL
    FROM going g WHERE x."group" = p_group AND x.id = g.id
$$;

CREATE FUNCTION withdraw_paper(p_id text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := hold(mine(), '{}');
    paper papers;
BEGIN
    IF EXISTS (SELECT FROM papers x WHERE x."group" = me."group" AND x.id = p_id AND x.is_gone
               AND (x.author = me.id OR guards(me, x.author))) THEN
        RETURN;
    END IF;
    paper := visible(me, p_id);
    PERFORM require(me, 'withdraw', paper.kind, reaches(me, paper));
    PERFORM empty_papers(me."group", ARRAY[p_id]);
    IF paper.author <> me.id THEN PERFORM noted(me, 'withdraw', p_id); END IF;
END
$$;

-- People by label, from the floor of the kind on.
CREATE FUNCTION count_papers(p_kind text) RETURNS TABLE (label text, people bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_groups, pg_temp AS $$
DECLARE
    me members := mine();
    k kinds;
BEGIN
    SELECT * INTO k FROM kinds x WHERE x."group" = me."group" AND x.kind = p_kind;
    IF k.kind IS NULL THEN RAISE EXCEPTION '%', p_kind USING ERRCODE = 'KG006'; END IF;
    PERFORM require(me, 'count', p_kind, ARRAY['all']);
    IF k.floor IS NULL THEN RAISE EXCEPTION '%', 'count ' || p_kind || ' ' || me.role USING ERRCODE = 'KG001'; END IF;
    RETURN QUERY SELECT x.label, count(DISTINCT x.author) FROM papers x
        WHERE x."group" = me."group" AND x.kind = p_kind AND NOT x.is_gone AND x.label IS NOT NULL AND x.audience <> 'author'
        GROUP BY x.label HAVING count(DISTINCT x.author) >= k.floor ORDER BY x.label COLLATE "C";
END
$$;
