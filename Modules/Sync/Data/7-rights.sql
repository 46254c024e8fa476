-- Who sees what: the lines of their own account, through functions, and nothing else. Forced, so that it holds for the owner of the tables too, as whom
-- the functions work.
DO $$
DECLARE
    one record;
    has_roles boolean := (SELECT gives_logins FROM commonplace_sync.charter);
BEGIN
    IF has_roles THEN GRANT CREATE ON SCHEMA commonplace_sync TO commonplace_sync_owner, commonplace_sync_registrar; END IF;
    FOR one IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'commonplace_sync' LOOP
        EXECUTE format('ALTER TABLE commonplace_sync.%I ENABLE ROW LEVEL SECURITY', one.name);
        EXECUTE format('ALTER TABLE commonplace_sync.%I FORCE ROW LEVEL SECURITY', one.name);
        EXECUTE format('REVOKE ALL ON commonplace_sync.%I FROM PUBLIC', one.name);
        IF one.name NOT IN ('charter', 'logins') THEN
            EXECUTE format('CREATE POLICY own ON commonplace_sync.%I USING (account = (SELECT commonplace_sync.own_account())) '
                           'WITH CHECK (account = (SELECT commonplace_sync.own_account()))', one.name);
        END IF;
        IF has_roles THEN EXECUTE format('ALTER TABLE commonplace_sync.%I OWNER TO commonplace_sync_owner', one.name); END IF;
    END LOOP;
    -- By these it is known whose a login is; they hold nothing else.
    CREATE POLICY deciding ON commonplace_sync.charter USING (true);
    CREATE POLICY deciding ON commonplace_sync.logins USING (true);
    -- A new account is nobody's yet.
    CREATE POLICY beginning ON commonplace_sync.accounts FOR INSERT WITH CHECK (true);
    FOR one IN SELECT p.oid::regprocedure AS name, p.proname FROM pg_proc p
               WHERE p.pronamespace = 'commonplace_sync'::regnamespace LOOP
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', one.name);
        CONTINUE WHEN NOT has_roles;
        EXECUTE format('ALTER FUNCTION %s OWNER TO %I', one.name,
            CASE WHEN one.proname IN ('make_login', 'end_login', 'sweep_logins') THEN 'commonplace_sync_registrar'
                 ELSE 'commonplace_sync_owner' END);
    END LOOP;
    IF NOT has_roles THEN RETURN; END IF;
    SET LOCAL search_path = commonplace_sync;
    ALTER SCHEMA commonplace_sync OWNER TO commonplace_sync_owner;
    REVOKE CREATE ON SCHEMA commonplace_sync FROM commonplace_sync_registrar;
    GRANT USAGE ON SCHEMA commonplace_sync TO commonplace_sync_registrar, commonplace_sync_device, commonplace_sync_door,
        commonplace_sync_maker;
    GRANT EXECUTE ON FUNCTION make_login, end_login, sweep_logins TO commonplace_sync_owner;
    GRANT EXECUTE ON FUNCTION standing TO commonplace_sync_device, commonplace_sync_door, commonplace_sync_maker;
    GRANT EXECUTE ON FUNCTION create_account TO commonplace_sync_maker;
    GRANT EXECUTE ON FUNCTION enrol TO commonplace_sync_door;
    GRANT EXECUTE ON FUNCTION offer, next_parcels, parcel_slice, latest, device_names, card_of, publish, news, offer_snapshot,
        last_snapshot, snapshot_slice, collect, sizes, renew_door,
        remove_device, leave, delete_account TO commonplace_sync_device;
    REVOKE commonplace_sync_owner, commonplace_sync_registrar FROM CURRENT_USER;
END
$$;
