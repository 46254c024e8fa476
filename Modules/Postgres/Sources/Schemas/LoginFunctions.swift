/// The SQL functions of a schema that create and end its logins: `make_login`, `end_login` and
/// `sweep_logins`, and `mend_door` for a schema with a door.
///
/// A door is a login role with a public password. New members connect through it and create their
/// own login.
///
/// A registrar role owns them. They create only logins with a name and a verifier of fixed form.
package struct LoginFunctions: Sendable {
    /// The start of each login's name.
    private let prefix: String
    /// The start of the names of the schema's roles.
    private let rolePrefix: String
    /// The kinds of logins, each the rest of a role's name.
    private let kinds: [String]
    /// Whether `make_login` may change the password of an existing login.
    private let isRenewable: Bool
    /// Whether the schema has a door, which `mend_door` resets.
    private let hasDoor: Bool
    /// The error that `make_login` raises for invalid parameters.
    private let refusal: (message: String, state: String)

    /// Creates the functions.
    ///
    /// - Parameters:
    ///   - prefix: the start of each login's name. An underscore and 24 digits follow.
    ///   - rolePrefix: the start of the names of the schema's roles, also of `gone` and `door`.
    ///   - kinds: the roles of logins. With several, `make_login` takes the kind of a login.
    ///   - isRenewable: whether `make_login` gives an existing login another password.
    ///   - refusal: the message and code of `make_login`.
    package init(
        prefix: String, rolePrefix: String, kinds: [String], isRenewable: Bool = false, hasDoor: Bool = false,
        refusal: (message: String, state: String)
    ) {
        self.prefix = prefix
        self.rolePrefix = rolePrefix
        self.kinds = kinds
        self.isRenewable = isRenewable
        self.hasDoor = hasDoor
        self.refusal = refusal
    }

    func script(in schema: String) -> String {
        "SET LOCAL search_path = \(schema);\n" + creationScript + endingScript + (hasDoor ? doorReset : "")
    }

    /// The pattern of a login's name, as an SQL literal.
    private var name: String { "'^\(prefix)_[0-9a-f]{24}$'" }
    /// The role of logins that have ended.
    private var goneRole: String { "\(rolePrefix)_gone" }

    private var creationScript: String {
        let kind = kinds.count > 1 ? "p_kind" : "'\(kinds.joined())'"
        let list = kinds.map { "'\($0)'" }.joined(separator: ", ")
        return """
            -- Creates a login with a name of fixed form, a password that only its owner knows, and one of these roles.
            -- The registrar, as whom it works, may do more.
            CREATE FUNCTION make_login(p_name text, p_verifier text\(kinds.count > 1 ? ", p_kind text" : "")) RETURNS void
            LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            DECLARE
                is_new boolean := NOT EXISTS (SELECT FROM pg_roles WHERE rolname = p_name);
            BEGIN
                IF p_name IS NULL OR p_verifier IS NULL OR \(kind) IS NULL
                    OR p_name !~ \(name) OR \(kind) NOT IN (\(list))
                    OR p_verifier !~ '^SCRAM-SHA-256\\$4096:[A-Za-z0-9+/]{22}==\\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$'
                    OR NOT (is_new OR \(isRenewable)) THEN
                    RAISE EXCEPTION '\(refusal.message)' USING ERRCODE = '\(refusal.state)';
                END IF;
                IF is_new THEN
                    EXECUTE format('CREATE ROLE %I NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS INHERIT '
                                   'CONNECTION LIMIT 8', p_name);
                    EXECUTE format('GRANT %I TO %I', '\(rolePrefix)_' || \(kind), p_name);
                END IF;
                EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', p_name, p_verifier);
            END
            $$;

            """
    }

    private var endingScript: String {
        let roles = kinds.map { "\(rolePrefix)_\($0)" }.joined(separator: ", ")
        return """
            -- Ends a login. No session can drop its own role. The rest of it, a random name, goes with `sweep_logins`.
            CREATE FUNCTION end_login(p_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
            SET search_path = pg_catalog, pg_temp AS $$
            BEGIN
                IF p_name IS NULL OR p_name !~ \(name) THEN RETURN; END IF;
                IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = p_name) THEN RETURN; END IF;
                EXECUTE format('ALTER ROLE %I NOLOGIN PASSWORD NULL', p_name);
                EXECUTE format('REVOKE \(roles) FROM %I', p_name);
                EXECUTE format('GRANT \(goneRole) TO %I', p_name);
            END
            $$;

            -- Drops the roles of logins that ended.
            CREATE FUNCTION sweep_logins() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
            SET search_path = pg_catalog, pg_temp AS $$
            DECLARE
                one text;
            BEGIN
                FOR one IN
                    SELECT r.rolname FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member
                    WHERE m.roleid = '\(goneRole)'::regrole AND NOT r.rolcanlogin AND r.rolname ~ \(name) LIMIT 10
                LOOP
                    BEGIN
                        EXECUTE format('DROP ROLE %I', one);
                    -- Another session drops it now, or it is still at work.
                    EXCEPTION WHEN OTHERS THEN NULL;
                    END;
                END LOOP;
            END
            $$;

            """
    }

    /// The SQL function that restores the door's password and settings.
    private var doorReset: String {
        """
        -- Resets the door. Every session may change the password and settings of its own role, also at the door.
        CREATE FUNCTION mend_door() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
            ALTER ROLE \(rolePrefix)_door PASSWORD 'commonplace';
            ALTER ROLE \(rolePrefix)_door RESET ALL;
            EXECUTE format('ALTER ROLE \(rolePrefix)_door IN DATABASE %I RESET ALL', current_database());
        -- Another session resets it now.
        EXCEPTION WHEN internal_error OR lock_not_available THEN NULL;
        END
        $$;

        """
    }
}
