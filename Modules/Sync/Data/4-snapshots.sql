-- Snapshots, and what goes when one holds it.
SET LOCAL search_path = commonplace_sync;

-- Whether one goes no further than the other in any stream.
CREATE FUNCTION is_held(p_one jsonb, p_other jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT NOT EXISTS (SELECT FROM jsonb_each_text(p_one) o WHERE o.value::numeric > coalesce((p_other ->> o.key)::numeric, 0))
$$;

-- Leaves a snapshot, in the place of those that go no further, unless there is one that goes as far.
CREATE FUNCTION offer_snapshot(p_through text, p_bytes bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
    named jsonb := p_through::jsonb;
BEGIN
    PERFORM FROM accounts a WHERE a.account = own FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM snapshots s WHERE s.account = own AND is_held(named, s.through)) THEN RETURN; END IF;
    DELETE FROM snapshots s WHERE s.account = own AND is_held(s.through, named);
    INSERT INTO snapshots (account, through, reach, bytes)
    VALUES (own, named, (SELECT coalesce(sum(o.value::numeric), 0) FROM jsonb_each_text(named) o), p_bytes);
END
$$;

-- The one that goes furthest, without its bytes.
CREATE FUNCTION last_snapshot() RETURNS TABLE (snapshot text, through text, size bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN QUERY SELECT s.snapshot, s.through::text, octet_length(s.bytes)::bigint FROM snapshots s WHERE s.account = own
                 ORDER BY s.reach DESC, s.snapshot LIMIT 1;
END
$$;

-- A part of it; nothing where another one is in its place.
CREATE FUNCTION snapshot_slice(p_snapshot text, p_from bigint, p_count bigint) RETURNS bytea LANGUAGE plpgsql
STABLE SECURITY DEFINER SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN (SELECT substring(s.bytes FROM p_from::integer + 1 FOR p_count::integer) FROM snapshots s
            WHERE s.account = own AND s.snapshot = p_snapshot);
END
$$;

-- Removes parcels of a stream up to a number, as far as the snapshot holds them; never the last one, which says how far the stream went.
CREATE FUNCTION collect(p_device text, p_through bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
    held numeric;
    gone bigint;
BEGIN
    held := (SELECT least(p_through, (s.through ->> p_device)::numeric) FROM snapshots s WHERE s.account = own
             AND s.through ? p_device AND s.reach = (SELECT max(o.reach) FROM snapshots o WHERE o.account = own) LIMIT 1);
    IF NOT EXISTS (SELECT FROM parcels p WHERE p.account = own AND p.device = p_device AND p.last <= held) THEN RETURN; END IF;
    PERFORM FROM accounts a WHERE a.account = own FOR NO KEY UPDATE;
    WITH away AS (
        DELETE FROM parcels p WHERE p.account = own AND p.device = p_device AND p.last <= held
        AND p.last < (SELECT max(o.last) FROM parcels o WHERE o.account = own AND o.device = p_device)
        RETURNING octet_length(p.bytes) AS size)
    SELECT sum(size) INTO gone FROM away;
    IF gone IS NOT NULL THEN UPDATE accounts a SET bytes = a.bytes - gone WHERE a.account = own; END IF;
END
$$;

-- How many bytes lie in parcels, and how many in the last snapshot.
CREATE FUNCTION sizes() RETURNS TABLE (parcels bigint, snapshot bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN QUERY SELECT a.bytes, coalesce((SELECT octet_length(s.bytes)::bigint FROM snapshots s WHERE s.account = own
                                           ORDER BY s.reach DESC, s.snapshot LIMIT 1), 0)
                 FROM accounts a WHERE a.account = own;
END
$$;
