import Kernel
import TestBench

/// One thing that somebody tries who means no good, with a statement of their own.
struct PolicyProbe {
    /// What keeps them from it.
    enum Wall {
        /// The server refuses the statement, with this SQLSTATE.
        case state(String)
        /// The statement runs, and no row comes: row level security.
        case nothing
        /// The statement may run; a superuser sees the same before and behind it.
        case same(String)
        /// The statement may run; what comes does not say this.
        case without(String)
    }

    let person: ProbedTown.Person
    let sql: String
    let wall: Wall
    /// Whether the same statement is let through for a superuser, which shows that it is the wall that stopped it and not a slip of the pen.
    let isTriedByGod: Bool
    /// Whether a schema that was not laid by a superuser leaves it open.
    let takesSuperuser: Bool

    init(_ person: ProbedTown.Person, _ sql: String, _ wall: Wall, god: Bool = true, takesSuperuser: Bool = false) {
        (self.person, self.sql, self.wall, isTriedByGod, self.takesSuperuser) = (person, sql, wall, god, takesSuperuser)
    }

    /// What came of it: by what it was refused, or what came through.
    enum Outcome {
        case refused(String)
        case open(String)
    }

    func run(in town: ProbedTown) throws -> Outcome {
        if isTriedByGod { try checkThatItIsReal(town) }
        var before = ""
        if case .same(let question) = wall { before = try town.god(question).output }
        let session = try town.session(person, sql)
        let seen = session.output + session.said
        if seen.contains(ProbedTown.secret) && person != .mina || seen.contains(ProbedTown.note) {
            return .open("says what is nobody's to see: \(seen.prefix(200))")
        }
        switch wall {
        case .state(let state):
            guard let refusal = session.refusal else { return .open("let through: \(session.output.prefix(200))") }
            return refusal.state == state ? .refused(refusal.description) : .open("stopped by something else: \(refusal)")
        case .nothing:
            if let refusal = session.refusal { return .open("stopped by something else: \(refusal)") }
            return session.output.isEmpty ? .refused("row level security: no row") : .open("rows: \(session.output.prefix(200))")
        case .same(let question):
            let after = try town.god(question).output
            let how = session.refusal?.description ?? "let through, and nothing came of it"
            return before == after ? .refused("\(how); it stays \(after)") : .open("\(question): \(before) became \(after)")
        case .without(let words):
            return seen.contains(words) ? .open("says “\(words)”: \(seen.prefix(300))") : .refused("what is said does not tell")
        }
    }

    private func checkThatItIsReal(_ town: ProbedTown) throws {
        let real = try town.god("BEGIN;\n\(sql)\nROLLBACK;")
        if let refusal = real.refusal { throw Failure(.init("noProbe"), "a superuser is refused too: \(sql): \(refusal)") }
        if case .nothing = wall, real.output.isEmpty {
            throw Failure(.init("noProbe"), "a superuser sees nothing either: \(sql)")
        }
    }
}
