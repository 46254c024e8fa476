import FeedbackCOIN
import Groups
import Interface
import Kernel

/// The commands that manage teams: `team create`, `join`, `invite`, `revoke`, `list`, `members`,
/// `appoint`, `dismiss`, `move`, `repair` and `leave`.
struct TeamCommands: Sendable {
    let teams: FeedbackTeam

    private var parameters: TeamParameters { TeamParameters(teams: teams) }
    private var membership: Membership { teams.membership }

    static let trust = """
        A folder is for people who trust each other: whoever may write there can read and change everything with an editor, past all rules of the \
        app. In a database the server keeps the rules, for each by a login of their own.
        """

    var create: Command {
        Command(
            "team create", "Found a team",
            discussion: """
                The place is an empty folder that the others reach, or a PostgreSQL database behind postgres:, whose owner you must be. You are its lead.

                \(TeamCommands.trust)
                """,
            examples: [
                .init("team create /srv/design Design --as Mina", "in a folder", runs: false),
                .init(
                    "team create postgres:///teams?host=/run/postgresql Design --as Mina", "in a database", runs: false),
            ],
            .argument("place", TeamParameters.place, "the folder, or the address of the database"),
            .argument("name", TeamParameters.raw, "what the team is called"), TeamCommands.name,
            returns: .one(TeamRow.fields), changes: true
        ) { place, name, person in
            let team = try teams.create(in: place, called: name, as: person)
            return .changed(
                "Founded the team “\(team.name)” in \(team.place.path). Only those whom you invite come in.",
                try row(team), TeamRow.fields, next: ["team invite"])
        }
    }

    private static let name = Parameter<String>.option(
        "as", TeamParameters.raw, default: "", shown: "none", "what the others call you; needed")

    var join: Command {
        Command(
            "team join", "Join a team with a code",
            discussion: """
                Somebody who leads the team gives you its place and a code. Others see your name and what you share in the team, nothing of your journal.

                \(TeamCommands.trust)
                """,
            examples: [
                .init("team join /srv/design --code CODE --as Zoe", "with the code", runs: false),
                .init(
                    "team join /srv/design --code-file - --as Zoe", "with a code that stands in no list of commands",
                    runs: false),
            ],
            .argument("place", TeamParameters.place, "the team's folder, or the address of its database"),
            TeamCommands.name,
            .option("code", .text("CODE", limit: 200), "what lets you in"),
            .option("code-file", .inputFile, "a file with the code, - for standard input"),
            returns: .one(TeamRow.fields),
            changes: true
        ) { place, person, code, file in
            guard (code == nil) != (file == nil) else {
                throw Failure(
                    .invitationUnknown, "A team is joined with one code.",
                    advice: "Give it with --code, or with --code-file.", kind: .usage)
            }
            let code = try code ?? file.map { String(decoding: try $0.bytes(limit: 4096), as: UTF8.self) } ?? ""
            let team = try teams.join(place, code: code, as: person)
            _ = try? teams.content(at: team)
            return .changed(
                "You are in the team “\(team.name)” now.", try row(team), TeamRow.fields,
                next: ["team members", "team inbox"])
        }
    }

    private static let codeFields: [Field<String>] = [
        Field("code", title: "Code", "what lets them in; it is shown once") { .text($0) }
    ]

    var invite: Command {
        Command(
            "team invite", "Make a code that lets people into a team",
            discussion:
                "They type: team join PLACE --code CODE --as NAME. The code is shown once; the team keeps a hash of it.",
            examples: [.init("team invite --uses 5 --until friday", "for five people", runs: false)],
            .option("uses", .integer(1...GroupInvitation.maximumUses), default: 1, "how many people it lets in"),
            .option("until", .day, "the last day; no end if left out"), .flag("lead", "they lead the team too"),
            parameters.team, returns: .one(TeamCommands.codeFields), changes: true
        ) { uses, until, isLead, teamName in
            if let until, until < teams.today {
                throw Failure(
                    .invitationOver, "Nobody could come in by it: \(until) is over.", advice: "Name a day to come.",
                    kind: .usage)
            }
            let team = try membership.group(teamName)
            let code = try teams.invite(to: team, as: isLead ? "lead" : "member", uses: uses, until: until)
            return .changed(
                "This code lets \(counted(uses, "person", "people")) into “\(team.name)”: \(code)", code,
                TeamCommands.codeFields, next: ["team members"])
        }
    }

