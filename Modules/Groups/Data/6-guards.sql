-- Who may touch what. Nobody but the owner writes a table; members read few columns of them, by row security, and the rest by functions.
SET LOCAL search_path = commonplace_groups;

DO $$
DECLARE
    one record;
BEGIN
    FOR one IN SELECT tablename AS name FROM pg_tables WHERE schemaname = 'commonplace_groups' LOOP
        EXECUTE format('ALTER TABLE commonplace_groups.%I OWNER TO commonplace_groups_owner', one.name);
        EXECUTE format('ALTER TABLE commonplace_groups.%I ENABLE ROW LEVEL SECURITY', one.name);
        EXECUTE format('ALTER TABLE commonplace_groups.%I FORCE ROW LEVEL SECURITY', one.name);
        EXECUTE format('REVOKE ALL ON commonplace_groups.%I FROM PUBLIC', one.name);
        IF one.name <> 'audit' THEN
            EXECUTE format('CREATE POLICY deciding ON commonplace_groups.%I TO commonplace_groups_owner USING (true) WITH CHECK (true)',
                           one.name);
        END IF;
    END LOOP;
    FOR one IN SELECT p.oid::regprocedure AS name, p.proname FROM pg_proc p
               WHERE p.pronamespace = 'commonplace_groups'::regnamespace LOOP
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', one.name);
        EXECUTE format('ALTER FUNCTION %s OWNER TO %I', one.name,
            CASE WHEN one.proname IN ('make_login', 'end_login', 'sweep_logins', 'mend_door') THEN 'commonplace_groups_registrar'
                 ELSE 'commonplace_groups_owner' END);
    END LOOP;
END
$$;

-- What people did to others is added and read. Not even the owner changes a line: there is no policy for it, and a trigger says no besides.
CREATE POLICY adding ON audit FOR INSERT TO commonplace_groups_owner WITH CHECK (true);
CREATE POLICY looking ON audit FOR SELECT TO commonplace_groups_owner USING (true);
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'the audit is only added to' USING ERRCODE = 'KG001';
END
$$;
REVOKE ALL ON FUNCTION refuse() FROM PUBLIC;
ALTER FUNCTION refuse() OWNER TO commonplace_groups_owner;
CREATE TRIGGER only_added BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse();
ALTER TABLE audit ENABLE ALWAYS TRIGGER only_added;
ALTER TABLE audit ENABLE ALWAYS TRIGGER never_emptied;

-- Rows. Each policy asks the statutes for whoever is logged in.
CREATE POLICY version ON charter FOR SELECT TO commonplace_groups_member, commonplace_groups_door USING (true);
CREATE POLICY own ON groups FOR SELECT TO commonplace_groups_member USING (id = (SELECT my_group()));
CREATE POLICY own ON rules FOR SELECT TO commonplace_groups_member USING ("group" = (SELECT my_group()));
CREATE POLICY readable ON members FOR SELECT TO commonplace_groups_member USING (i_know(members));
CREATE POLICY readable ON papers FOR SELECT TO commonplace_groups_member USING (i_see(papers));

-- Columns, one by one: whoever may read a whole table may read its hidden columns too. Papers are read by `read_papers` alone, since EXPLAIN counts
-- what a policy hides; their policy stands for whoever is granted more one day.
GRANT SELECT (version) ON charter TO commonplace_groups_member, commonplace_groups_door;
GRANT SELECT (id, name, purpose, statutes) ON groups TO commonplace_groups_member;
GRANT SELECT ("group", role, action, matter, reach) ON rules TO commonplace_groups_member;

ALTER DEFAULT PRIVILEGES FOR ROLE commonplace_groups_owner, commonplace_groups_registrar REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_login, end_login, sweep_logins, mend_door TO commonplace_groups_owner;
GRANT EXECUTE ON FUNCTION group_of, enter TO commonplace_groups_door;
GRANT EXECUTE ON FUNCTION my_group, read_group, read_me, read_members, read_papers, read_invitations, read_guardianships, write_paper,
    change_paper, withdraw_paper, count_papers, invite, revoke_invitation, rename_me, appoint, admit, remove_member, leave, consent,
    withdraw_consent TO commonplace_groups_member;

REVOKE CREATE ON SCHEMA commonplace_groups FROM commonplace_groups_registrar;
REVOKE commonplace_groups_owner, commonplace_groups_registrar FROM CURRENT_USER;
