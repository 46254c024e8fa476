-- Logins, where whoever lays the schema may make roles: one for each device, and one for the door of each account.
SET LOCAL search_path = commonplace_sync;
UPDATE charter SET gives_logins = true;

-- Of all that the registrar could do it does this alone: a name of ours, a password that only its owner knows, one of two groups.
CREATE FUNCTION make_login(p_name text, p_verifier text, p_kind text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF p_name IS NULL OR p_verifier IS NULL OR p_name !~ '^cs_[0-9a-f]{24}$' OR p_kind NOT IN ('device', 'door')
        OR p_verifier !~ '^SCRAM-SHA-256\$4096:[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$'
        OR EXISTS (SELECT FROM pg_roles WHERE rolname = p_name) THEN
        RAISE EXCEPTION 'not allowed' USING ERRCODE = 'KS008';
    END IF;
    EXECUTE format('CREATE ROLE %I NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS INHERIT CONNECTION LIMIT 8', p_name);
    EXECUTE format('GRANT %I TO %I', 'commonplace_sync_' || p_kind, p_name);
    EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', p_name, p_verifier);
END
$$;

-- Ends a login. Nobody can drop the role that they are logged in as: what is left of it, a name of chance, goes when somebody else comes.
CREATE FUNCTION end_login(p_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF p_name !~ '^cs_[0-9a-f]{24}$' OR NOT EXISTS (SELECT FROM pg_roles WHERE rolname = p_name) THEN RETURN; END IF;
    EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', p_name);
    EXECUTE format('REVOKE commonplace_sync_device, commonplace_sync_door FROM %I', p_name);
    EXECUTE format('GRANT commonplace_sync_gone TO %I', p_name);
END
$$;

-- Takes away what is left of logins that ended.
CREATE FUNCTION sweep_logins() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    one text;
BEGIN
    FOR one IN
        SELECT r.rolname FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member
        WHERE m.roleid = 'commonplace_sync_gone'::regrole AND NOT r.rolcanlogin AND r.rolname ~ '^cs_[0-9a-f]{24}$' LIMIT 10
    LOOP
        BEGIN
            EXECUTE format('DROP ROLE %I', one);
        -- Somebody else drops it now, or it is still at work.
        EXCEPTION WHEN OTHERS THEN NULL;
        END;
    END LOOP;
END
$$;
