-- Who there is, where whoever lays the schema may make roles. Names of roles belong to the whole server; rights belong to this database alone.
DO $$
DECLARE
    role text;
BEGIN
    FOREACH role IN ARRAY ARRAY['commonplace_sync_owner', 'commonplace_sync_registrar', 'commonplace_sync_device',
                                'commonplace_sync_door', 'commonplace_sync_maker', 'commonplace_sync_gone'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', role);
        END IF;
    END LOOP;
END
$$;

-- Makes and ends logins, and owns the three functions that do that. It owns no table. Nobody can log in as it, or as the owner of the tables.
ALTER ROLE commonplace_sync_registrar NOLOGIN CREATEROLE;
SET LOCAL client_min_messages = warning;
GRANT commonplace_sync_device, commonplace_sync_door, commonplace_sync_gone TO commonplace_sync_registrar WITH ADMIN OPTION;
-- Whoever lays the schema may act for both until it lies, and may make accounts from then on.
GRANT commonplace_sync_owner, commonplace_sync_registrar, commonplace_sync_maker TO CURRENT_USER;

DO $$
DECLARE
    one text;
BEGIN
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO commonplace_sync_device, commonplace_sync_door, commonplace_sync_maker',
                   current_database());
    -- How large tables are every database tells everybody, and with it how much others have, taken together. Only a superuser can close that.
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN RETURN; END IF;
    FOR one IN
        SELECT p.oid::regprocedure::text FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
        WHERE n.nspname = 'pg_catalog'
          AND (p.proname LIKE 'pg\_stat\_get\_%' OR p.proname IN ('pg_relation_size', 'pg_table_size', 'pg_indexes_size',
               'pg_total_relation_size', 'pg_database_size', 'pg_tablespace_size'))
    LOOP
        EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', one);
    END LOOP;
    REVOKE SELECT ON pg_class FROM PUBLIC;
    SELECT string_agg(quote_ident(a.attname), ', ') INTO one FROM pg_attribute a
    WHERE a.attrelid = 'pg_class'::regclass AND NOT a.attisdropped AND a.attname NOT IN ('reltuples', 'relpages', 'relallvisible');
    EXECUTE format('GRANT SELECT (%s) ON pg_class TO PUBLIC', one);
END
$$;
