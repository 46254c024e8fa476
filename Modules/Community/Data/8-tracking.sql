-- The second version, first part: feedback is tracked to its end, and everybody sees when voting for an item is over.
SET LOCAL client_min_messages = warning;
GRANT commonplace_owner TO CURRENT_USER;
SET LOCAL search_path = commonplace_community;

-- How far feedback has come, in the founders' words; developers move it.
ALTER TABLE triage ADD COLUMN stage text
    CHECK (stage IN ('Collect', 'Triage', 'Validate', 'Implement', 'Test', 'Deploy', 'Verify'));
GRANT SELECT (stage) ON triage TO commonplace_developer;
-- Who said the same is found without reading everything.
CREATE INDEX triage_by_sameness ON triage (app, same_as) WHERE same_as IS NOT NULL;

CREATE OR REPLACE VIEW desk_feedback WITH (security_invoker = true) AS
SELECT o.app, o.id, o.author, o.written_at, o.status,
    o.record || jsonb_strip_nulls(jsonb_build_object(
        'tags', coalesce(to_jsonb(t.tags), '[]'::jsonb), 'severity', t.severity, 'stage', t.stage, 'sameAs', t.same_as,
        'resolvedOn', a.resolved_on)) AS record
FROM told o LEFT JOIN triage t ON t.app = o.app AND t.feedback = o.id
    LEFT JOIN answers a ON a.app = o.app AND a.feedback = o.id;

-- Feedback to its end: how bad it is, how many people said the same, how far it has come and what became of it. What says the same as another is
-- counted there; when that one is gone it stands for itself again.
DROP VIEW desk_tracking;
CREATE VIEW desk_tracking WITH (security_invoker = true) AS
SELECT f.app, f.id, f.category, f.body, t.severity,
    (SELECT count(DISTINCT said.author) FROM (
        SELECT f.author
        UNION ALL
        SELECT o.author FROM triage s JOIN feedback o ON o.app = s.app AND o.id = s.feedback
        WHERE s.app = f.app AND s.same_as = f.id) said) AS people,
    coalesce(t.stage, 'Collect') AS stage, coalesce(a.status, 'Pending') AS status, a.target, f.written_at, a.resolved_on
FROM feedback f LEFT JOIN triage t ON t.app = f.app AND t.feedback = f.id
    LEFT JOIN answers a ON a.app = f.app AND a.feedback = f.id
WHERE t.same_as IS NULL OR NOT EXISTS (SELECT FROM feedback o WHERE o.app = t.app AND o.id = t.same_as);

DROP FUNCTION triage_feedback(text, text, text[], text);
CREATE FUNCTION triage_feedback(p_app text, p_feedback text, p_tags text[], p_severity text, p_stage text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
BEGIN
    PERFORM answering(p_app, 'feedback sorted', p_feedback);
    INSERT INTO triage AS t (app, feedback, tags, severity, stage)
    SELECT f.app, f.id, p_tags, p_severity, p_stage FROM feedback f WHERE f.app = p_app AND f.id = p_feedback
    ON CONFLICT (app, feedback) DO UPDATE SET (tags, severity, stage) = (excluded.tags, excluded.severity, excluded.stage);
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
END
$$;

-- Says that feedback says the same as another, or no longer for null. There are no chains: what said the same as the first says the same as the
-- second then, and whoever names one that says the same as a third means that.
CREATE OR REPLACE FUNCTION relate_feedback(p_app text, p_feedback text, p_same_as text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, commonplace_community, pg_temp AS $$
DECLARE
    target text := p_same_as;
BEGIN
    PERFORM answering(p_app, 'feedback related', p_feedback);
    IF p_same_as IS NOT NULL THEN
        PERFORM FROM feedback f WHERE f.app = p_app AND f.id = p_same_as FOR UPDATE;
        IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
        SELECT coalesce((SELECT f.id FROM feedback f WHERE f.app = t.app AND f.id = t.same_as), p_same_as) INTO target
        FROM triage t WHERE t.app = p_app AND t.feedback = p_same_as;
        target := coalesce(target, p_same_as);
    END IF;
    IF p_feedback = target THEN RAISE EXCEPTION 'with itself' USING ERRCODE = 'KC009'; END IF;
    INSERT INTO triage AS t (app, feedback, same_as)
    SELECT f.app, f.id, target FROM feedback f WHERE f.app = p_app AND f.id = p_feedback
    ON CONFLICT (app, feedback) DO UPDATE SET same_as = excluded.same_as;
    IF NOT FOUND THEN RAISE EXCEPTION 'not there' USING ERRCODE = 'KC004'; END IF;
    IF target IS NOT NULL THEN UPDATE triage SET same_as = target WHERE app = p_app AND same_as = p_feedback; END IF;
END
$$;

CREATE OR REPLACE VIEW roadmap WITH (security_invoker = true) AS
SELECT i.app, i.id, i.priority, i.created_at, coalesce(t.votes, 0) AS votes,
    jsonb_strip_nulls(jsonb_build_object(
        'id', i.id, 'title', i.title, 'description', i.body, 'priority', i.priority, 'estimatedRelease', i.promised,
        'status', i.status, 'category', i.category, 'icon', i.icon, 'createdAt', iso(i.created_at), 'app', nullif(i.app, '*'),
        'wordsOf', w.author, 'closesAt', iso(i.closes_at)) || i.state) AS record
FROM items i
    LEFT JOIN (SELECT app, item, sum(votes)::bigint AS votes FROM tallies GROUP BY app, item) t ON t.app = i.app AND t.item = i.id
    LEFT JOIN words w ON w.app = i.app AND w.kind = 'item' AND w.id = i.id;
