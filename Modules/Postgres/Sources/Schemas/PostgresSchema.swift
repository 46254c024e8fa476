import Kernel

/// The SQL schema of a module: its scripts, in steps from each version to the next.
package struct PostgresSchema: Sendable {
    /// A script of a step.
    package enum Part: Sendable {
        /// A file of the module.
        case file(String)
        /// A file for a caller that may create roles. Other callers skip it.
        case roles(String)
        /// The functions for logins, for a caller that may create roles. Other callers skip them.
        case logins(LoginFunctions)
    }

    /// The name in the database.
    package let name: String
    /// The scripts that lead from each version to the next.
    private let steps: [[Part]]
    private let file: @Sendable (String) -> String?
    /// The schema's name in the scripts.
    private let standard: String
    private let owner: String?
    private let versionQuery: String
    /// The failure for a schema of a newer program.
    private let newer: Failure

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - standard: the name in the scripts.
    ///   - name: the name in this database, if it differs. It replaces the one in the scripts.
    ///   - owner: the role that an administrator needs for the tables, if the query needs it.
    ///   - steps: the first creates the schema.
    ///   - file: returns the text of a file.
    ///   - versionQuery: selects the installed version.
    ///   - newer: the failure for a schema of a newer program.
    package init(
        _ standard: String, named name: String? = nil, owner: String? = nil, steps: [[Part]],
        file: @escaping @Sendable (String) -> String?, versionQuery: String, newer: Failure
    ) {
        self.standard = standard
        self.name = name ?? standard
        self.owner = owner
        self.steps = steps
        self.file = file
        self.versionQuery = versionQuery
        self.newer = newer
    }

    /// The version of this program.
    package var version: Int { steps.count }

    /// Returns the installed version, or nil if there is no schema. The caller's transaction holds
    /// the lock of the schema from then on.
    package func installedVersion(on connection: PostgresConnection) throws -> Int? {
        try lock(on: connection)
        guard try connection.answer("SELECT to_regnamespace($1) IS NOT NULL", .text(name)).first?.bool(0) == true else {
            return nil
        }
        return try asOwner(on: connection) { try connection.answer(withSchemaName(versionQuery)).first?.int(0) }
    }

    /// Creates the schema or updates it from an older version, once even with concurrent callers.
    ///
    /// - Parameter last: the target version, if it is not the newest.
    /// - Returns: the versions before and after.
    @discardableResult
    package func install(on connection: PostgresConnection, upTo last: Int? = nil) throws -> (before: Int, after: Int) {
        let before = try installedVersion(on: connection) ?? 0
        guard before <= version else { throw newer }
        let query = "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
        let makesRoles = try connection.answer(query).first?.bool(0) ?? false
        let last = last ?? version
        for script in try scripts(after: before, upTo: last, makingRoles: makesRoles) {
            try connection.run(script: script)
        }
        return (before, max(before, last))
    }

    /// Returns the whole schema as one script, for a role that may create roles.
    package func script() throws -> String {
        try scripts(after: 0, upTo: version, makingRoles: true).joined(separator: "\n")
    }

    /// Runs a closure while an administrator has the rights of the tables' owner.
    package func asOwner<Value>(on connection: PostgresConnection, _ body: () throws -> Value) throws -> Value {
        guard let owner else { return try body() }
        try connection.run(script: "GRANT \(owner) TO CURRENT_USER")
        let value = try body()
        try connection.run(script: "REVOKE \(owner) FROM CURRENT_USER")
        return value
    }

    private func lock(on connection: PostgresConnection) throws {
        // A superuser may have reserved the function for superusers, whom nothing else excludes.
        let query = "SELECT has_function_privilege('pg_advisory_xact_lock(bigint)', 'EXECUTE')"
        guard try connection.answer(query).first?.bool(0) == true else { return }
        try connection.answer("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", .text(name))
    }

    // MARK: - Scripts

    private func scripts(after first: Int, upTo last: Int, makingRoles: Bool) throws -> [String] {
        try steps.prefix(last).dropFirst(first).joined().compactMap { part -> String? in
            switch part {
            case .file(let name): try text(of: name)
            case .roles(let name): try makingRoles ? text(of: name) : nil
            case .logins(let functions): makingRoles ? withSchemaName(functions.script(in: standard)) : nil
            }
        }
    }

    private func text(of name: String) throws -> String {
        guard let text = file(name) else { throw newer }
        return withSchemaName(text)
    }

    /// Returns a script with the name that the schema has in this database.
    private func withSchemaName(_ text: String) -> String {
        name == standard ? text : text.replacing(standard, with: name)
    }
}

extension PostgresSchema {
    /// Returns the text of a file in a table of embedded files, or nil if there is none.
    package static func text(
        of name: String, in table: some Sequence<(name: UnsafePointer<CChar>?, bytes: UnsafePointer<UInt8>?, size: Int)>
    ) -> String? {
        table.first { $0.name.map { String(cString: $0) } == name }.map {
            String(decoding: UnsafeBufferPointer(start: $0.bytes, count: $0.size), as: UTF8.self)
        }
    }
}
