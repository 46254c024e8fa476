-- Who there is. Names of roles belong to the whole server; rights belong to this database alone.
DO $$
DECLARE
    role text;
BEGIN
    FOREACH role IN ARRAY ARRAY['commonplace_owner', 'commonplace_registrar', 'commonplace_participant',
                                'commonplace_developer', 'commonplace_gone', 'commonplace_door'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', role);
        END IF;
    END LOOP;
END
$$;

-- Owns the tables, and whatever decides about them. Nobody can log in as it, and nobody is a member of it.
ALTER ROLE commonplace_owner NOLOGIN;
-- Makes and ends logins, and owns the three functions that do that. It owns no table.
ALTER ROLE commonplace_registrar NOLOGIN CREATEROLE;
SET LOCAL client_min_messages = warning;
-- From PostgreSQL 16 on, nobody gives a role a password over whom they have no such option.
GRANT commonplace_participant, commonplace_developer, commonplace_gone, commonplace_door TO commonplace_registrar WITH ADMIN OPTION;
-- Whoever lays the schema may act for both until it lies.
GRANT commonplace_owner, commonplace_registrar TO CURRENT_USER;
-- Lets in whoever has no login yet. Its password is known to everybody: it may ask to be let in, and nothing else.
ALTER ROLE commonplace_door LOGIN CONNECTION LIMIT 50 PASSWORD 'commonplace';

DO $$
BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO commonplace_participant, commonplace_developer, commonplace_door',
                   current_database());
END
$$;
REVOKE ALL ON SCHEMA public FROM PUBLIC;

-- What every database offers to everybody and nobody here needs: other people's moments, places to keep things, ways to wait.
DO $$
DECLARE
    one text;
BEGIN
    -- Only a superuser can close these. Without, a participant sees that logins are busy, names of chance, and may take up room and locks.
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN RETURN; END IF;
    REVOKE SELECT ON pg_stat_activity, pg_locks, pg_stat_replication, pg_prepared_xacts FROM PUBLIC;
    REVOKE USAGE ON LANGUAGE plpgsql FROM PUBLIC;
    REVOKE USAGE ON LANGUAGE sql FROM PUBLIC;
    FOR one IN
        SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = 'pg_catalog'
          AND (p.proname LIKE 'pg\_stat\_get\_%' OR p.proname LIKE 'pg\_advisory%' OR p.proname LIKE 'pg\_try\_advisory%'
               OR p.proname LIKE 'lo\_%' OR p.proname IN ('lowrite', 'loread', 'pg_lock_status', 'pg_export_snapshot'))
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', one);
    END LOOP;
END
$$;

CREATE SCHEMA commonplace_community AUTHORIZATION commonplace_owner;
GRANT USAGE ON SCHEMA commonplace_community TO commonplace_participant, commonplace_developer, commonplace_door,
    commonplace_registrar;
GRANT CREATE ON SCHEMA commonplace_community TO commonplace_registrar;
