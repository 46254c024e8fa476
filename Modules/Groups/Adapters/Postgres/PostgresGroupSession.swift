import Groups
import Kernel
import Postgres

/// A group in a database, which decides by the name of the login.
final class PostgresGroupSession: GroupSession {
    private let session: PostgresSession
    private let place: String
    private let policy: GroupPolicy

    init(_ session: PostgresSession, at place: String, _ policy: GroupPolicy) {
        self.session = session
        self.place = place
        self.policy = policy
    }

    /// Reads the group.
    ///
    /// - Throws: `groupForeign` if the login is valid but belongs to a group of another database on
    ///   the server. A removed member gets another failure.
    func group() throws -> Group {
        let groups: [Group] = try values(of: "read_group()")
        guard let group = groups.first else { throw Failure.groupForeign(place) }
        return group
    }

    func me() throws -> Member { try only(values(of: "read_me()")) }

    func isBehind() throws -> Bool {
        let rows = try session.answer("SELECT role, action, matter, reach FROM commonplace_groups.rules")
        let storedRules = Set(try rows.map { try [$0.text(0), $0.text(1), $0.text(2), $0.text(3)] })
        return !policy.rules.allSatisfy {
            storedRules.contains([$0.role, $0.action.rawValue, $0.resource, $0.relation.rawValue])
        }
    }

    func members() throws -> [Member] { try values(of: "read_members()") }

    // MARK: - Posts

    func posts(_ kinds: Set<String>?) throws -> [Post] {
        try decodable(of: "read_papers($1::text[])", kinds.map { .texts($0.sorted()) } ?? .text(nil))
    }

    func write(_ post: Post) throws -> Bool {
        let text = String(decoding: try JSONValue.encoder.encode(post), as: UTF8.self)
        try validate(post.label)
        return try session.answer("SELECT commonplace_groups.write_paper($1::jsonb)", .text(text)).first?.bool(0)
            ?? false
    }

    func change(_ id: Identifier<Post>, to content: [UInt8], label: String?, for audience: Audience) throws {
        try validate(label)
        try session.answer(
            "SELECT commonplace_groups.change_paper($1, decode($2, 'base64'), $3, $4, $5::text[])::text",
            .text(id.rawValue), .text(Data(content).base64EncodedString()), .text(label), .text(audience.text),
            .texts(audience.named.map(\.rawValue).sorted()))
    }

    func withdraw(_ id: Identifier<Post>) throws {
        try session.answer("SELECT commonplace_groups.withdraw_paper($1)::text", .text(id.rawValue))
    }

    func counts(of kind: String) throws -> [LabelCount] {
        try session.answer("SELECT label, people FROM commonplace_groups.count_papers($1)", .text(kind)).map {
            LabelCount(label: try $0.text(0), people: try $0.int(1))
        }
    }

    /// Checks the label of a post.
    private func validate(_ label: String?) throws {
        if let label { _ = try GroupTextRules.name.validated(label, "The label") }
    }

    // MARK: - Members and invitations

    func invite(as role: String, uses: Int, until: Day?) throws -> String {
        guard policy.roles.contains(role) else { throw Failure.roleUnknown(role, policy.roles) }
        let rows = try session.answer(
            PostgresStatement(
                "SELECT commonplace_groups.invite($1, $2::integer, $3::date)",
                [
                    .text(role), .text("\(min(max(1, uses), GroupInvitation.maximumUses))"), .text(until?.description),
                ]), isIdempotent: false)
        return try only(rows.map { try $0.text(0) })
    }

    func invitations() throws -> [GroupInvitation] { try values(of: "read_invitations()") }

    func revoke(_ id: Identifier<GroupInvitation>) throws {
        try session.answer("SELECT commonplace_groups.revoke_invitation($1)::text", .text(id.rawValue))
    }

    func rename(to name: String) throws {
        let name = try GroupTextRules.name.validated(name, "Your name")
        try session.answer("SELECT commonplace_groups.rename_me($1)::text", .text(name))
    }

    func appoint(_ member: Identifier<Member>, as role: String) throws {
        guard policy.roles.contains(role) else { throw Failure.roleUnknown(role, policy.roles) }
        try session.answer("SELECT commonplace_groups.appoint($1, $2)::text", .text(member.rawValue), .text(role))
    }

    /// Adds a person without a device, for whom the caller acts as guardian. The caller chooses the
    /// ID, so that a repeated call has no effect.
    func admit(_ id: Identifier<Member>, called name: String, as role: String, consent: String) throws -> Member {
        guard policy.roles.contains(role) else { throw Failure.roleUnknown(role, policy.roles) }
        let (name, consent) = try (
            GroupTextRules.name.validated(name, "The name"), GroupTextRules.consent.validated(consent, "The consent")
        )
        return try only(
            values(of: "admit($1, $2, $3, $4)", .text(id.rawValue), .text(name), .text(role), .text(consent)))
    }

    func remove(_ member: Identifier<Member>) throws {
        let statement = PostgresStatement(
            "SELECT commonplace_groups.remove_member($1)::text", [.text(member.rawValue)])
        try session.answer(statement, isIdempotent: false)
    }

    func leave() throws -> [Post] { try values(of: "leave()") }

    // MARK: - Guardians

    func guardianships() throws -> [Guardianship] { try values(of: "read_guardianships()") }

    func consent(that guardian: Identifier<Member>, actsFor ward: Identifier<Member>, to text: String) throws {
        let text = try GroupTextRules.consent.validated(text, "The consent")
        try session.answer(
            "SELECT commonplace_groups.consent($1, $2, $3)::text", .text(guardian.rawValue), .text(ward.rawValue),
            .text(text))
    }

    func withdrawConsent(_ id: Identifier<Guardianship>) throws {
        try session.answer("SELECT commonplace_groups.withdraw_consent($1)::text", .text(id.rawValue))
    }

    // MARK: - Values

    /// Returns the values that a schema function reports as JSON.
    private func values<Value: Decodable>(of function: String, _ values: PostgresValue...) throws -> [Value] {
        try texts(of: function, values).map { text in
            guard let value: Value = decoded(text) else {
                throw Failure.groupUnreachable(place, "It answered in a form that this program does not know.")
            }
            return value
        }
    }

    /// Returns only the decodable values, so that one member's invalid data does not hide other
    /// members' data.
    private func decodable<Value: Decodable>(of function: String, _ values: PostgresValue...) throws -> [Value] {
        try texts(of: function, values).compactMap { decoded($0) }
    }

    private func texts(of function: String, _ values: [PostgresValue]) throws -> [String] {
        let statement = PostgresStatement("SELECT told::text FROM commonplace_groups.\(function) told", values)
        return try session.answer(statement, isIdempotent: false).compactMap { try $0.textIfAny(0) }
    }

    /// Decodes JSON, or returns nil for an unknown form.
    private func decoded<Value: Decodable>(_ text: String) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }

    /// Returns the first value.
    ///
    /// - Throws: `notMember` without values, because the login sees nothing any more.
    private func only<Value>(_ values: [Value]) throws -> Value {
        guard let value = values.first else { throw Failure.notMember("this place") }
        return value
    }
}
