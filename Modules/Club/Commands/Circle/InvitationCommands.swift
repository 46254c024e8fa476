import Club
import Groups
import Interface
import Kernel

/// `club invite|invitations`: the admission of members.
struct InvitationCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [invite, invitations, end] }

    private static let invitationFields: [Field<ClubCircle.Invitation>] = [
        Field("code", title: "Code", "what is typed after `club join`; anyone who has it can join") { .text($0.code) },
        Field("expires", title: "Good until", "the last day") { .day($0.expires) },
        Field("role", title: "As", "what the one who comes is") { .text($0.role.rawValue) },
    ]

    private var invite: Command {
        Command(
            "club invite", "Invite somebody into the club that you share",
            discussion: """
                The code is told once, and whoever has it may come in: send it to one person. --as guardian is for the parents of a child, \
                --as instructor for those who teach.
                """,
            examples: [
                .init("club invite", "one student, for two weeks", runs: false),
                .init("club invite --as guardian --days 3 --json", "a parent, for three days", runs: false),
            ],
            Parameter<ClubRole>.option("as", .choice("ROLE"), default: .student, "what the one who comes is"),
            .option("uses", .integer(1...GroupInvitation.maximumUses), default: 1, "how many may use it"),
            .option("days", .integer(1...365), default: ClubCircle.defaultDays, "for how many days it is good"),
            options.club, returns: .one(InvitationCommands.invitationFields), changes: true
        ) { role, uses, days, club in
            let circle = try options.circle()
            let invitation = try circle.invite(to: circle.group(club), as: role, uses: uses, days: days)
            return InvitationCommands.codeOutput(
                invitation.code, invitation, InvitationCommands.invitationFields,
                after: StyledText("Whoever types this comes in as \(role.title), until \(invitation.expires):"))
        }
    }

    /// Returns a block that shows a code once.
    static func codeOutput<Record: Sendable>(
        _ code: String, _ record: Record, _ fields: [Field<Record>], after sentence: StyledText
    ) -> Output {
        let join = Block.copyable(StyledText("dojang club join \(code.shellWord)", .accent))
        var output = Output.one(record, fields, blocks: [.paragraph(sentence), join])
        output.notice = "The code is told this once, and kept nowhere."
        return output
    }

    /// An open invitation with its creator.
    private struct Line: Sendable {
        let invitation: GroupInvitation
        /// The creator's name, or nil for a former member.
        let by: String?
    }

    private static let openFields: [Field<Line>] = [
        Field("id", "the invitation; not the code, which is told once") { .text($0.invitation.id.rawValue) },
        Field("role", title: "As", "what the one who comes is", room: .main) { .text($0.invitation.role) },
        Field("left", title: "For", "how many more may use it", alignsRight: true) { .integer($0.invitation.left) },
        Field("until", title: "Good until", "the last day; null without an end") { .day($0.invitation.until) },
        Field("by", title: "By", "who made it; null for who is gone") { .text($0.by) },
    ]

    /// Returns the open invitations, those that end first at the top, with the session to end them.
    private func lines(_ club: String?) throws -> (groupSession: any GroupSession, lines: [Line]) {
        let (circle, snapshot) = try options.snapshot(club)
        let groupSession = try circle.membership.groupSession(of: snapshot.group)
        let invitations = try groupSession.invitations().sorted {
            ($0.until?.description ?? "~", $0.id) < ($1.until?.description ?? "~", $1.id)
        }
        return (
            groupSession,
            invitations.map { invitation in
                Line(invitation: invitation, by: snapshot.members.first { $0.id == invitation.by }?.name)
            }
        )
    }

    private var invitations: Command {
        Command(
            "club invitations", "List the invitations that still let somebody in",
            discussion:
                "The codes themselves are told once and kept nowhere. Whoever was removed can come again by one that is open: end it.",
            examples: [.init("club invitations", "what is open", runs: false)], options.club,
            returns: .list(InvitationCommands.openFields), changes: true
        ) { club in
            let lines = try lines(club).lines
            return .list(
                lines, InvitationCommands.openFields, empty: "No invitation is open.",
                next: lines.isEmpty ? ["club invite"] : ["club invitations end 1"])
        }
    }

    private var end: Command {
        Command(
            "club invitations end", "End an invitation: it lets nobody in any more",
            examples: [.init("club invitations end 1", "the first of the list", runs: false)],
            .argument("row", .integer(1...1000, placeholder: "ROW"), "its row in `club invitations`"), options.club,
            returns: .one(InvitationCommands.openFields), changes: true
        ) { row, club in
            let (groupSession, lines) = try lines(club)
            guard lines.indices.contains(row - 1) else {
                throw Failure(
                    .noSuchInvitation, "There is no invitation in row \(row).",
                    advice: "`club invitations` shows them.", kind: .usage)
            }
            try groupSession.revoke(lines[row - 1].invitation.id)
            return .changed(
                "It lets nobody in any more.", lines[row - 1], InvitationCommands.openFields, next: ["club invitations"]
            )
        }
    }
}
