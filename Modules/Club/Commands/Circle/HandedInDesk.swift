import Club
import Kernel
import Terminal

/// `club tips …`: what members hand in for studying, and what instructors make of it.
struct HandedInDesk: Sendable {
    let options: ClubOptions

    var commands: [Command] { [tips, propose, approve, refuse, withdraw, credit] }

    private struct Line: Sendable {
        let told: ClubSight.Told<StudyTip>
        /// Whether it waits for an instructor.
        let waits: Bool
        let by: String?

        init(_ told: ClubSight.Told<StudyTip>, waits: Bool, _ sight: ClubSight) {
            (self.told, self.waits) = (told, waits)
            let whose = waits ? told.paper.author : told.paper.about
            // Instructors know who hands something in; everybody else is told a name where its owner wants that.
            by = whose.flatMap { id in
                sight.credits[id] ?? (id == sight.me.id ? "you" : waits ? sight.sight.view.member(id)?.name : nil)
            }
        }
    }

    private static let fields: [Field<Line>] = [
        Field("id", "the tip") { .text($0.told.paper.id.rawValue) },
        Field("state", title: "State", "told, or handed in and not decided on") { .text($0.waits ? "handed in" : "told") },
        Field("text", title: "Tip", "what it says", room: .main) { .text($0.told.value.text) },
        Field("by", title: "By", "who wants to be named for it; null for nobody") { .text($0.by) },
        Field("day", "when it was told or handed in") { .day($0.told.paper.day) },
    ]

    private static func lines(_ sight: ClubSight) -> [Line] {
        sight.suggestions.map { Line($0, waits: true, sight) } + sight.tips.map { Line($0, waits: false, sight) }
    }

    private var tips: Command {
        Command(
            "club tips", "Show tips for studying; for instructors those that were handed in first",
            examples: [.init("club tips", "all of them", runs: false)], options.club, returns: .list(HandedInDesk.fields),
            changes: true
        ) { club in
            let (_, sight) = try options.sight(club)
            let lines = HandedInDesk.lines(sight)
            let isAsked = sight.isStaff && lines.contains(where: \.waits)
            return .list(
                lines, HandedInDesk.fields, empty: "There is no tip yet.", footer: CircleDesk.copy(sight),
                next: isAsked ? ["club tips approve 1", "club tips refuse 1"] : ["club tips propose TEXT"])
        }
    }

    private var propose: Command {
        Command(
            "club tips propose", "Hand in a tip for studying; an instructor decides",
            discussion:
                "Your name stands beside it only if you want that: `club credit NAME`. A tip of an instructor is told at once.",
            examples: [.init("club tips propose 'Say each count aloud.'", "to your instructors", runs: false)],
            .argument("text", .text("TEXT", limit: StudyTip.longest), "the tip"), options.club,
            returns: .one(ClubFields.said), changes: true
        ) { text, club in
            let (circle, sight) = try options.sight(club)
            let sending = try circle.propose(text, in: sight)
            let sentence = sight.isStaff ? "Told everybody in \(sight.known.name)." : "Handed in. An instructor decides."
            return .changed(
                ClubOptions.said(sentence, sending), ClubNotice(kind: .tip, text: text), ClubFields.said,
                next: ["club tips", "club credit NAME"])
        }
    }

    private static let row = Parameter<Int>.argument("row", .integer(1...1000, placeholder: "ROW"), "its row in `club tips`")

    private func line(_ row: Int, in sight: ClubSight, waiting: Bool? = nil) throws -> Line {
        let lines = HandedInDesk.lines(sight)
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
            examples: [.init("club tips approve 1", "the first of the list", runs: false)], HandedInDesk.row, options.club,
            returns: .one(HandedInDesk.fields), changes: true
        ) { row, club in
            let (circle, sight) = try options.sight(club)
            let line = try line(row, in: sight, waiting: true)
            let sending = try circle.approve(line.told, in: sight)
            return .changed(
                ClubOptions.said("Everybody sees the tip now.", sending), line, HandedInDesk.fields, next: ["club tips"])
        }
    }

    private var refuse: Command {
        Command(
            "club tips refuse", "Do not take a tip; only who handed it in is told",
            examples: [.init("club tips refuse 1 --why 'We have that already.'", "with a reason", runs: false)], HandedInDesk.row,
            .option("why", .text("TEXT", limit: StudyTip.longest), "a word to who handed it in"), options.club,
            returns: .one(HandedInDesk.fields), changes: true
        ) { row, why, club in
            let (circle, sight) = try options.sight(club)
            let line = try line(row, in: sight, waiting: true)
            let sending = try circle.refuse(line.told, why: why ?? "", in: sight)
            return .changed(
                ClubOptions.said("Refused. Who handed it in is told.", sending), line, HandedInDesk.fields,
                next: ["club tips"])
        }
    }

    private var withdraw: Command {
        Command(
            "club tips withdraw", "Take back a tip that you told or handed in",
            examples: [.init("club tips withdraw 1 --yes", "without asking", runs: false)], HandedInDesk.row, options.club,
            returns: .one(HandedInDesk.fields), changes: true
        ) { row, club in
            let (circle, sight) = try options.sight(club)
            let line = try line(row, in: sight)
            return .confirm("Take back the tip “\(line.told.value.text.prefix(60))”?") {
                let sending = try circle.takeBack(line.told.paper, in: sight)
                return .changed(ClubOptions.said("Taken back.", sending), line, HandedInDesk.fields, next: ["club tips"])
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
                .init("club credit 'Mina P.'", "be named", runs: false), .init("club credit --stop", "no more", runs: false),
            ],
            .optionalArgument("name", .text("NAME", limit: Student.longestName), "what you want to be called"),
            .flag("stop", "be named no more"), options.club, returns: .list(ClubFields.contributors), changes: true
        ) { name, isStop, club in
            var (circle, sight) = try options.sight(club)
            var notice: String?
            if isStop {
                notice = try circle.leaveCredits(in: sight) > 0 ? "You are named no more." : "You were not named."
            } else if let name {
                let sending = try circle.credit(as: name, in: sight)
                notice = ClubOptions.said("You are named as \(name) for what you bring.", sending)
            }
            if notice != nil { (circle, sight) = try options.sight(club) }
            var output = Output.list(
                sight.contributors, ClubFields.contributors, heading: StyledText("Who brought something to \(sight.known.name)"),
                empty: "Nobody who brought something wants to be named yet.", next: ["club tips", "club pack"])
            output.notice = notice
            return output
        }
    }
}
