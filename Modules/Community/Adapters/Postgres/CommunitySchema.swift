import Community
import CommunityData
import Kernel
import Postgres

/// The SQL schema that guards a community, as built into the program.
package enum CommunitySchema {
    /// The version that this program supports.
    static let version = current.version

    package static let current = PostgresSchema(
        "commonplace_community", owner: "commonplace_owner",
        steps: [
            [
                .file("1-roles.sql"), .file("2-tables.sql"), .file("3-guards.sql"), .file("4-people.sql"),
                .logins(
                    LoginFunctions(
                        prefix: "cp", rolePrefix: "commonplace", kinds: ["participant", "developer"],
                        isRenewable: true, hasDoor: true, refusal: ("not allowed", BoardServerError.notAllowed.rawValue)
                    )),
                .file("5-coming.sql"), .file("6-desk.sql"), .file("7-grants.sql"),
            ],
            [.file("8-tracking.sql"), .file("9-standing.sql")],
        ],
        file: { name in
            PostgresSchema.text(
                of: name,
                in: UnsafeBufferPointer(start: schema_file_table(), count: schema_file_count).lazy.map {
                    (name: $0.name, bytes: $0.bytes, size: $0.size)
                })
        }, versionQuery: "SELECT version FROM commonplace_community.charter", newer: .communityNewer)

    /// Creates the code that admits the first developer.
    static func invite(_ name: String, by code: String, on connection: PostgresConnection) throws {
        _ = try current.asOwner(on: connection) {
            try connection.answer(
                """
                INSERT INTO commonplace_community.invitations (app, code, kind, label, uses_left)
                VALUES ('*', sha256(convert_to($1, 'UTF8')), 'developer', $2, 1)
                """, .text(code), .text(name))
        }
    }
}

extension Failure {
    static let communityNewer = Failure(
        .communityNewer, "The community was made by a newer version of this program.", advice: "Update the app.",
        kind: .temporary
    )
    static let communityOlder = Failure(
        .communityOlder, "The community's database is of an older version.",
        advice: "Its administrator types: hub community migrate URL.", kind: .temporary)
}