    var revoke: Command {
        Command(
            "team revoke", "End all open codes of a team",
            discussion: "Nobody comes in by a code that was made before. Whoever is in the team stays.",
            examples: [.init("team revoke", "when a code went astray", runs: false)], parameters.team,
            returns: .one(TeamRow.fields), changes: true
        ) { teamName in
            let team = try membership.group(teamName)
            let groupSession = try membership.groupSession(of: team)
            let openInvitations = try groupSession.invitations()
            for invitation in openInvitations { try groupSession.revoke(invitation.id) }
            return .changed(
                openInvitations.isEmpty ? "No code is open." : "Ended \(counted(openInvitations.count, "code")).",
                try row(team),
                TeamRow.fields, next: ["team invite"])
        }
    }

    var list: Command {
        Command(
            "team list", "List your teams", examples: [.init("team list", "with what is unread")],
            returns: .list(TeamRow.fields)
        ) {
            let rows = try membership.groups().map(row)
            return .list(
                rows, TeamRow.fields, heading: "Teams", empty: "You are in no team yet.",
                next: rows.isEmpty ? ["team create PLACE NAME", "team join PLACE"] : ["team inbox"])
        }
    }

    var members: Command {
        Command(
            "team members", "List who is in a team",
            examples: [.init("team members", "in the order in which they came", runs: false)],
            parameters.team, returns: .list(TeamMemberRow.fields)
        ) { teamName in
            let content = try parameters.content(teamName)
            let rows = content.snapshot.view.members.map {
                TeamMemberRow(member: $0, isMe: $0.id == content.snapshot.view.me.id)
            }
            return Output.list(
                rows, TeamMemberRow.fields, heading: StyledText(content.team.name), empty: "",
                next: ["team request NAME QUESTION", "team give NAME"]
            ).withCopyNotice(content, day: teams.day(of:))
        }
    }

    var appoint: Command {
        Command(
            "team appoint", "Make somebody a lead, or a member again",
            discussion: "A lead invites, removes and appoints, and reads no more feedback than anybody else.",
            examples: [.init("team appoint Zoe lead", "before you leave", runs: false)],
            .argument("name", parameters.member, "who"),
            .argument("role", ValueKind<TeamRole>.choice("ROLE"), "what they are"),
            parameters.team, returns: .one(TeamMemberRow.fields), changes: true
        ) { name, role, teamName in
            let (content, member) = try resolve(name, teamName)
            return try changeOutput(member, content.team, "is a \(role.rawValue) now") {
                try $0.appoint($1, as: role.rawValue)
            }
        }
    }

    private enum TeamRole: String, CaseIterable, Sendable { case lead, member }

    var remove: Command {
        Command(
            "team dismiss", "Remove somebody from a team",
            discussion:
                "The feedback about them goes out of the team too; what they gave to others stays with those. Asks first.",
            examples: [.init("team dismiss Zoe --yes", "at once", runs: false)],
            .argument("name", parameters.member, "who"),
            parameters.team, returns: .one(TeamMemberRow.fields), changes: true
        ) { name, teamName in
            let (content, member) = try resolve(name, teamName)
            guard member.id != content.snapshot.view.me.id else {
                throw Failure(
                    .teamWithOneself, "Nobody dismisses themselves.", advice: "To go, type: team leave.", kind: .usage)
            }
            return .confirm("Remove \(member.name) from the team, with the feedback about them?") {
                try changeOutput(member, content.team, "is no longer in the team") { try $0.remove($1) }
            }
        }
    }

    /// Returns a team's content and the member whom a name means.
    private func resolve(_ name: String, _ teamName: String?) throws -> (FeedbackTeam.Content, Member) {
        let content = try parameters.content(teamName)
        if let error = content.snapshot.trouble { throw error }
        return (content, try FeedbackTeam.member(name, in: content.snapshot.view))
    }

