import Club
import Interface
import Kernel

/// `club tips …`: study tips from members, and their review by instructors.
struct StudyTipCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [tips, propose, approve, refuse, withdraw, credit] }

    /// A suggested or published tip as the viewer sees it.
    private struct Line: Sendable {
        let tip: ClubSnapshot.PostedValue<StudyTip>
        /// Whether the tip waits for an instructor's decision.
        let waits: Bool
        /// The author's name, or nil if the viewer may not know it.
        let by: String?

        init(_ tip: ClubSnapshot.PostedValue<StudyTip>, waits: Bool, _ snapshot: ClubSnapshot) {
            self.tip = tip
            self.waits = waits
            let credited = waits ? tip.post.author : tip.post.about
            // Instructors see the author. Other members see a name only if the author allows it.
            by = credited.flatMap { id in
                snapshot.credits[id]
                    ?? (id == snapshot.me.id ? "you" : waits ? snapshot.groupSnapshot.view.member(id)?.name : nil)
            }
        }
    }

    private static let fields: [Field<Line>] = [
        Field("id", "the tip") { .text($0.tip.post.id.rawValue) },
        Field("state", title: "State", "told, or handed in and not decided on") {
            .text($0.waits ? "handed in" : "told")
        },
        Field("text", title: "Tip", "what it says", room: .main) { .text($0.tip.value.text) },
        Field("by", title: "By", "who wants to be named for it; null for nobody") { .text($0.by) },
        Field("day", "when it was told or handed in") { .day($0.tip.post.day) },
    ]

    /// Returns the tips in the order of `club tips`.
    private static func lines(_ snapshot: ClubSnapshot) -> [Line] {
        snapshot.suggestions.map { Line($0, waits: true, snapshot) }
            + snapshot.tips.map { Line($0, waits: false, snapshot) }
    }

    private var tips: Command {
        Command(
            "club tips", "Show tips for studying; for instructors those that were handed in first",
            examples: [.init("club tips", "all of them", runs: false)], options.club,
            returns: .list(StudyTipCommands.fields), changes: true
        ) { club in
            let (_, snapshot) = try options.snapshot(club)
            let lines = StudyTipCommands.lines(snapshot)
            let hasWaitingTips = snapshot.isStaff && lines.contains(where: \.waits)
            return .list(
                lines, StudyTipCommands.fields, empty: "There is no tip yet.",
                footer: SharedClubCommands.copyNotice(snapshot),
                next: hasWaitingTips ? ["club tips approve 1", "club tips refuse 1"] : ["club tips propose TEXT"])
        }
    }

    private var propose: Command {
        Command(
            "club tips propose", "Hand in a tip for studying; an instructor decides",
            discussion:
                "Your name stands beside it only if you want that: `club credit NAME`. A tip of an instructor is told at once.",
            examples: [.init("club tips propose 'Say each count aloud.'", "to your instructors", runs: false)],
            .argument("text", .text("TEXT", limit: StudyTip.longest), "the tip"), options.club,
            returns: .one(ClubFields.notice), changes: true
        ) { text, club in
            let (circle, snapshot) = try options.snapshot(club)
            let sending = try circle.propose(text, in: snapshot)
            let sentence =
                snapshot.isStaff ? "Told everybody in \(snapshot.group.name)." : "Handed in. An instructor decides."
            return .changed(
                ClubOptions.deliveryMessage(sentence, sending), ClubNotice(kind: .tip, text: text), ClubFields.notice,
                next: ["club tips", "club credit NAME"])
        }
    }

    private static let row = Parameter<Int>.argument(
        "row", .integer(1...1000, placeholder: "ROW"), "its row in `club tips`")

    /// Returns the tip in a row of `club tips`.
    ///
    /// - Parameter waiting: whether it must be suggested or published, or nil for either.
    /// - Throws: `noSuchPiece`.
    private func line(_ row: Int, in snapshot: ClubSnapshot, waiting: Bool? = nil) throws -> Line {
        let lines = StudyTipCommands.lines(snapshot)
        guard lines.indices.contains(row - 1), waiting.map({ $0 == lines[row - 1].waits }) ?? true else {
            throw Failure(
                .noSuchPiece,
                waiting == true ? "No tip that was handed in stands in row \(row)." : "No tip stands in row \(row).",
                advice: "`club tips` shows them.", kind: .usage)
        }
        return lines[row - 1]
    }

    private var approve: Command {
        Command(
            "club tips approve", "Tell everybody a tip that was handed in",
            examples: [.init("club tips approve 1", "the first of the list", runs: false)], StudyTipCommands.row,
            options.club, returns: .one(StudyTipCommands.fields), changes: true
        ) { row, club in
            let (circle, snapshot) = try options.snapshot(club)
            let line = try line(row, in: snapshot, waiting: true)
            let sending = try circle.approve(line.tip, in: snapshot)
            return .changed(
                ClubOptions.deliveryMessage("Everybody sees the tip now.", sending), line, StudyTipCommands.fields,
                next: ["club tips"])
        }
    }

    private var refuse: Command {
        Command(
            "club tips refuse", "Do not take a tip; only who handed it in is told",
            examples: [.init("club tips refuse 1 --why 'We have that already.'", "with a reason", runs: false)],
            StudyTipCommands.row,
            .option("why", .text("TEXT", limit: StudyTip.longest), "a word to who handed it in"), options.club,
            returns: .one(StudyTipCommands.fields), changes: true
        ) { row, why, club in
            let (circle, snapshot) = try options.snapshot(club)
            let line = try line(row, in: snapshot, waiting: true)
            let sending = try circle.reject(line.tip, why: why ?? "", in: snapshot)
            return .changed(
                ClubOptions.deliveryMessage("Refused. Who handed it in is told.", sending), line,
                StudyTipCommands.fields,
                next: ["club tips"])
        }
    }

    private var withdraw: Command {
        Command(
            "club tips withdraw", "Take back a tip that you told or handed in",
            examples: [.init("club tips withdraw 1 --yes", "without asking", runs: false)], StudyTipCommands.row,
            options.club, returns: .one(StudyTipCommands.fields), changes: true
        ) { row, club in
            let (circle, snapshot) = try options.snapshot(club)
            let line = try line(row, in: snapshot)
            return .confirm("Take back the tip “\(line.tip.value.text.prefix(60))”?") {
                let sending = try circle.withdraw(line.tip.post, in: snapshot)
                return .changed(
                    ClubOptions.deliveryMessage("Taken back.", sending), line, StudyTipCommands.fields,
                    next: ["club tips"])
            }
        }
    }

    private var credit: Command {
        Command(
            "club credit", "Be named for your tips and packs, or no more",
            discussion: """
                Without a name you see who is named. The club sees the name that you give, beside what you brought and in `about`. --stop takes it \
                back at once, everywhere; so does leaving.
                """,
            examples: [
                .init("club credit 'Mina P.'", "be named", runs: false),
                .init("club credit --stop", "no more", runs: false),
            ],
            .optionalArgument("name", .text("NAME", limit: Student.longestName), "what you want to be called"),
            .flag("stop", "be named no more"), options.club, returns: .list(ClubFields.contributors), changes: true
        ) { name, isStop, club in
            var (circle, snapshot) = try options.snapshot(club)
            var notice: String?
            if isStop {
                notice = try circle.leaveCredits(in: snapshot) > 0 ? "You are named no more." : "You were not named."
            } else if let name {
                let sending = try circle.credit(as: name, in: snapshot)
                notice = ClubOptions.deliveryMessage("You are named as \(name) for what you bring.", sending)
            }
            if notice != nil { (circle, snapshot) = try options.snapshot(club) }
            var output = Output.list(
                snapshot.contributors, ClubFields.contributors,
                heading: StyledText("Who brought something to \(snapshot.group.name)"),
                empty: "Nobody who brought something wants to be named yet.", next: ["club tips", "club pack"])
            output.notice = notice
            return output
        }
    }
}
