import Club
import Groups
import Interface
import Kernel
import Outbox

/// `club join|leave|members`: the members of a shared club.
struct SharedClubCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [join, leave, members, addChild, dismiss, appoint, consent] }

    private var join: Command {
        Command(
            "club join", "Join a club by an invitation",
            discussion: """
                The club learns the name that you give, and nothing else: what you share you choose later, kind by kind (`club share`). For a child a \
                guardian joins, with --child, and consents for it; a guardian can take that back by leaving.
                """,
            examples: [
                .init(
                    "club join 0123456789abcdef0123456789abcdef@/shared/tigers", "with the name of your profile",
                    runs: false),
                .init(
                    "club join 0123456789abcdef0123456789abcdef@/shared/tigers --as Hana --child Mina",
                    "a guardian with a child",
                    runs: false),
            ],
            .argument("code", .text("CODE", limit: 5000), "the invitation"),
            .option("as", .text("NAME", limit: 60), "what the club calls you; the name of your profile if left out"),
            .option("child", .text("NAME", limit: 60), "the child for whom you consent"),
            returns: .one(SharedClubCommands.groupFields),
            changes: true
        ) { code, name, child in
            let name = try name ?? options.progress.name()
            if child == nil, try options.progress.isChild() {
                throw Failure(
                    .guardianNeeded, "A child joins a club with a guardian.",
                    advice: "A parent types `club join CODE --as NAME --child CHILD`, with an invitation as guardian.",
                    kind: .usage)
            }
            let memberName = child.map { "\(name), who answers for \($0)" } ?? name
            let place = try ClubCircle.place(of: code)
            return .confirm(
                "Join the club in \(place) as \(memberName)? The club learns that name; nothing else is shared until you say so."
            ) {
                let circle = try options.circle()
                let group = try circle.join(
                    code, as: name, for: child.map { ($0, SharedClubCommands.consent(name, $0)) })
                return .changed(
                    "You are in \(group.name).", group, SharedClubCommands.groupFields, next: ["club", "club share"])
            }
        }
    }

    static let groupFields: [Field<KnownGroup>] = [
        Field("id", "the club") { .text($0.id.rawValue) },
        Field("name", title: "Club", "what it is called") { .text($0.name) },
        Field("place", title: "Where", "where it is") { .text($0.place.path) },
    ]

    private var leave: Command {
        Command(
            "club leave", "Leave a club; whatever you shared goes with you",
            discussion: """
                For a guardian the children leave too. The roll of the instructors is their own and stays. A club that is gone, or that you were removed \
                from, is let go of with --forget.
                """,
            examples: [
                .init("club leave --yes", "without asking", runs: false),
                .init("club leave --forget", "one that is gone with its folder", runs: false),
            ], .flag("forget", "only let go of it on this device"), options.club,
            returns: .one(SharedClubCommands.groupFields), changes: true
        ) { isForgetting, club in
            let circle = try options.circle()
            let group = try circle.group(club)
            if isForgetting { return try forget(group, circle) }
            return .confirm("Leave \(group.name)? What you shared is removed there.") {
                let isMember = (try? circle.membership.groupSession(of: group).me()) != nil
                let withdrawn = try circle.membership.leave(group)
                try ClubPacks(circle, in: options.packStorage).dropAll(of: group)
                let notice =
                    !isMember
                    ? "\(group.name) did not know you any more, and was let go of here."
                    : withdrawn.isEmpty
                        ? "You left \(group.name)." : "You left \(group.name); what you shared there is gone."
                return .changed(notice, group, SharedClubCommands.groupFields, next: ["club"])
            }
        }
    }

    /// Removes a club from this device without leaving it.
    private func forget(_ group: KnownGroup, _ circle: ClubCircle) throws -> Output {
        let waitingCount = try circle.membership.waitingCount(for: group)
        let lossWarning =
            waitingCount == 0 ? "" : " \(counted(waitingCount, "thing")) that could not be sent yet will be lost."
        return .confirm("Let go of \(group.name) on this device, and leave it as it is?\(lossWarning)") {
            let lostCount = try circle.membership.forget(group)
            try ClubPacks(circle, in: options.packStorage).dropAll(of: group)
            let notice = lostCount == 0 ? "" : " Lost, as it had not been sent: \(counted(lostCount, "thing"))."
            return .changed("Let go of \(group.name).\(notice)", group, SharedClubCommands.groupFields, next: ["club"])
        }
    }

    // MARK: - Members

    private static let member: [Field<Member>] = [
        Field("id", "the member") { .text($0.id.rawValue) },
        Field("name", title: "Name", "what they are called there", room: .main) { .text($0.name) },
        Field("role", title: "Role", "head, instructor, guardian or student") { .text($0.role) },
        Field("joined", title: "Since", "since when they are in it") { .day($0.joined) },
    ]

    private var members: Command {
        Command(
            "club members", "List who is in a club that you share, as far as you may see",
            discussion: "Students see their instructors, guardians their children too, instructors everybody.",
            examples: [.init("club members", "those whom you may see", runs: false)], options.club,
            returns: .list(SharedClubCommands.member), changes: true
        ) { club in
            let (_, snapshot) = try options.snapshot(club)
            return .list(
                snapshot.members, SharedClubCommands.member,
                heading: StyledText("\(snapshot.group.name), as \(snapshot.role.title)"),
                empty: "You see nobody.", footer: SharedClubCommands.copyNotice(snapshot),
                next: ["club share", "club leave"])
        }
    }

    /// Returns a notice that a copy is shown.
    static func copyNotice(_ snapshot: ClubSnapshot) -> [Block] {
        guard let asOf = snapshot.copiedOn else { return [] }
        let trouble = snapshot.groupSnapshot.trouble
        let reason = trouble.map { Block.paragraph(StyledText(declared: $0.message, .warning)) }
        let advice = trouble.flatMap { $0.advice.isEmpty ? nil : Block.paragraph(StyledText(declared: $0.advice)) }
        let notice = Block.paragraph(StyledText(declared: CopyNotice.text(asOf: asOf.description), .warning))
        return [.gap] + [reason, notice, advice].compactMap(\.self)
    }

    /// Returns the visible member of a name or ID.
    ///
    /// - Throws: `noSuchMember` for none or several.
    static func member(_ name: String, in snapshot: ClubSnapshot) throws -> Member {
        let matches = snapshot.members.filter {
            $0.id.rawValue == name || Folding.folded($0.name) == Folding.folded(name)
        }
        guard let first = matches.first else {
            throw Failure(
                .noSuchMember, "Nobody whom you see there is called “\(name.prefix(60))”.",
                advice: "`club members` lists them.", kind: .usage)
        }
        guard matches.count == 1 else {
            throw Failure(
                .noSuchMember, "Several are called “\(name.prefix(60))”.",
                advice: "Use the id of `club members --json`.", kind: .usage)
        }
        return first
    }

    /// Returns the sentence to which a guardian consents.
    private static func consent(_ guardian: String, _ child: String) -> String {
        "\(guardian) consents that \(child) is a member of the club."
    }

    private var addChild: Command {
        Command(
            "club members bring", "Bring another child of yours into the club, as its guardian",
            discussion:
                "You consent for it, as you did when you joined. It leaves with you, or alone by `club members dismiss`.",
            examples: [.init("club members bring Bo --yes", "without asking", runs: false)],
            .argument("child", .text("CHILD", limit: 60), "what the club calls the child"), options.club,
            returns: .one(SharedClubCommands.member), changes: true
        ) { child, club in
            let (circle, snapshot) = try options.snapshot(club)
            let consent = SharedClubCommands.consent(snapshot.me.name, child)
            return .confirm("\(consent) Is that so?") {
                let member = try circle.addChild(child, consent: consent, to: snapshot.group)
                return .changed(
                    "\(member.name) is in \(snapshot.group.name) (\(member.id)).", member, SharedClubCommands.member,
                    next: ["club members", "club share --for \(member.name.shellWord)"])
            }
        }
    }

    private static let memberName = ValueKind<String>.text("MEMBER", limit: 64)

    private var dismiss: Command {
        Command(
            "club members dismiss", "Remove a member from the club, with everything that they shared",
            examples: [.init("club members dismiss Tom --yes", "without asking", runs: false)],
            .argument("member", SharedClubCommands.memberName, "the member's name or id"), options.club,
            returns: .one(SharedClubCommands.member), changes: true
        ) { name, club in
            let (circle, snapshot) = try options.snapshot(club)
            let member = try SharedClubCommands.member(name, in: snapshot)
            return .confirm("Remove \(member.name) from \(snapshot.group.name)?") {
                try circle.membership.groupSession(of: snapshot.group).remove(member.id)
                return .changed(
                    "Removed \(member.name) (\(member.id)).", member, SharedClubCommands.member, next: ["club members"])
            }
        }
    }

    private var appoint: Command {
        Command(
            "club members appoint", "Give somebody another role",
            examples: [.init("club members appoint Ines instructor", "she teaches from now on", runs: false)],
            .argument("member", SharedClubCommands.memberName, "the member's name or id"),
            Parameter<ClubRole>.argument("role", .choice("ROLE"), "the new role"), options.club,
            returns: .one(SharedClubCommands.member), changes: true
        ) { name, role, club in
            let (circle, snapshot) = try options.snapshot(club)
            let member = try SharedClubCommands.member(name, in: snapshot)
            try circle.membership.groupSession(of: snapshot.group).appoint(member.id, as: role.rawValue)
            var changed = member
            changed.role = role.rawValue
            return .changed(
                "\(member.name) is \(role.title) (\(member.id)).", changed, SharedClubCommands.member,
                next: ["club members"])
        }
    }

    private var consent: Command {
        Command(
            "club members consent", "Note that a guardian acts for a student, or end that",
            discussion:
                "The head instructor notes it, or the student consents. The guardian, the student or the head may end it at any time.",
            examples: [.init("club members consent Hana Mina", "Hana acts for Mina", runs: false)],
            .argument("guardian", SharedClubCommands.memberName, "the guardian"),
            .argument("student", SharedClubCommands.memberName, "for whom"),
            .flag("end", "end the consent"), options.club, returns: .one(SharedClubCommands.member), changes: true
        ) { guardian, student, isEnding, club in
            let (circle, snapshot) = try options.snapshot(club)
            let adult = try SharedClubCommands.member(guardian, in: snapshot)
            let ward = try SharedClubCommands.member(student, in: snapshot)
            let groupSession = try circle.membership.groupSession(of: snapshot.group)
            guard
                isEnding
                    || adult.role == ClubRole.guardian.rawValue && ward.role == ClubRole.student.rawValue
            else {
                throw Failure(
                    .noSuchMember,
                    "A guardian acts for a student; \(adult.name) is \(adult.role), and \(ward.name) is \(ward.role).",
                    advice: "`club members appoint` gives somebody another role.", kind: .usage)
            }
            if isEnding {
                try groupSession.withdrawConsent(Guardianship.id(adult.id, of: ward.id))
                return .changed(
                    "\(adult.name) acts no more for \(ward.name) (\(ward.id)).", ward,
                    SharedClubCommands.member,
                    next: ["club members"])
            }
            try groupSession.consent(
                that: adult.id, actsFor: ward.id,
                to: "\(adult.name) sees and shares what is \(ward.name)'s in the club.")
            return .changed(
                "\(adult.name) acts for \(ward.name) (\(ward.id)).", ward,
                SharedClubCommands.member,
                next: ["club members"])
        }
    }
}
