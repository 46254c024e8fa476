import Community
import Kernel
import Postgres

/// Who is let in by a database, who answers, and who is gone.
extension PostgresCommunityBoard {
    /// A code that lets people in.
    public func invite(_ invitation: Invitation) throws -> String {
        let kind = invitation.developer == nil ? "participant" : "developer"
        let rows = try decided(.add, .charter) {
            try session.answer(
                "SELECT commonplace_community.invite($1, $2, $3, $4::integer, $5::date)", .text(invitation.app ?? "*"),
                .text(kind),
                .text(invitation.developer ?? ""), .text("\(invitation.uses)"), .text(invitation.until?.description))
        }
        guard let code = try rows.first?.text(0) else { throw Failure.communityAnswer }
        return code
    }

    /// Who answers, and answered.
    public func developers() throws -> [Developer] {
        try decided(.read, .block) {
            try session.answer(
                "SELECT name, app, enrolled_on::text, revoked_on::text FROM commonplace_community.developers ORDER BY enrolled_on, name"
            ).map { row in
                Developer(
                    name: try row.text(0), app: try row.text(1) == "*" ? nil : row.text(1), since: try row.day(2),
                    until: try row.isNull(3) ? nil : row.day(3))
            }
        }
    }

    /// Ends what a developer may do, at once.
    public func revoke(developer name: String) throws {
        let rows = try decided(.remove, .charter, notThere: { Failure.developerNotFound(name) }) {
            try session.answer(
                """
                SELECT commonplace_community.revoke_developer(app, name)::text FROM commonplace_community.developers
                WHERE name = $1 AND revoked_on IS NULL
                """, .text(name))
        }
        if rows.isEmpty { throw Failure.developerNotFound(name) }
    }

    /// Lets the owners of licences in.
    public func admit(_ codes: [String], to app: String?) throws -> Int {
        let rows = try decided(.add, .charter) {
            try session.answer(
                """
                SELECT commonplace_community.admit_licences($1, (SELECT array_agg(sha256(convert_to(c, 'UTF8'))) FROM unnest($2::text[]) c))
                """, .text(app ?? "*"), .texts(codes))
        }
        return try rows.first?.int(0) ?? 0
    }

    /// Waits until it is told that feedback has come.
    public func isTold(within seconds: Double) throws -> Bool {
        guard isDeveloper else { return false }
        do {
            return try session.client.use { connection in
                guard !connection.isPooled else { return false }
                guard let channel = try connection.answer("SELECT commonplace_community.desk_channel()").first?.text(0) else {
                    return false
                }
                try connection.listen(to: channel)
                _ = try connection.notifications(within: .milliseconds(Int(seconds * 1000)))
                return true
            }
        } catch let failure as Failure where [.postgresRefused, .postgresTrouble].contains(failure.code) {
            // A standby tells nobody anything.
            return false
        } catch let failure as Failure { throw Failure.communityUnreachable(session.place, failure.message) }
    }

    // MARK: - Who is gone

    /// Who wanted to be forgotten.
    public func forgotten() throws -> [String] {
        try decided(.read, .block) {
            try session.answer("SELECT commonplace_community.forgotten()").map { try $0.text(0) }
        }
    }

    /// Forgets those whom a backup has brought back.
    public func forgetAgain(_ hashes: [String]) throws -> (people: Int, records: Int) {
        let rows = try decided(.add, .block) {
            try session.answer("SELECT people, things FROM commonplace_community.forget_again($1)", .texts(hashes))
        }
        guard let row = rows.first else { throw Failure.communityAnswer }
        return (try row.int(0), try row.int(1))
    }
}
