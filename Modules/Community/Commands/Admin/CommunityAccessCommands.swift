import Community
import Interface
import Kernel

/// The commands `hub community init`, `migrate` and `invite`, and `hub developer`, for a community
/// in a database.
struct CommunityAccessCommands: Sendable {
    let admin: CommunityAdmin

    // MARK: - The database

    /// The schema's versions before and after a migration.
    private struct Versions: Sendable { let before, after: Int }
    private static let versions: [Field<Versions>] = [
        Field("before", title: "Before", "the schema's version until now") { .integer($0.before) },
        Field("after", title: "Now", "its version now") { .integer($0.after) },
    ]

    var initialise: Command {
        Command(
            "community init", "Make a new community in a PostgreSQL database",
            discussion: """
                You need the rights of the database's owner, who may make roles. The schema of the community is made there, with a login for you as the \
                first developer. From then on the database decides who may see and do what, whatever program asks. Let others in with `community \
                invite` and `developer invite`. A password belongs in ~/.pgpass, never in the address.
                """,
            examples: [.init("community init postgres:///club?host=/run/postgresql", "on this machine", runs: false)],
            .argument("url", .text("URL", limit: 4096), "the database"),
            returns: .one(ConnectionCommands.placeFields),
            changes: true
        ) { url in
            @Sendable func create() throws -> Output {
                let place = try admin.create(in: url)
                return .changed(
                    "Made a community in \(place.path) (\(place.id ?? "")).", place, ConnectionCommands.placeFields,
                    next: ["community invite --uses 30", "roadmap list"])
            }
            guard let known = try? admin.place(), known.id != nil else { return try create() }
            return .confirm("You already have a community, in \(known.path). Leave it and make another one?") {
                try create()
            }
        }
    }

    var migrate: Command {
        Command(
            "community migrate", "Bring the schema of a community to this version",
            discussion: "You need the rights of the database's owner. It is changed wholly or not at all.",
            examples: [
                .init("community migrate postgres:///club?host=/run/postgresql", "after an update", runs: false)
            ],
            .argument("url", .text("URL", limit: 4096), "the database"),
            returns: .one(CommunityAccessCommands.versions), changes: true
        ) { url in
            let (before, after) = try admin.migrate(url)
            return .changed(
                before == after
                    ? "The schema is of this version already."
                    : "Brought the schema from version \(before) to \(after).",
                Versions(before: before, after: after), CommunityAccessCommands.versions, next: ["community status"])
        }
    }

    // MARK: - Invitations

    private static let codes: [Field<String>] = [
        Field("code", title: "Code", "what lets them in; it is shown once") { .text($0) }
    ]

    var invite: Command {
        Command(
            "community invite", "Make a code that lets people take part",
            discussion:
                "They type: community connect URL --code CODE. The code is shown once; the database keeps a hash of it.",
            examples: [.init("community invite --uses 30", "for a class", runs: false)],
            .option("uses", .integer(1...10_000), default: 1, "how many people it lets in"),
            .option("app", .words("APP"), "the only app in which they take part"),
            .option("until", .day, "the last day; no end if left out"), returns: .one(CommunityAccessCommands.codes),
            changes: true
        ) { uses, app, until in
            let code = try admin.invite(Invitation(app: app, uses: uses, until: until))
            return .changed(
                "This code lets in \(counted(uses, "person", "people")): \(code)", code, CommunityAccessCommands.codes,
                next: ["community status"])
        }
    }

    private static let admissionFields: [Field<Int>] = [
        Field("new", title: "New", "how many owners may come in now") { .integer($0) }
    ]

    var admit: Command {
        Command(
            "community admit", "Let the owners of licences in",
            discussion: """
                Each owner types: community connect URL --licence FILE. A licence lets in one person, from any device that has the same identity. The \
                database keeps a hash of it.
                """,
            examples: [.init("community admit mina.licence", "as `licence issue` wrote it", runs: false)],
            .rest("files", .inputFile, "the licences; - is standard input"),
            .option("app", .words("APP"), "the only app in which they take part"),
            returns: .one(CommunityAccessCommands.admissionFields),
            changes: true
        ) { (files: [InputFile], app: String?) in
            let new = try admin.admit(files.map { try $0.bytes(limit: Invitation.largestLicence) }, to: app)
            return .changed(
                "\(counted(new, "owner")) may come in now; \(files.count - new) could before.", new,
                CommunityAccessCommands.admissionFields, next: ["community status"])
        }
    }

    private static let developers: [Field<Developer>] = [
        Field("name", title: "Name", "what the others call them") { .text($0.name) },
        Field("app", title: "App", "the app they answer for; all if empty") { .text($0.app) },
        Field("since", title: "Since", "since when") { .day($0.since) },
        Field("until", title: "Until", "when it ended; empty while they answer") { .day($0.until) },
    ]

    var inviteDeveloper: Command {
        Command(
            "developer invite", "Make a code that lets a developer in",
            discussion:
                "They type: hub community connect URL --code CODE. Each developer has a login of their own, which `developer revoke` ends.",
            examples: [.init("developer invite Anna", "somebody who answers too", runs: false)],
            .argument("name", .words("NAME"), "what the others call them"),
            .option("app", .words("APP"), "the only app that they answer for"),
            returns: .one(CommunityAccessCommands.codes), changes: true
        ) { name, app in
            let code = try admin.invite(Invitation(developer: name, app: app))
            return .changed(
                "This code lets \(name) in, once: \(code)", code, CommunityAccessCommands.codes,
                next: ["developer list"])
        }
    }

    var list: Command {
        Command(
            "developer list", "List the developers of a community",
            examples: [.init("developer list", "who answers, and who did", runs: false)],
            returns: .list(CommunityAccessCommands.developers)
        ) {
            .list(
                try admin.developers(), CommunityAccessCommands.developers, empty: "There is no developer.",
                next: ["developer invite NAME"])
        }
    }

    var revoke: Command {
        Command(
            "developer revoke", "End what a developer may do, at once",
            discussion:
                "Their login ends, and so do their sessions' rights. What they did stays, and stays in the audit.",
            examples: [.init("developer revoke Anna", "somebody who left", runs: false)],
            .argument("name", .words("NAME"), "as `developer list` shows it"),
            returns: .one(CommunityAccessCommands.names), changes: true
        ) { name in
            .confirm("End what \(name) may do here?") {
                try admin.revoke(developer: name)
                return .changed(
                    "\(name) answers no longer.", name, CommunityAccessCommands.names, next: ["developer list"])
            }
        }
    }

    private static let names: [Field<String>] = [Field("name", title: "Name", "who it was") { .text($0) }]
}