    /// Changes a member through a session and returns the message with the new state.
    private func changeOutput(
        _ member: Member, _ team: KnownGroup, _ result: String,
        _ body: (any GroupSession, Identifier<Member>) throws -> Void
    ) throws -> Output {
        try body(membership.groupSession(of: team), member.id)
        let view = try teams.content(at: team).snapshot.view
        return .changed(
            "\(member.name) \(result).",
            TeamMemberRow(member: view.member(member.id) ?? member, isMe: member.id == view.me.id),
            TeamMemberRow.fields, next: ["team members"])
    }

    var move: Command {
        Command(
            "team move", "Say that a team has another place",
            discussion: "A team is known by its id, wherever its folder lies. The place must hold the same team.",
            examples: [.init("team move /srv/new/design", "when its folder was moved", runs: false)],
            .argument("place", TeamParameters.place, "where it is now"), parameters.team, returns: .one(TeamRow.fields),
            changes: true
        ) { place, teamName in
            let team = try membership.move(membership.group(teamName), to: place)
            return .changed(
                "“\(team.name)” is in \(team.place.path).", try row(team), TeamRow.fields, next: ["team inbox"])
        }
    }

    var repair: Command {
        Command(
            "team repair", "Go on with what can be read of a team whose folder is damaged",
            discussion: """
                A copy of the folder from before is better, where somebody has one. What cannot be read is lost for everybody; who is missing then joins again \
                with a code. The damaged file is kept in the folder, in quarantine.
                """,
            examples: [.init("team repair --yes", "without being asked", runs: false)], parameters.team,
            returns: .list(TeamCommands.repairFields), changes: true
        ) { teamName in
            let team = try membership.group(teamName)
            return .confirm("Repair “\(team.name)” in \(team.place.path)? What cannot be read is lost for everybody.") {
                .list(
                    try membership.repair(team), TeamCommands.repairFields, empty: "Nothing is damaged there.",
                    next: ["team inbox", "team members"])
            }
        }
    }

    private static let repairFields: [Field<String>] = [
        Field("text", title: "What", "what was lost, or what was done", room: .main) { .text($0) }
    ]

    var leave: Command {
        Command(
            "team leave", "Leave a team, and take along what you received",
            discussion: """
                Feedback about you goes out of the team, and into your journal as received. Your requests and comments go too; what you gave stays with those \
                who got it, without your name. The last one takes the team away. Asks first.

                A team that is gone, or that you were removed from, is let go of with --forget.
                """,
            examples: [.init("team leave --yes", "without being asked", runs: false)],
            .flag("forget", "only let go of it on this device"), parameters.team, returns: .list(EntryRow.fields),
            changes: true
        ) { isForgetting, teamName in
            let team = try membership.group(teamName)
            if isForgetting {
                let waitingCount = try membership.waitingCount(for: team)
                let lossNotice =
                    waitingCount == 0
                    ? "" : " \(counted(waitingCount, "thing")) that could not be sent yet will be lost."
                return .confirm("Let go of “\(team.name)” on this device, and leave it as it is?\(lossNotice)") {
                    let lostCount = try membership.forget(team)
                    let notice =
                        lostCount == 0 ? "" : " Lost, as it had not been sent: \(counted(lostCount, "thing"))."
                    return Output.list(
                        [EntryRow](), EntryRow.fields, empty: "Let go of “\(team.name)”.\(notice)", next: ["team list"])
                }
            }
            return .confirm("Leave “\(team.name)”? Feedback about you goes into your journal, and out of the team.") {
                let rows = try teams.leave(team).map(teams.journal.row)
                let notice = "You have left “\(team.name)”."
                return .list(
                    rows, EntryRow.fields, heading: rows.isEmpty ? nil : StyledText("\(notice) Taken along:"),
                    empty: "\(notice) There was no feedback to take along.", next: ["list", "team list"])
            }
        }
    }

    private func row(_ team: KnownGroup) throws -> TeamRow {
        let content = try teams.savedContent(at: team)
        return TeamRow(
            team: team, role: content?.snapshot.view.me.role, members: content?.snapshot.view.members.count,
            unread: content?.unread ?? 0, waiting: try membership.waitingCount(for: team))
    }
}
