import Groups
import Kernel
import Postgres

/// A group in a database, which decides itself, by the name that somebody logged in with.
final class PostgresHall: GroupHall {
    private let session: HallSession
    private let statutes: Statutes

    init(_ session: HallSession, _ statutes: Statutes) { (self.session, self.statutes) = (session, statutes) }

    /// - Throws: `groupForeign` where the login may ask and is in no group of this database: it is one of another on the same server. Whoever was
    ///   removed may not ask any more.
    func group() throws -> Group {
        let groups: [Group] = try session.values(of: "read_group()")
        guard let group = groups.first else { throw Failure.groupForeign(session.place) }
        return group
    }

    func me() throws -> Member { try only(session.values(of: "read_me()")) }

    func isBehind() throws -> Bool {
        let rows = try session.answer("SELECT role, action, matter, reach FROM commonplace_groups.rules")
        let known = Set(try rows.map { try [$0.text(0), $0.text(1), $0.text(2), $0.text(3)] })
        return !statutes.rules.allSatisfy { known.contains([$0.role, $0.action.rawValue, $0.matter, $0.reach.rawValue]) }
    }

    func members() throws -> [Member] { try session.values(of: "read_members()") }

    // MARK: - Papers

    func papers(_ kinds: Set<String>?) throws -> [Paper] {
        try session.readable(of: "read_papers($1::text[])", kinds.map { .texts($0.sorted()) } ?? .text(nil))
    }

    func write(_ paper: Paper) throws -> Bool {
        let text = String(decoding: try JSONValue.encoder.encode(paper), as: UTF8.self)
        try judge(paper.label)
        return try session.answer("SELECT commonplace_groups.write_paper($1::jsonb)", .text(text)).first?.bool(0) ?? false
    }

    func change(_ id: Identifier<Paper>, to content: [UInt8], label: String?, for audience: Audience) throws {
        try judge(label)
        _ = try session.answer(
            "SELECT commonplace_groups.change_paper($1, decode($2, 'base64'), $3, $4, $5::text[])::text", .text(id.rawValue),
            .text(Data(content).base64EncodedString()), .text(label), .text(audience.text),
            .texts(audience.named.map(\.rawValue).sorted()))
    }

    func withdraw(_ id: Identifier<Paper>) throws {
        _ = try session.answer("SELECT commonplace_groups.withdraw_paper($1)::text", .text(id.rawValue))
    }

    func counts(of kind: String) throws -> [LabelCount] {
        try session.answer("SELECT label, people FROM commonplace_groups.count_papers($1)", .text(kind)).map {
            LabelCount(label: try $0.text(0), people: try $0.int(1))
        }
    }

    private func judge(_ label: String?) throws {
        if let label { _ = try GroupWording.name.kept(label, "The label") }
    }

    // MARK: - Who comes and goes

    func invite(as role: String, uses: Int, until: Day?) throws -> String {
        guard statutes.roles.contains(role) else { throw Failure.roleUnknown(role, statutes.roles) }
        let rows = try session.answer(
            once: "SELECT commonplace_groups.invite($1, $2::integer, $3::date)", .text(role),
            .text("\(min(max(1, uses), GroupInvitation.mostUses))"),
            .text(until?.description))
        return try only(rows.map { try $0.text(0) })
    }

    func invitations() throws -> [GroupInvitation] { try session.values(of: "read_invitations()") }

    func revoke(_ id: Identifier<GroupInvitation>) throws {
        _ = try session.answer("SELECT commonplace_groups.revoke_invitation($1)::text", .text(id.rawValue))
    }

    func rename(to name: String) throws {
        let name = try GroupWording.name.kept(name, "Your name")
        _ = try session.answer("SELECT commonplace_groups.rename_me($1)::text", .text(name))
    }

    func appoint(_ member: Identifier<Member>, as role: String) throws {
        guard statutes.roles.contains(role) else { throw Failure.roleUnknown(role, statutes.roles) }
        _ = try session.answer("SELECT commonplace_groups.appoint($1, $2)::text", .text(member.rawValue), .text(role))
    }

    func admit(_ id: Identifier<Member>, called name: String, as role: String, consent: String) throws -> Member {
        guard statutes.roles.contains(role) else { throw Failure.roleUnknown(role, statutes.roles) }
        let (name, consent) = try (
            GroupWording.name.kept(name, "The name"), GroupWording.consent.kept(consent, "The consent")
        )
        return try only(
            session.values(of: "admit($1, $2, $3, $4)", .text(id.rawValue), .text(name), .text(role), .text(consent)))
    }

    func remove(_ member: Identifier<Member>) throws {
        _ = try session.answer(once: "SELECT commonplace_groups.remove_member($1)::text", .text(member.rawValue))
    }

    func leave() throws -> [Paper] { try session.values(of: "leave()") }

    // MARK: - Guardians

    func guardianships() throws -> [Guardianship] { try session.values(of: "read_guardianships()") }

    func consent(that guardian: Identifier<Member>, actsFor ward: Identifier<Member>, to what: String) throws {
        let what = try GroupWording.consent.kept(what, "The consent")
        _ = try session.answer(
            "SELECT commonplace_groups.consent($1, $2, $3)::text", .text(guardian.rawValue), .text(ward.rawValue), .text(what))
    }

    func withdrawConsent(_ id: Identifier<Guardianship>) throws {
        _ = try session.answer("SELECT commonplace_groups.withdraw_consent($1)::text", .text(id.rawValue))
    }

    private func only<Value>(_ values: [Value]) throws -> Value {
        guard let value = values.first else { throw Failure.notMember("this place") }
        return value
    }
}
