import Groups
import Kernel
import Postgres

/// Groups in a database: how they are founded, entered and reached. A place is written `postgres:` and an address, or a URL that begins so itself.
struct GroupDatabase: Sendable {
    let statutes: Statutes
    let person: GroupPerson
    let logins: GroupLogins
    /// Where what is founded or entered in a rehearsal lies; nil where it is none.
    let rehearsal: GroupRehearsal?

    /// Whether a place is one in a database.
    static func isOne(_ path: String) -> Bool { PostgresAddress.text(ofPlace: path) != nil }

    /// Makes a group, by whoever administers the database, and lets its founder in as its keeper.
    func found(_ path: String, _ name: String, _ founder: String) throws -> GroupPlace {
        guard let rehearsal else { return try enter(path, prepare(path, name), founder).place }
        _ = try address(path)
        let group = fresh(name)
        try rehearsal.begin(group.id, called: name, by: founder, StoredHall(rehearsal.store(), statutes, for: person))
        return GroupPlace(id: group.id, path: path)
    }

    /// Makes a group, by whoever administers the database, for somebody else to keep.
    ///
    /// - Returns: the code that lets its keeper in.
    func prepare(_ path: String, _ name: String) throws -> String {
        let (group, code) = (fresh(name), Array(person.chance().prefix(16)).hexadecimal)
        guard rehearsal == nil else {
            _ = try address(path)
            return code
        }
        try administering(path) { try GroupsSchema.found(group, statutes, by: code, on: $0) }
        return code
    }

    /// One transaction of whoever administers a database.
    private func administering<Value>(_ path: String, _ body: (PostgresConnection) throws -> Value) throws -> Value {
        try reaching(path) {
            let client = PostgresClient(try address(path))
            defer { try? client.close() }
            do { return try client.transaction(.committed, body) } catch let failure as Failure
                where failure.code == .postgresRefused
            {
                throw Failure(
                    .groupNotAllowed, "Only who administers \(path) may do that.", advice: failure.message)
            }
        }
    }

    /// Brings the groups of the feature to its statutes, by whoever administers the database.
    func renew(_ path: String) throws -> [String] {
        try administering(path) { try GroupsSchema.renew(statutes, isKept: rehearsal == nil, on: $0) }
    }

    private func fresh(_ name: String) -> Group {
        Group(
            id: person.ids.next(), name: name, purpose: statutes.purpose, foundedAt: person.time.now(), statutes: statutes.version
        )
    }

    /// Comes in by a code: the password and what the server keeps of it are made here.
    func enter(
        _ path: String, _ code: String, _ name: String, _ judge: (GroupPlace) throws -> Void = { _ in }
    ) throws -> GroupEntry {
        let (code, key) = (GroupInvitation.typed(code), try person.keys.obtain())
        let password = MemberKey(chance: person.chance()).secret
        let verifier = ScramVerifier(password, salt: Array(person.chance().prefix(16)))
        let door = PostgresClient(
            try address(path).loggingIn(as: "commonplace_groups_door", password: "commonplace"), patience: patience(.background))
        defer { try? door.close() }
        let entered = try reaching(path) {
            try door.transaction(.committed) { door in
                try HallSession.judged(path, statutes) { () -> (group: Identifier<Group>, outcome: String)? in
                    guard let found = try door.answer("SELECT commonplace_groups.group_of($1)", .text(code)).first?.textIfAny(0)
                    else {
                        return nil
                    }
                    let group = Identifier<Group>(found)
                    try judge(GroupPlace(id: group, path: path))
                    if opens(GroupPlace(id: group, path: path)) { return (group, "in") }
                    guard rehearsal == nil else { return (group, "entered") }
                    let rows = try door.answer(
                        "SELECT outcome, login FROM commonplace_groups.enter($1, $2, $3, $4, $5)", .text(code),
                        .text(key.member(of: group).rawValue), .text(key.proof(in: group)), .text(name), .text(verifier.text))
                    let (outcome, login) = try rows.first.map { (try $0.text(0), try $0.textIfAny(1)) } ?? ("unknown", nil)
                    if ["entered", "again"].contains(outcome), let login {
                        // Before it counts: of whoever is cut off here nobody is in whose password nobody has.
                        try logins.keep(GroupLogins.Login(name: login, password: password), at: group)
                    }
                    return (group, outcome)
                }
            }
        }
        guard let (group, outcome) = entered else { throw Failure.invitationUnknown }
        switch outcome {
        case "entered", "again", "in":
            if let rehearsal, outcome != "in" {
                try rehearsal.begin(group, called: path, by: name, StoredHall(rehearsal.store(), statutes, for: person))
            }
            return GroupEntry(GroupPlace(id: group, path: path), isNew: outcome != "in")
        case "twice": throw Failure.memberTwice
        case "used": throw Failure.invitationUsedUp
        case "full": throw Failure.groupFull
        case let over where over.hasPrefix("over "):
            throw Failure.invitationOver(Day(String(over.dropFirst(5))) ?? person.time.today())
        default: throw Failure.invitationUnknown
        }
    }

    /// Whether this device has a login that lets it in.
    private func opens(_ place: GroupPlace) -> Bool { (try? open(place, .asked).me()) != nil }

    /// The hall of a group, under the login of this device.
    ///
    /// - Throws: `groupUnreachable`, `groupEmptied`, `groupForeign`; `notMember` where there is no login, or where it has ended.
    func open(_ place: GroupPlace, _ patience: Patience) throws -> any GroupHall {
        if let hall = rehearsal?.hall(of: place.id) { return hall }
        guard let login = try logins.login(at: place.id) else { throw Failure.notMember(place.path) }
        let client = PostgresClient(
            try address(place.path).loggingIn(as: login.name, password: login.password), patience: self.patience(patience))
        let hall = PostgresHall(HallSession(client, at: place.path, statutes, isRehearsal: rehearsal != nil), statutes)
        let group: Group
        do { group = try hall.group() } catch let failure as Failure where failure.code == .groupLogin {
            // A server that has no door has no groups: what lies there now is something else.
            guard try hasDoor(place.path, patience) else { throw Failure.groupEmptied(place.path) }
            throw Failure.notMember(place.path)
        }
        guard group.id == place.id else { throw Failure.groupForeign(place.path) }
        guard group.purpose == statutes.purpose else { throw Failure.groupForeign(place.path) }
        guard group.statutes <= statutes.version else { throw Failure.groupNewer(group.name) }
        return hall
    }

    private func hasDoor(_ path: String, _ patience: Patience) throws -> Bool {
        let door = PostgresClient(
            try address(path).loggingIn(as: "commonplace_groups_door", password: "commonplace"), patience: self.patience(patience)
        )
        defer { try? door.close() }
        do {
            return try reaching(path) {
                try door.use { try $0.answer("SELECT to_regnamespace('commonplace_groups') IS NOT NULL").first?.bool(0) ?? false }
            }
        } catch let failure as Failure where failure.code == .groupLogin { return false }
    }

    private func address(_ path: String) throws -> PostgresAddress {
        try PostgresAddress(PostgresAddress.text(ofPlace: path) ?? path)
    }

    private func patience(_ patience: Patience) -> PostgresPatience {
        var waiting = PostgresPatience()
        waiting.connecting = .seconds(patience.seconds)
        if patience != .background { waiting.returning = .seconds(patience.seconds) }
        return waiting
    }

    private func reaching<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
        try HallSession.reaching(path, body)
    }
}
