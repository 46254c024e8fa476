-- Accounts begin and end, and devices come and go. Each of these said twice is as said once.
SET LOCAL search_path = commonplace_sync;

-- How far the schema is, and whose the login is.
CREATE FUNCTION standing() RETURNS TABLE (version integer, gives_logins boolean, account text, kind text) LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
    SELECT c.version, c.gives_logins, l.account, l.kind FROM charter c LEFT JOIN logins l ON l.login = session_user::text
$$;

-- Makes an account: with a first device and a door where there are logins, else for whoever asks.
CREATE FUNCTION create_account(p_account text, p_door text, p_door_verifier text, p_login text, p_verifier text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := CASE WHEN (SELECT c.gives_logins FROM charter c) THEN p_login ELSE session_user::text END;
BEGIN
    IF EXISTS (SELECT FROM logins l WHERE l.login = own) THEN
        IF EXISTS (SELECT FROM logins l WHERE l.login = own AND l.account = p_account) THEN RETURN; END IF;
        RAISE EXCEPTION 'this login has another account' USING ERRCODE = 'KS004';
    END IF;
    BEGIN
        INSERT INTO accounts (account) VALUES (p_account);
    EXCEPTION WHEN unique_violation THEN
        RAISE EXCEPTION 'there is such an account' USING ERRCODE = 'KS004';
    END;
    IF own <> session_user::text OR p_login IS NOT NULL THEN
        PERFORM sweep_logins();
        PERFORM make_login(p_login, p_verifier, 'device');
        PERFORM make_login(p_door, p_door_verifier, 'door');
        INSERT INTO logins (login, account, kind) VALUES (p_login, p_account, 'device'), (p_door, p_account, 'door');
    ELSE
        INSERT INTO logins (login, account, kind) VALUES (own, p_account, 'person');
    END IF;
END
$$;

-- Lets a device in, at the door of its account.
CREATE FUNCTION enrol(p_login text, p_verifier text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := (SELECT l.account FROM logins l WHERE l.login = session_user::text AND l.kind = 'door');
BEGIN
    IF own IS NULL THEN RAISE EXCEPTION 'this login belongs to no account' USING ERRCODE = 'KS001'; END IF;
    IF EXISTS (SELECT FROM logins l WHERE l.login = p_login AND l.account = own) THEN RETURN own; END IF;
    IF (SELECT count(*) FROM logins l WHERE l.account = own) >= 200 THEN
        RAISE EXCEPTION 'too many devices' USING ERRCODE = 'KS007';
    END IF;
    PERFORM sweep_logins();
    PERFORM make_login(p_login, p_verifier, 'device');
    INSERT INTO logins (login, account, kind) VALUES (p_login, own, 'device');
    RETURN own;
END
$$;

-- Gives the door of an account another lock, and so ends whatever was known of the last one.
CREATE FUNCTION renew_door(p_door text, p_door_verifier text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
    old text;
BEGIN
    PERFORM FROM accounts a WHERE a.account = own FOR NO KEY UPDATE;
    IF NOT EXISTS (SELECT FROM logins l WHERE l.login = p_door AND l.account = own) THEN
        PERFORM make_login(p_door, p_door_verifier, 'door');
        INSERT INTO logins (login, account, kind) VALUES (p_door, own, 'door');
    END IF;
    FOR old IN SELECT l.login FROM logins l WHERE l.account = own AND l.kind = 'door' AND l.login <> p_door LOOP
        DELETE FROM logins l WHERE l.login = old;
        PERFORM end_login(old);
    END LOOP;
END
$$;

-- Removes a device: nobody writes under its name any more, its login ends, and the door gets another lock. Whether a login ended.
CREATE FUNCTION remove_device(p_device text, p_door text, p_door_verifier text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
    gone text;
BEGIN
    PERFORM FROM accounts a WHERE a.account = own FOR NO KEY UPDATE;
    UPDATE devices d SET is_removed = true WHERE d.account = own AND d.device = p_device RETURNING d.login INTO gone;
    IF NOT FOUND THEN RAISE EXCEPTION 'there is no such device' USING ERRCODE = 'KS006'; END IF;
    IF NOT (SELECT c.gives_logins FROM charter c) THEN RETURN false; END IF;
    PERFORM renew_door(p_door, p_door_verifier);
    IF gone = session_user::text THEN RETURN false; END IF;
    DELETE FROM logins l WHERE l.login = gone AND l.account = own AND l.kind = 'device';
    PERFORM end_login(gone);
    RETURN true;
END
$$;

-- Ends the login of the device that asks. What it left stays: the others read it.
CREATE FUNCTION leave() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
BEGIN
    DELETE FROM logins l WHERE l.login = session_user::text AND l.kind = 'device';
    IF FOUND THEN PERFORM end_login(session_user::text); END IF;
END
$$;

-- Takes away an account with everything in it, and all its logins.
CREATE FUNCTION delete_account() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, commonplace_sync, pg_temp AS $$
DECLARE
    own text := entered();
    one text;
    ending text[] := (SELECT coalesce(array_agg(l.login), '{}') FROM logins l WHERE l.account = own AND l.kind <> 'person');
BEGIN
    DELETE FROM accounts a WHERE a.account = own;
    FOREACH one IN ARRAY ending LOOP PERFORM end_login(one); END LOOP;
END
$$;
