import Community
import Kernel
import Postgres

/// Invitations, developers and forgotten authors in a database.
extension PostgresCommunityBoard {
    package func invite(_ invitation: Invitation) throws -> String {
        let kind = invitation.developer == nil ? "participant" : "developer"
        let rows = try convertingRefusals(.add, .charter) {
            try session.answer(
                "SELECT commonplace_community.invite($1, $2, $3, $4::integer, $5::date)", .text(invitation.app ?? "*"),
                .text(kind),
                .text(invitation.developer ?? ""), .text("\(invitation.uses)"), .text(invitation.until?.description))
        }
        guard let code = try rows.first?.text(0) else { throw Failure.communityAnswer }
        return code
    }

    package func developers() throws -> [Developer] {
        try convertingRefusals(.read, .block) {
            try session.answer(
                "SELECT name, app, enrolled_on::text, revoked_on::text FROM commonplace_community.developers ORDER BY enrolled_on, name"
            ).map { row in
                Developer(
                    name: try row.text(0), app: try row.text(1) == "*" ? nil : row.text(1), since: try row.day(2),
                    until: try row.isNull(3) ? nil : row.day(3))
            }
        }
    }

    package func revoke(developer name: String) throws {
        let rows = try convertingRefusals(.remove, .charter, notThere: { Failure.developerNotFound(name) }) {
            try session.answer(
                """
                SELECT commonplace_community.revoke_developer(app, name)::text FROM commonplace_community.developers
                WHERE name = $1 AND revoked_on IS NULL
                """, .text(name))
        }
        if rows.isEmpty { throw Failure.developerNotFound(name) }
    }

    package func admit(_ codes: [String], to app: String?) throws -> Int {
        let rows = try convertingRefusals(.add, .charter) {
            try session.answer(
                """
                SELECT commonplace_community.admit_licences($1, (SELECT array_agg(sha256(convert_to(c, 'UTF8'))) FROM unnest($2::text[]) c))
                """, .text(app ?? "*"), .texts(codes))
        }
        return try rows.first?.int(0) ?? 0
    }

    package func waitForFeedback(within seconds: Double) throws -> Bool {
        guard isDeveloper else { return false }
        do {
            return try session.use(errors: PostgresErrors()) { connection in
                guard !connection.isPooled else { return false }
                guard let channel = try connection.answer("SELECT commonplace_community.desk_channel()").first?.text(0)
                else { return false }
                try connection.listen(to: channel)
                _ = try connection.notifications(within: .milliseconds(Int(seconds * 1000)))
                return true
            }
        } catch let failure as Failure where [.postgresRefused, .postgresTrouble].contains(failure.code) {
            // A standby server sends no notifications.
            return false
        } catch let failure as Failure { throw Failure.communityUnreachable(place, failure.message) }
    }

    // MARK: - Forgotten authors

    package func forgotten() throws -> [String] {
        try convertingRefusals(.read, .block) {
            try session.answer("SELECT commonplace_community.forgotten()").map { try $0.text(0) }
        }
    }

    package func forgetAgain(_ hashes: [String]) throws -> (people: Int, records: Int) {
        let rows = try convertingRefusals(.add, .block) {
            try session.answer("SELECT people, things FROM commonplace_community.forget_again($1)", .texts(hashes))
        }
        guard let row = rows.first else { throw Failure.communityAnswer }
        return (try row.int(0), try row.int(1))
    }
}
