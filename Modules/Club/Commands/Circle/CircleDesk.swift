import Club
import Groups
import Kernel
import Terminal

/// `club join|leave|members`: who shares a club.
struct CircleDesk: Sendable {
    let options: ClubOptions

    var commands: [Command] { [join, leave, members, bring, dismiss, appoint, consent] }

    private var join: Command {
        Command(
            "club join", "Join a club by an invitation",
            discussion: """
                The club learns the name that you give, and nothing else: what you share you choose later, kind by kind (`club share`). For a child a \
                guardian joins, with --child, and consents for it; a guardian can take that back by leaving.
                """,
            examples: [
                .init("club join 0123456789abcdef0123456789abcdef@/shared/tigers", "with the name of your profile", runs: false),
                .init(
                    "club join 0123456789abcdef0123456789abcdef@/shared/tigers --as Hana --child Mina", "a guardian with a child",
                    runs: false),
            ],
            .argument("code", .text("CODE", limit: 5000), "the invitation"),
            .option("as", .text("NAME", limit: 60), "what the club calls you; the name of your profile if left out"),
            .option("child", .text("NAME", limit: 60), "the child for whom you consent"), returns: .one(CircleDesk.known),
            changes: true
        ) { code, name, child in
            let name = try name ?? options.own.name()
            if child == nil, try options.own.isChild() {
                throw Failure(
                    .guardianNeeded, "A child joins a club with a guardian.",
                    advice: "A parent types `club join CODE --as NAME --child CHILD`, with an invitation as guardian.",
                    kind: .usage)
            }
            let who = child.map { "\(name), who answers for \($0)" } ?? name
            let place = try ClubCircle.place(of: code)
            return .confirm(
                "Join the club in \(place) as \(who)? The club learns that name; nothing else is shared until you say so."
            ) {
                let circle = try options.circle()
                let group = try circle.join(
                    code, as: name, for: child.map { ($0, CircleDesk.consent(name, $0)) })
                return .changed("You are in \(group.name).", group, CircleDesk.known, next: ["club", "club share"])
            }
        }
    }

