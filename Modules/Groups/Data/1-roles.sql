-- Who there is. Names of roles belong to the whole server; rights belong to this database alone.
DO $$
DECLARE
    role text;
BEGIN
    FOREACH role IN ARRAY ARRAY['commonplace_groups_owner', 'commonplace_groups_registrar', 'commonplace_groups_member',
                                'commonplace_groups_gone', 'commonplace_groups_door'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', role);
        END IF;
    END LOOP;
END
$$;

-- Owns the tables, and whatever decides about them. Nobody can log in as it. The registrar makes and ends logins, and owns the functions that do.
ALTER ROLE commonplace_groups_owner NOLOGIN;
ALTER ROLE commonplace_groups_registrar NOLOGIN CREATEROLE;
SET LOCAL client_min_messages = warning;
-- From PostgreSQL 16 on, nobody gives a role a password over whom they have no such option.
GRANT commonplace_groups_member, commonplace_groups_gone, commonplace_groups_door TO commonplace_groups_registrar WITH ADMIN OPTION;
-- Whoever lays the schema may act for both until it lies.
GRANT commonplace_groups_owner, commonplace_groups_registrar TO CURRENT_USER;
-- Lets in whoever has a code. Its password is known to everybody: it may ask by a code and come in by one, and nothing else.
ALTER ROLE commonplace_groups_door LOGIN CONNECTION LIMIT 50 PASSWORD 'commonplace';

DO $$
BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO commonplace_groups_member, commonplace_groups_door', current_database());
END
$$;
REVOKE ALL ON SCHEMA public FROM PUBLIC;

CREATE SCHEMA commonplace_groups AUTHORIZATION commonplace_groups_owner;
GRANT USAGE ON SCHEMA commonplace_groups TO commonplace_groups_member, commonplace_groups_door, commonplace_groups_registrar;
GRANT CREATE ON SCHEMA commonplace_groups TO commonplace_groups_registrar;
