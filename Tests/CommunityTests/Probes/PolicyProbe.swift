import Kernel
import TestSupport

/// One SQL statement of an attacker.
struct PolicyProbe {
    /// The expected defense.
    enum Defense {
        /// The server refuses the statement with this SQLSTATE.
        case state(String)
        /// Row level security returns no row.
        case nothing
        /// The statement may run. This query returns the same before and after it.
        case same(String)
        /// The statement may run. Its output does not contain this text.
        case without(String)
    }

    let person: ProbeFixture.Person
    let sql: String
    let defense: Defense
    /// Whether a superuser can run the statement. This shows that the defense stops it, not a
    /// mistake in the SQL.
    let runsAsSuperuser: Bool
    /// Whether a schema that no superuser installed allows it.
    let takesSuperuser: Bool

    init(
        _ person: ProbeFixture.Person, _ sql: String, _ defense: Defense, superuser: Bool = true,
        takesSuperuser: Bool = false
    ) {
        self.person = person
        self.sql = sql
        self.defense = defense
        runsAsSuperuser = superuser
        self.takesSuperuser = takesSuperuser
    }

    /// The result: the refusal, or the output of a successful attack.
    enum Outcome {
        case refused(String)
        case open(String)
    }

    func run(in fixture: ProbeFixture) throws -> Outcome {
        if runsAsSuperuser { try checkWithSuperuser(fixture) }
        var before = ""
        if case .same(let question) = defense { before = try fixture.superuser(question).output }
        let session = try fixture.session(person, sql)
        let output = session.output + session.messages
        if output.contains(ProbeFixture.secret) && person != .mina || output.contains(ProbeFixture.note) {
            return .open("says what is nobody's to see: \(output.prefix(200))")
        }
        switch defense {
        case .state(let state):
            guard let refusal = session.refusal else { return .open("let through: \(session.output.prefix(200))") }
            return refusal.state == state
                ? .refused(refusal.description) : .open("stopped by something else: \(refusal)")
        case .nothing:
            if let refusal = session.refusal { return .open("stopped by something else: \(refusal)") }
            return session.output.isEmpty
                ? .refused("row level security: no row") : .open("rows: \(session.output.prefix(200))")
        case .same(let question):
            let after = try fixture.superuser(question).output
            let result = session.refusal?.description ?? "let through, and nothing came of it"
            return before == after
                ? .refused("\(result); it stays \(after)") : .open("\(question): \(before) became \(after)")
        case .without(let words):
            return output.contains(words)
                ? .open("says “\(words)”: \(output.prefix(300))") : .refused("what is said does not tell")
        }
    }

    private func checkWithSuperuser(_ fixture: ProbeFixture) throws {
        let real = try fixture.superuser("BEGIN;\n\(sql)\nROLLBACK;")
        if let refusal = real.refusal {
            throw Failure(.init("noProbe"), "a superuser is refused too: \(sql): \(refusal)")
        }
        if case .nothing = defense, real.output.isEmpty {
            throw Failure(.init("noProbe"), "a superuser sees nothing either: \(sql)")
        }
    }
}
