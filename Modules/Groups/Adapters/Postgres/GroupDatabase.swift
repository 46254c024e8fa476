import Groups
import Kernel
import Postgres

/// The groups in a database: founding, joining and access.
///
/// A location is `postgres:` and an address, or a URL with that scheme.
struct GroupDatabase: Sendable {
    let policy: GroupPolicy
    let person: GroupPerson
    let logins: GroupLogins
    let dryRun: GroupDryRun?

    /// The public login, which may only redeem invitation codes.
    private static let door = PostgresCredentials.door("commonplace_groups_door")

    /// Creates a group as the database's administrator and admits its founder as the owner.
    func create(_ path: String, _ name: String, _ founder: String) throws -> GroupPlace {
        guard let dryRun else { return try join(path, prepare(path, name), founder).place }
        _ = try PostgresAddress(location: path)
        let group = newGroup(name)
        try dryRun.begin(group.id, called: name, by: founder, StoredGroupSession(dryRun.store(), policy, for: person))
        return GroupPlace(id: group.id, path: path)
    }

    /// Creates a group as the database's administrator for another person to own.
    ///
    /// - Returns: the code that admits the owner.
    func prepare(_ path: String, _ name: String) throws -> String {
        let group = newGroup(name)
        let code = Array(person.randomBytes().prefix(16)).hexadecimal
        guard dryRun == nil else {
            _ = try PostgresAddress(location: path)
            return code
        }
        try withAdministrator(path) { try GroupsSchema.createGroup(group, policy, by: code, on: $0) }
        return code
    }

    /// Runs one transaction of the database's administrator.
    private func withAdministrator<Value>(_ path: String, _ body: (PostgresConnection) throws -> Value) throws -> Value
    {
        try PostgresSession(PostgresAddress(location: path), errors: .groupAdministrator(of: path))
            .transaction(.committed, body)
    }

    /// Updates the groups of the feature to its policy, as the database's administrator.
    func updatePolicies(_ path: String) throws -> [String] {
        try withAdministrator(path) { try GroupsSchema.updatePolicies(policy, isKept: dryRun == nil, on: $0) }
    }

    /// Returns a new group of the feature with this name.
    private func newGroup(_ name: String) -> Group {
        Group(
            id: person.ids.next(), name: name, purpose: policy.purpose, foundedAt: person.time.now(),
            policy: policy.version
        )
    }

    /// Joins with a code. The device generates the password and the verifier for the server.
    func join(
        _ path: String, _ code: String, _ name: String, _ check: (GroupPlace) throws -> Void = { _ in }
    ) throws -> GroupEntry {
        let code = GroupInvitation.typed(code)
        let key = try person.keys.obtain()
        let password = MemberKey(randomBytes: person.randomBytes()).secret
        let verifier = ScramVerifier(password, salt: Array(person.randomBytes().prefix(16)))
        let door = PostgresSession(
            try PostgresAddress(location: path).loggingIn(as: GroupDatabase.door),
            waitLimit: PostgresTimeouts(.background), errors: .group(at: path, policy))
        let entry = try door.transaction(.committed) { door -> (group: Identifier<Group>, outcome: String)? in
            guard let id = try door.answer("SELECT commonplace_groups.group_of($1)", .text(code)).first?.textIfAny(0)
            else { return nil }
            let group = Identifier<Group>(id)
            try check(GroupPlace(id: group, path: path))
            if hasAccess(GroupPlace(id: group, path: path)) { return (group, "in") }
            guard dryRun == nil else { return (group, "entered") }
            let rows = try door.answer(
                "SELECT outcome, login FROM commonplace_groups.enter($1, $2, $3, $4, $5)", .text(code),
                .text(key.member(of: group).rawValue), .text(key.proof(in: group)), .text(name), .text(verifier.text))
            let (outcome, login) =
                try rows.first.map { (try $0.text(0), try $0.textIfAny(1)) } ?? ("unknown", nil)
            if ["entered", "again"].contains(outcome), let login {
                // The login is saved before the server admits it, so that an interruption
                // cannot create a member without a password.
                try logins.keep(PostgresCredentials(name: login, password: password), at: group)
            }
            return (group, outcome)
        }
        guard let (group, outcome) = entry else { throw Failure.invitationUnknown }
        switch outcome {
        case "entered", "again", "in":
            if let dryRun, outcome != "in" {
                try dryRun.begin(group, called: path, by: name, StoredGroupSession(dryRun.store(), policy, for: person))
            }
            return GroupEntry(GroupPlace(id: group, path: path), isNew: outcome != "in")
        case "twice": throw Failure.memberTwice
        case "used": throw Failure.invitationUsedUp
        case "full": throw Failure.groupFull
        case let outcome where outcome.hasPrefix("over "):
            throw Failure.invitationOver(Day(String(outcome.dropFirst(5))) ?? person.time.today())
        default: throw Failure.invitationUnknown
        }
    }

    /// Returns whether this device's login still opens the group.
    private func hasAccess(_ place: GroupPlace) -> Bool { (try? open(place, .userInitiated).me()) != nil }

    /// Opens the session of a group with this device's login.
    ///
    /// - Throws: `groupUnreachable`, `groupEmptied`, `groupForeign`, or `notMember` if there is no
    ///   login or it has ended.
    func open(_ place: GroupPlace, _ waitLimit: WaitLimit) throws -> any GroupSession {
        if let groupSession = dryRun?.groupSession(of: place.id) { return groupSession }
        guard let login = try logins.login(at: place.id) else { throw Failure.notMember(place.path) }
        let session = PostgresSession(
            try PostgresAddress(location: place.path).loggingIn(as: login), waitLimit: PostgresTimeouts(waitLimit),
            isDryRun: dryRun != nil, errors: .group(at: place.path, policy))
        let groupSession = PostgresGroupSession(session, at: place.path, policy)
        let group: Group
        do { group = try groupSession.group() } catch let failure as Failure where failure.code == .groupLogin {
            // A server without the public login has no groups, so the location now contains
            // something else.
            guard try hasDoor(place.path, waitLimit) else { throw Failure.groupEmptied(place.path) }
            throw Failure.notMember(place.path)
        }
        guard group.id == place.id else { throw Failure.groupForeign(place.path) }
        guard group.purpose == policy.purpose else { throw Failure.groupForeign(place.path) }
        guard group.policy <= policy.version else { throw Failure.groupNewer(group.name) }
        return groupSession
    }

    /// Returns whether the server still has the public login and the groups' schema.
    private func hasDoor(_ path: String, _ waitLimit: WaitLimit) throws -> Bool {
        let door = PostgresSession(
            try PostgresAddress(location: path).loggingIn(as: GroupDatabase.door),
            waitLimit: PostgresTimeouts(waitLimit), errors: .groups(at: path))
        do {
            return try door.answer("SELECT to_regnamespace('commonplace_groups') IS NOT NULL").first?.bool(0) ?? false
        } catch let failure as Failure where failure.code == .groupLogin { return false }
    }
}
