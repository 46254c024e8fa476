import Club
import Groups
import Kernel
import Terminal

/// `club announcements`: what was told to everybody, and how it is taken back.
struct AnnouncementDesk: Sendable {
    let options: ClubOptions

    var commands: [Command] { [list, withdraw] }

    private static let notice: [Field<ClubSight.Told<ClubNotice>>] = [
        Field("id", "the announcement") { .text($0.paper.id.rawValue) },
        Field("day", title: "Day", "when it was told") { .day($0.paper.day) },
        Field("kind", title: "Kind", "news, feature, challenge or tip") { .text($0.value.kind.rawValue) },
        Field("text", title: "What", "what it says", room: .main) { .text($0.value.text) },
    ]

    private var list: Command {
        Command(
            "club announcements", "List what the club told everybody, the latest first",
            examples: [.init("club announcements", "all of it", runs: false)], options.club,
            returns: .list(AnnouncementDesk.notice), changes: true
        ) { club in
            let (_, sight) = try options.sight(club)
            let canTakeBack = sight.isStaff && !sight.notices.isEmpty
            return .list(
                sight.notices, AnnouncementDesk.notice, empty: "Nothing was announced yet.", footer: CircleDesk.copy(sight),
                next: canTakeBack ? ["club announcements withdraw 1"] : ["club"])
        }
    }

    private var withdraw: Command {
        Command(
            "club announcements withdraw", "Take back an announcement",
            examples: [.init("club announcements withdraw 1 --yes", "without asking", runs: false)],
            .argument("row", .integer(1...1000, placeholder: "ROW"), "its row in `club announcements`"), options.club,
            returns: .one(AnnouncementDesk.notice), changes: true
        ) { row, club in
            let (circle, sight) = try options.sight(club)
            let notices = sight.notices
            guard notices.indices.contains(row - 1) else {
                throw Failure(
                    .noSuchPiece, "There is no announcement in row \(row).", advice: "`club announcements` shows them.",
                    kind: .usage)
            }
            let told = notices[row - 1]
            return .confirm("Take back “\(told.value.text.prefix(60))”?") {
                let sending = try circle.takeBack(told.paper, in: sight)
                return .changed(
                    ClubOptions.said("Taken back.", sending), told, AnnouncementDesk.notice, next: ["club announcements"])
            }
        }
    }
}
