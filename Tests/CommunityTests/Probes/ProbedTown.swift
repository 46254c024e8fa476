import Foundation
import Kernel
import TestBench

/// A community that a database guards: two participants, a developer, and what each of them would not show to everybody.
struct ProbedTown {
    /// Those who log in. A stranger has nothing but the door, whose password everybody knows.
    enum Person: String, CaseIterable {
        case mina = "participant"
        case zoe = "other participant"
        case anna = "developer"
        case stranger
    }

    /// What is written here comes to nobody else's eyes.
    static let secret = "MINAS-SECRET"
    static let note = "ANNAS-NOTE"

    let server: PrivateServer
    /// Who is meant by `:mina`, `:zoe`, `:anna` in a statement, and what by `:launcher`.
    private let words: [String: String]

    /// - Parameter role: who lays the schema: a superuser, or the owner of the database.
    init(layingAs role: String = "postgres") throws {
        let server = try PrivateServer()
        try ProbedTown.done(server.psql("BEGIN;\n" + ProbedTown.schema + "\nCOMMIT;", as: role))
        func god(_ sql: String) throws -> String { try ProbedTown.done(server.psql(ProbedTown.inside + sql, as: "postgres")) }
        _ = try god(
            """
            INSERT INTO invitations (app, code, kind, label, uses_left) VALUES ('*', sha256('first'), 'developer', 'Anna', 1);
            INSERT INTO invitations (app, code, kind, uses_left) VALUES ('*', sha256('people'), 'participant', 1000);
            """)
        var words = ["stranger": "commonplace_door"]
        for (person, code, author) in [(Person.anna, "first", "a"), (.mina, "people", "m"), (.zoe, "people", "z")] {
            let name = String(repeating: author, count: 26)
            _ = try god("SELECT knock('\(code)');")
            let login = try god("SELECT login FROM enrol('\(code)', '\(name)', \(ProbedTown.anyVerifier));")
            _ = try god("ALTER ROLE \(login) PASSWORD '\(person.rawValue)';")
            words["\(person)"] = login
        }
        words["launcher"] = try god("SELECT pid FROM pg_stat_activity WHERE backend_type = 'logical replication launcher';")
        (self.server, self.words) = (server, words)
        try furnish()
    }

    /// A session of somebody, in the schema of the community.
    func session(_ person: Person, _ sql: String) throws -> Psql {
        let password = person == .stranger ? "commonplace" : person.rawValue
        return try server.psql(ProbedTown.inside + named(sql), as: words["\(person)"], password: password)
    }

    /// A session of a superuser, who is asked what is so, and whether a statement is one at all.
    func god(_ sql: String) throws -> Psql { try server.psql(ProbedTown.inside + named(sql), as: "postgres") }

    /// What somebody does who is asked to in the story; it must not fail.
    @discardableResult
    func told(_ person: Person, _ sql: String) throws -> String { try ProbedTown.done(session(person, sql)) }

    private func named(_ sql: String) -> String {
        words.reduce(sql) { $0.replacingOccurrences(of: ":\($1.key)", with: $1.value) }
    }

    private func furnish() throws {
        try told(
            .anna,
            "SELECT keep_item('\(ProbedTown.item("video", "Planned"))'), keep_item('\(ProbedTown.item("old", "Planned"))');")
        try told(
            .mina,
            """
            SELECT send_feedback('dojang', '\(ProbedTown.feedback("f-mina", ProbedTown.secret))', 'box', 1);
            SELECT send_suggestion('dojang', '{"id":"s-mina","title":"Bells","description":"loud","submittedAt":"2026-11-20T10:00:00Z"}', 'box', 2);
            SELECT cast_vote('dojang', 'video'), cast_vote('dojang', 'old');
            """)
        try told(
            .anna,
            """
            SELECT triage_feedback('dojang', 'f-mina', ARRAY['\(ProbedTown.note)'], 'High');
            SELECT judge('dojang', 's-mina', 'UnderReview', '\(ProbedTown.note)');
            SELECT keep_item('\(ProbedTown.item("old", "Released"))', 'dojang');
            """)
        _ = try god("ANALYZE;")
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

    /// One that no password belongs to.
    static let anyVerifier = """
        'SCRAM-SHA-256$4096:' || repeat('A', 22) || '==$' || repeat('A', 43) || '=:' || repeat('A', 43) || '='
        """

    static let inside = "SET search_path = commonplace_community, pg_catalog;\n"

    /// The files of the schema in their order.
    static let schema: String = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Modules/Community/Data")
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".sql") }
        return names.sorted().map { (try? String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) ?? "" }.joined()
    }()

    @discardableResult
    private static func done(_ session: Psql) throws -> String {
        if let refusal = session.refusal { throw Failure(.init("refused"), refusal.description) }
        return session.output
    }
}
