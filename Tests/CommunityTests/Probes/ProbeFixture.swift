import CommunityAdapters
import Foundation
import Kernel
import TestSupport

/// A community in a database, with two participants, a developer and private content of each.
struct ProbeFixture {
    /// The people who log in. A stranger has only the entry role, whose password is public.
    enum Person: String, CaseIterable {
        case mina = "participant"
        case zoe = "other participant"
        case anna = "developer"
        case stranger
    }

    /// Text that no other person may see.
    static let secret = "MINAS-SECRET"
    static let note = "ANNAS-NOTE"

    let server: PrivateServer
    /// The values of `:mina`, `:zoe`, `:anna` and `:launcher` in statements.
    private let words: [String: String]

    /// - Parameter role: The role that installs the schema: a superuser or the owner of the
    ///   database.
    init(layingAs role: String = "postgres") throws {
        let server = try PrivateServer()
        try ProbeFixture.checked(server.psql("BEGIN;\n" + CommunitySchema.current.script() + "\nCOMMIT;", as: role))
        func superuser(_ sql: String) throws -> String {
            try ProbeFixture.checked(server.psql(ProbeFixture.searchPath + sql, as: "postgres"))
        }
        _ = try superuser(
            """
            INSERT INTO invitations (app, code, kind, label, uses_left) VALUES ('*', sha256('first'), 'developer', 'Anna', 1);
            INSERT INTO invitations (app, code, kind, uses_left) VALUES ('*', sha256('people'), 'participant', 1000);
            """)
        var words = ["stranger": "commonplace_door"]
        for (person, code, author) in [(Person.anna, "first", "a"), (.mina, "people", "m"), (.zoe, "people", "z")] {
            let name = String(repeating: author, count: 26)
            _ = try superuser("SELECT knock('\(code)');")
            let login = try superuser("SELECT login FROM enrol('\(code)', '\(name)', \(ProbeFixture.anyVerifier));")
            _ = try superuser("ALTER ROLE \(login) PASSWORD '\(person.rawValue)';")
            words["\(person)"] = login
        }
        words["launcher"] = try superuser(
            "SELECT pid FROM pg_stat_activity WHERE backend_type = 'logical replication launcher';")
        self.server = server
        self.words = words
        try addContent()
    }

    /// Runs SQL as a person, in the schema of the community.
    func session(_ person: Person, _ sql: String) throws -> Psql {
        let password = person == .stranger ? "commonplace" : person.rawValue
        return try server.psql(ProbeFixture.searchPath + resolved(sql), as: words["\(person)"], password: password)
    }

    /// Runs SQL as a superuser, to check results and statements.
    func superuser(_ sql: String) throws -> Psql {
        try server.psql(ProbeFixture.searchPath + resolved(sql), as: "postgres")
    }

    /// Runs SQL as a person. It must succeed.
    @discardableResult
    func run(_ person: Person, _ sql: String) throws -> String { try ProbeFixture.checked(session(person, sql)) }

    private func resolved(_ sql: String) -> String {
        words.reduce(sql) { $0.replacingOccurrences(of: ":\($1.key)", with: $1.value) }
    }

    private func addContent() throws {
        try run(
            .anna,
            "SELECT keep_item('\(ProbeFixture.item("video", "Planned"))'), keep_item('\(ProbeFixture.item("old", "Planned"))');"
        )
        try run(
            .mina,
            """
            SELECT send_feedback('dojang', '\(ProbeFixture.feedback("f-mina", ProbeFixture.secret))', 'box', 1);
            SELECT send_suggestion('dojang', '{"id":"s-mina","title":"Bells","description":"loud","submittedAt":"2026-11-20T10:00:00Z"}', 'box', 2);
            SELECT cast_vote('dojang', 'video'), cast_vote('dojang', 'old');
            """)
        try run(
            .anna,
            """
            SELECT triage_feedback('dojang', 'f-mina', ARRAY['\(ProbeFixture.note)'], 'High');
            SELECT judge('dojang', 's-mina', 'UnderReview', '\(ProbeFixture.note)');
            SELECT keep_item('\(ProbeFixture.item("old", "Released"))', 'dojang');
            """)
        _ = try superuser("ANALYZE;")
    }

    static func item(_ id: String, _ status: String) -> String {
        """
        {"id":"\(id)","title":"\(id)","description":"What it brings","priority":1,"estimatedRelease":"v2","status":"\(status)","category":"UX",\
        "icon":"","createdAt":"2026-11-20T10:00:00Z","app":"dojang"}
        """
    }

    static func feedback(_ id: String, _ text: String, more: String = "") -> String {
        """
        {"id":"\(id)","author":"x","category":"Bug","text":"\(text)","timestamp":"2026-11-20T10:00:00Z",\
        "device":{"app":"dojang","appVersion":"1","system":"Linux","machine":"x86_64"},"usage":{"belt":"1st Dan"}\(more)}
        """
    }

    /// A verifier that matches no password.
    static let anyVerifier = """
        'SCRAM-SHA-256$4096:' || repeat('A', 22) || '==$' || repeat('A', 43) || '=:' || repeat('A', 43) || '='
        """

    static let searchPath = "SET search_path = commonplace_community, pg_catalog;\n"

    @discardableResult
    private static func checked(_ session: Psql) throws -> String {
        if let refusal = session.refusal { throw Failure(.init("refused"), refusal.description) }
        return session.output
    }
}
