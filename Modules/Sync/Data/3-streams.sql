-- What devices do. Nobody has a right to a table: of a policy EXPLAIN ANALYZE tells how many lines it left out, of a function it does not.
SET LOCAL search_path = commonplace_sync;

-- Whose the login is; nothing for strangers and doors. Who asks is whoever logged in: SET ROLE does not change that.
CREATE FUNCTION own_account() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
    SELECT l.account FROM logins l WHERE l.login = session_user::text AND l.kind <> 'door'
$$;

-- The same for those who would go on with it.
CREATE FUNCTION entered() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := own_account();
BEGIN
    IF own IS NULL THEN RAISE EXCEPTION 'this login belongs to no account' USING ERRCODE = 'KS001'; END IF;
    RETURN own;
END
$$;

-- Notes that somebody writes under a device's name, with the number of a parcel or without.
CREATE FUNCTION note_device(p_account text, p_device text, p_seq bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
BEGIN
    INSERT INTO devices AS d (account, device, login, seq) VALUES (p_account, p_device, session_user::text, coalesce(p_seq, 0))
    ON CONFLICT (account, device) DO UPDATE SET login = session_user::text, seq = greatest(d.seq, excluded.seq)
    WHERE NOT d.is_removed;
    IF NOT FOUND THEN RAISE EXCEPTION 'this device was removed' USING ERRCODE = 'KS003'; END IF;
END
$$;

-- Adds to a stream, and rings. The same parcel twice is one.
CREATE FUNCTION offer(p_device text, p_first bigint, p_last bigint, p_checksum bigint, p_bytes bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
    there record;
    number bigint;
    channel text;
BEGIN
    -- The account's row, before anything is looked at: whoever comes at the same time sees what stands here then.
    PERFORM FROM accounts a WHERE a.account = own FOR NO KEY UPDATE;
    SELECT p.first, p.last, p.bytes = p_bytes AS is_same INTO there FROM parcels p
    WHERE p.account = own AND p.device = p_device AND p.last >= p_first ORDER BY p.last LIMIT 1;
    IF FOUND AND there.first <= p_last THEN
        IF there.first = p_first AND there.last = p_last AND there.is_same THEN RETURN; END IF;
        RAISE EXCEPTION 'something else stands there' USING ERRCODE = 'KS002';
    END IF;
    UPDATE accounts a SET seq = a.seq + 1, bytes = a.bytes + octet_length(p_bytes) WHERE a.account = own
    RETURNING a.seq, a.bell INTO number, channel;
    PERFORM note_device(own, p_device, number);
    INSERT INTO parcels (account, device, first, last, seq, checksum, bytes)
    VALUES (own, p_device, p_first, p_last, number, p_checksum, p_bytes);
    PERFORM pg_notify(channel, p_device);
END
$$;

-- The next parcels, in order: so many at most, and not many more bytes than that. One that is larger comes without its bytes, which are read in slices.
CREATE FUNCTION next_parcels(p_device text, p_after bigint, p_limit bigint, p_bytes bigint)
RETURNS TABLE (first bigint, last bigint, size bigint, bytes bytea) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN QUERY
    SELECT n.first, n.last, n.size, CASE WHEN n.size <= p_bytes THEN n.bytes END
    FROM (SELECT p.first, p.last, p.bytes, octet_length(p.bytes)::bigint AS size,
                 sum(octet_length(p.bytes)::bigint) OVER (ORDER BY p.first) - octet_length(p.bytes) AS before
          FROM parcels p WHERE p.account = own AND p.device = p_device AND p.first > p_after
          ORDER BY p.first LIMIT greatest(0, p_limit)) n
    WHERE n.before < p_bytes ORDER BY n.first;
END
$$;

-- A part of a large parcel; nothing where it is not there any more.
CREATE FUNCTION parcel_slice(p_device text, p_first bigint, p_from bigint, p_count bigint) RETURNS bytea LANGUAGE plpgsql
STABLE SECURITY DEFINER SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN (SELECT substring(p.bytes FROM p_from::integer + 1 FOR p_count::integer) FROM parcels p
            WHERE p.account = own AND p.device = p_device AND p.first = p_first);
END
$$;

-- How far a stream goes.
CREATE FUNCTION latest(p_device text) RETURNS TABLE (last bigint, checksum bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN QUERY SELECT p.last, p.checksum FROM parcels p WHERE p.account = own AND p.device = p_device
                 ORDER BY p.last DESC LIMIT 1;
END
$$;

-- Who has left something.
CREATE FUNCTION device_names() RETURNS SETOF text LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN QUERY SELECT d.device FROM devices d WHERE d.account = own AND (d.card IS NOT NULL OR d.seq > 0)
                 ORDER BY d.device COLLATE "C";
END
$$;

CREATE FUNCTION card_of(p_device text) RETURNS bytea LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN (SELECT d.card FROM devices d WHERE d.account = own AND d.device = p_device);
END
$$;

CREATE FUNCTION publish(p_device text, p_card bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    PERFORM note_device(own, p_device, NULL);
    UPDATE devices d SET card = p_card WHERE d.account = own AND d.device = p_device;
END
$$;

-- Where news is told, and the number of the last parcel that somebody else has left: whoever listens asks for it, too.
CREATE FUNCTION news(p_device text) RETURNS TABLE (bell text, seq bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN QUERY SELECT a.bell, coalesce((SELECT max(d.seq) FROM devices d WHERE d.account = own AND d.device <> p_device), 0)
                 FROM accounts a WHERE a.account = own;
END
$$;