    static let known: [Field<KnownGroup>] = [
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
            ], .flag("forget", "only let go of it on this device"), options.club, returns: .one(CircleDesk.known), changes: true
        ) { isForgetting, club in
            let circle = try options.circle()
            let group = try circle.group(club)
            if isForgetting { return try forget(group, circle) }
            return .confirm("Leave \(group.name)? What you shared is removed there.") {
                let isIn = (try? circle.membership.hall(of: group).me()) != nil
                let gone = try circle.membership.leave(group)
                try ClubPacks(circle, on: options.shelf).dropAll(of: group)
                let left =
                    !isIn
                    ? "\(group.name) did not know you any more, and was let go of here."
                    : gone.isEmpty ? "You left \(group.name)." : "You left \(group.name); what you shared there is gone."
                return .changed(left, group, CircleDesk.known, next: ["club"])
            }
        }
    }

    /// Lets go of a club here, and leaves it as it is.
    private func forget(_ group: KnownGroup, _ circle: ClubCircle) throws -> Output {
        let waits = try circle.membership.waits(for: group)
        let lost = waits == 0 ? "" : " \(counted(waits, "thing")) that could not be sent yet will be lost."
        return .confirm("Let go of \(group.name) on this device, and leave it as it is?\(lost)") {
            let gone = try circle.membership.forget(group)
            try ClubPacks(circle, on: options.shelf).dropAll(of: group)
            let said = gone == 0 ? "" : " Lost, as it had not been sent: \(counted(gone, "thing"))."
            return .changed("Let go of \(group.name).\(said)", group, CircleDesk.known, next: ["club"])
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
            returns: .list(CircleDesk.member), changes: true
        ) { club in
            let (_, sight) = try options.sight(club)
            return .list(
                sight.members, CircleDesk.member, heading: StyledText("\(sight.known.name), as \(sight.role.title)"),
                empty: "You see nobody.", footer: CircleDesk.copy(sight), next: ["club share", "club leave"])
        }
    }

    /// Said where a copy is shown.
    static func copy(_ sight: ClubSight) -> [Block] {
        guard let asOf = sight.copiedOn else { return [] }
        let trouble = sight.sight.trouble
        let why = trouble.map { Block.paragraph(StyledText(declared: $0.message, .warning)) }
        let advice = trouble.flatMap { $0.advice.isEmpty ? nil : Block.paragraph(StyledText(declared: $0.advice)) }
        return [.gap] + [why, .paragraph(StyledText("This is as of \(asOf).", .warning)), advice].compactMap(\.self)
    }

    static func member(_ name: String, in sight: ClubSight) throws -> Member {
        let found = sight.members.filter { $0.id.rawValue == name || Folding.folded($0.name) == Folding.folded(name) }
        guard let first = found.first else {
            throw Failure(
                .noSuchMember, "Nobody whom you see there is called “\(name.prefix(60))”.", advice: "`club members` lists them.",
                kind: .usage)
        }
        guard found.count == 1 else {
            throw Failure(
                .noSuchMember, "Several are called “\(name.prefix(60))”.", advice: "Use the id of `club members --json`.",
                kind: .usage)
        }
        return first
    }

    /// What a guardian says yes to.
    private static func consent(_ guardian: String, _ child: String) -> String {
        "\(guardian) consents that \(child) is a member of the club."
    }

    private var bring: Command {
        Command(
            "club members bring", "Bring another child of yours into the club, as its guardian",
            discussion: "You consent for it, as you did when you joined. It leaves with you, or alone by `club members dismiss`.",
            examples: [.init("club members bring Bo --yes", "without asking", runs: false)],
            .argument("child", .text("CHILD", limit: 60), "what the club calls the child"), options.club,
            returns: .one(CircleDesk.member), changes: true
        ) { child, club in
            let (circle, sight) = try options.sight(club)
            let consent = CircleDesk.consent(sight.me.name, child)
            return .confirm("\(consent) Is that so?") {
                let member = try circle.bring(child, consent: consent, to: sight.known)
                return .changed(
                    "\(member.name) is in \(sight.known.name) (\(member.id)).", member, CircleDesk.member,
                    next: ["club members", "club share --for \(member.name)"])
            }
        }
    }

    private static let who = ValueKind<String>.text("MEMBER", limit: 64)

    private var dismiss: Command {
        Command(
            "club members dismiss", "Remove somebody from the club; what they shared goes with them",
            examples: [.init("club members dismiss Tom --yes", "without asking", runs: false)],
            .argument("member", CircleDesk.who, "the member's name or id"), options.club, returns: .one(CircleDesk.member),
            changes: true
        ) { name, club in
            let (circle, sight) = try options.sight(club)
            let member = try CircleDesk.member(name, in: sight)
            return .confirm("Remove \(member.name) from \(sight.known.name)?") {
                try circle.membership.hall(of: sight.known).remove(member.id)
                return .changed("Removed \(member.name) (\(member.id)).", member, CircleDesk.member, next: ["club members"])
            }
        }
    }

    private var appoint: Command {
        Command(
            "club members appoint", "Give somebody another role",
            examples: [.init("club members appoint Ines instructor", "she teaches from now on", runs: false)],
            .argument("member", CircleDesk.who, "the member's name or id"),
            Parameter<ClubRole>.argument("role", .choice("ROLE"), "what they are from now on"), options.club,
            returns: .one(CircleDesk.member), changes: true
        ) { name, role, club in
            let (circle, sight) = try options.sight(club)
            let member = try CircleDesk.member(name, in: sight)
            try circle.membership.hall(of: sight.known).appoint(member.id, as: role.rawValue)
            var changed = member
            changed.role = role.rawValue
            return .changed("\(member.name) is \(role.title) (\(member.id)).", changed, CircleDesk.member, next: ["club members"])
        }
    }

    private var consent: Command {
        Command(
            "club members consent", "Note that a guardian acts for a student, or end that",
            discussion:
                "The head instructor notes it, or the student consents. The guardian, the student or the head may end it at any time.",
            examples: [.init("club members consent Hana Mina", "Hana acts for Mina", runs: false)],
            .argument("guardian", CircleDesk.who, "who acts"), .argument("student", CircleDesk.who, "for whom"),
            .flag("end", "it holds no more"), options.club, returns: .one(CircleDesk.member), changes: true
        ) { guardian, student, isEnd, club in
            let (circle, sight) = try options.sight(club)
            let (who, ward) = (try CircleDesk.member(guardian, in: sight), try CircleDesk.member(student, in: sight))
            let hall = try circle.membership.hall(of: sight.known)
            guard isEnd || who.role == ClubRole.guardian.rawValue && ward.role == ClubRole.student.rawValue else {
                throw Failure(
                    .noSuchMember, "A guardian acts for a student; \(who.name) is \(who.role), and \(ward.name) is \(ward.role).",
                    advice: "`club members appoint` gives somebody another role.", kind: .usage)
            }
            if isEnd {
                try hall.withdrawConsent(Guardianship.id(who.id, of: ward.id))
                return .changed(
                    "\(who.name) acts no more for \(ward.name) (\(ward.id)).", ward, CircleDesk.member, next: ["club members"])
            }
            try hall.consent(
                that: who.id, actsFor: ward.id, to: "\(who.name) sees and shares what is \(ward.name)'s in the club.")
            return .changed("\(who.name) acts for \(ward.name) (\(ward.id)).", ward, CircleDesk.member, next: ["club members"])
        }
    }
}
