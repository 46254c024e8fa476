-- Photos and other files, in parts beside the records: the second step. What was laid before it keeps none.
DO $$
BEGIN
    IF (SELECT pg_get_userbyid(n.nspowner) = 'commonplace_sync_owner' FROM pg_namespace n WHERE n.nspname = 'commonplace_sync') THEN
        -- Whoever lays it acts for the owner of the tables, until it lies.
        SET LOCAL client_min_messages = warning;
        GRANT commonplace_sync_owner TO CURRENT_USER;
        SET LOCAL ROLE commonplace_sync_owner;
    END IF;
END
$$;
SET LOCAL search_path = commonplace_sync;

-- How many bytes of files each account may leave. Whoever administers the database sets it.
ALTER TABLE charter ADD file_room bigint NOT NULL DEFAULT 20::bigint << 30;
-- How many bytes of files lie there, and how often any came or went.
ALTER TABLE accounts ADD file_bytes bigint NOT NULL DEFAULT 0, ADD file_changes bigint NOT NULL DEFAULT 0;

CREATE TABLE files (
    account text NOT NULL REFERENCES accounts ON DELETE CASCADE,
    -- A name that only devices of the account can make, and which part of the file it is.
    name text NOT NULL CHECK (name COLLATE "C" ~ '^[0-9a-z]{32}$'),
    number bigint NOT NULL CHECK (number BETWEEN 0 AND 999999),
    bytes bytea NOT NULL CHECK (octet_length(bytes) <= 4194304),
    PRIMARY KEY (account, name, number)
);
ALTER TABLE files ALTER bytes SET STORAGE EXTERNAL;
ALTER TABLE files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
REVOKE ALL ON files FROM PUBLIC;
CREATE POLICY own ON files USING (account = (SELECT own_account())) WITH CHECK (account = (SELECT own_account()));

-- Leaves a part, in the place of one that lies there, and rings.
CREATE FUNCTION put_file_part(p_name text, p_number bigint, p_bytes bytea) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
    more bigint;
    channel text;
BEGIN
    -- The account's row first: who leaves something at the same time finds what lies here then.
    PERFORM FROM accounts a WHERE a.account = own FOR NO KEY UPDATE;
    more := octet_length(p_bytes) - coalesce((SELECT octet_length(f.bytes) FROM files f WHERE f.account = own
                                              AND f.name = p_name AND f.number = p_number), 0);
    UPDATE accounts a SET file_bytes = a.file_bytes + more, file_changes = a.file_changes + 1
    WHERE a.account = own AND (more <= 0 OR a.file_bytes + more <= (SELECT c.file_room FROM charter c)) RETURNING a.bell INTO channel;
    IF NOT FOUND THEN RAISE EXCEPTION 'no room' USING ERRCODE = 'KS009'; END IF;
    INSERT INTO files (account, name, number, bytes) VALUES (own, p_name, p_number, p_bytes)
    ON CONFLICT (account, name, number) DO UPDATE SET bytes = excluded.bytes;
    PERFORM pg_notify(channel, '');
END
$$;

-- Which parts of which files lie here.
CREATE FUNCTION file_parts() RETURNS TABLE (name text, numbers text) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN QUERY SELECT f.name, string_agg(f.number::text, ' ' ORDER BY f.number) FROM files f WHERE f.account = own GROUP BY f.name;
END
$$;

CREATE FUNCTION file_part(p_name text, p_number bigint) RETURNS bytea LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN (SELECT f.bytes FROM files f WHERE f.account = own AND f.name = p_name AND f.number = p_number);
END
$$;

-- Removes a part of a file, or all of them.
CREATE FUNCTION remove_file_parts(p_name text, p_number bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
    gone bigint;
BEGIN
    PERFORM FROM accounts a WHERE a.account = own FOR NO KEY UPDATE;
    WITH away AS (
        DELETE FROM files f WHERE f.account = own AND f.name = p_name AND (p_number IS NULL OR f.number = p_number)
        RETURNING octet_length(f.bytes) AS size)
    SELECT sum(size) INTO gone FROM away;
    IF gone IS NULL THEN RETURN; END IF;
    UPDATE accounts a SET file_bytes = a.file_bytes - gone, file_changes = a.file_changes + 1 WHERE a.account = own;
END
$$;

-- How often anything came or went, and how many bytes lie here.
CREATE FUNCTION file_tally() RETURNS TABLE (changes bigint, bytes bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN QUERY SELECT a.file_changes, a.file_bytes FROM accounts a WHERE a.account = own;
END
$$;

-- A part of a file is news too. Who has left it nobody knows here, so its own device hears it as well.
CREATE OR REPLACE FUNCTION news(p_device text) RETURNS TABLE (bell text, seq bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
BEGIN
    RETURN QUERY SELECT a.bell, a.file_changes + coalesce((SELECT max(d.seq) FROM devices d
                                                           WHERE d.account = own AND d.device <> p_device), 0)
                 FROM accounts a WHERE a.account = own;
END
$$;

REVOKE ALL ON FUNCTION put_file_part, file_parts, file_part, remove_file_parts, file_tally FROM PUBLIC;
UPDATE charter SET version = 2;
DO $$
BEGIN
    IF current_user <> 'commonplace_sync_owner' THEN RETURN; END IF;
    GRANT EXECUTE ON FUNCTION put_file_part, file_parts, file_part, remove_file_parts, file_tally TO commonplace_sync_device;
    RESET ROLE;
    REVOKE commonplace_sync_owner FROM CURRENT_USER;
END
$$;
