import Club
import Groups
import Interface
import Kernel

/// `club prepare|renew|move|repair`: the locations of clubs, and the administration of their
/// databases.
struct ClubLocationCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [prepare, renew, move, repair] }

    private var prepare: Command {
        Command(
            "club prepare", "Make a club in a database that you administer, for somebody else to lead",
            discussion: """
                Lays what the database needs, once for all clubs in it, and writes the club. The code is told once, and lets its head instructor in; you are \
                not in it. Who leads a club and administers its database uses `club create NAME --place postgres:URL`.
                """,
            examples: [
                .init("club prepare Tigers postgres:///club?host=/run/postgresql", "on this machine", runs: false)
            ],
            .argument("name", .text("NAME", limit: ClubRecord.longestName), "what the club is called"),
            .argument("place", .text("URL", limit: 4000), "the database, as postgres:URL"),
            returns: .one(ClubLocationCommands.codeFields), changes: true
        ) { name, place in
            let code = try options.circle().prepare(in: place, called: name)
            return InvitationCommands.codeOutput(
                code, code, ClubLocationCommands.codeFields, after: StyledText("Whoever types this leads \(name):"))
        }
    }

    private static let codeFields: [Field<String>] = [
        Field("code", title: "Code", "what its head instructor types after `club join`") { .text($0) }
    ]

    private static let clubNameFields: [Field<String>] = [
        Field("name", title: "Club", "which was brought up to date", room: .main) { .text($0) }
    ]

    private var renew: Command {
        Command(
            "club renew", "Bring the clubs in a database that you administer to the rights of this version",
            discussion: """
                A database keeps who may do what as it was when the club was founded, so that no member can loosen it. A new version of the app may know \
                more than that. Devices with the older one go on as before, and do not see what they do not know. In a folder there is nothing to renew.
                """,
            examples: [.init("club renew postgres:///club?host=/run/postgresql", "on this machine", runs: false)],
            .optionalArgument(
                "place", .text("URL", limit: 4000), "the database, as postgres:URL; that of your club if left out"),
            options.club, returns: .list(ClubLocationCommands.clubNameFields), changes: true
        ) { place, club in
            let circle = try options.circle()
            let names = try circle.updatePolicies(in: place ?? circle.group(club).place.path)
            var output = Output.list(
                names, ClubLocationCommands.clubNameFields, empty: "No club there lacks anything of this version.",
                next: ["club"])
            if !names.isEmpty { output.notice = "Renewed \(counted(names.count, "club"))." }
            return output
        }
    }

    private var move: Command {
        Command(
            "club move", "Say that a club that you share has another place",
            discussion: "It must be the same club: whatever else lies there is refused.",
            examples: [.init("club move /srv/new/tigers", "when its folder was moved", runs: false)],
            .argument("place", .text("PLACE", limit: 4000), "the folder, or postgres:URL"), options.club,
            returns: .one(SharedClubCommands.groupFields), changes: true
        ) { place, club in
            let circle = try options.circle()
            let path = SharedLocation.resolved(place, absolute: options.absolutePath)
            let moved = try circle.membership.move(circle.group(club), to: path)
            return .changed(
                "\(moved.name) lies in \(moved.place.path) from now on.", moved, SharedClubCommands.groupFields,
                next: ["club"])
        }
    }

    private static let repairFields: [Field<String>] = [
        Field("text", title: "What", "what was lost, or what was done", room: .main) { .text($0) }
    ]

    private var repair: Command {
        Command(
            "club repair", "Go on with what can be read of a club whose folder is damaged",
            discussion: """
                A copy of the folder from before is better, where somebody has one. What cannot be read is lost for everybody; who is missing then comes in \
                again by an invitation. The damaged file is kept in the folder, in quarantine.
                """,
            examples: [.init("club repair --yes", "without asking", runs: false)], options.club,
            returns: .list(ClubLocationCommands.repairFields), changes: true
        ) { club in
            let circle = try options.circle()
            let group = try circle.group(club)
            return .confirm("Repair \(group.name) in \(group.place.path)? What cannot be read is lost for everybody.") {
                let results = try circle.membership.repair(group)
                return .list(
                    results, ClubLocationCommands.repairFields, empty: "Nothing is damaged there.",
                    next: ["club", "club members"])
            }
        }
    }

    /// Returns a notice for the head of a club whose database has an older schema.
    static func outdatedDatabaseNotice(_ snapshot: ClubSnapshot, _ circle: ClubCircle) -> [Block] {
        guard snapshot.role == .head, snapshot.groupSnapshot.asOf == nil,
            (try? circle.membership.groupSession(of: snapshot.group, .brief).isBehind()) ?? false
        else { return [] }
        return [
            .gap,
            .paragraph(
                StyledText(
                    "The database does not know all of this version yet. Whoever administers it types: club renew \(snapshot.group.place.path)",
                    .warning)),
        ]
    }
}
