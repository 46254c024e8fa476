import Club
import Groups
import Interface
import Kernel

/// `club announcements`: the notices to everyone, and their withdrawal.
struct AnnouncementCommands: Sendable {
    let options: ClubOptions

    var commands: [Command] { [list, withdraw] }

    private static let noticeFields: [Field<ClubSnapshot.PostedValue<ClubNotice>>] = [
        Field("id", "the announcement") { .text($0.post.id.rawValue) },
        Field("day", title: "Day", "when it was told") { .day($0.post.day) },
        Field("kind", title: "Kind", "news, feature, challenge or tip") { .text($0.value.kind.rawValue) },
        Field("text", title: "What", "what it says", room: .main) { .text($0.value.text) },
    ]

    private var list: Command {
        Command(
            "club announcements", "List what the club told everybody, the latest first",
            examples: [.init("club announcements", "all of it", runs: false)], options.club,
            returns: .list(AnnouncementCommands.noticeFields), changes: true
        ) { club in
            let (_, snapshot) = try options.snapshot(club)
            let canTakeBack = snapshot.isStaff && !snapshot.notices.isEmpty
            return .list(
                snapshot.notices, AnnouncementCommands.noticeFields, empty: "Nothing was announced yet.",
                footer: SharedClubCommands.copyNotice(snapshot),
                next: canTakeBack ? ["club announcements withdraw 1"] : ["club"])
        }
    }

    private var withdraw: Command {
        Command(
            "club announcements withdraw", "Take back an announcement",
            examples: [.init("club announcements withdraw 1 --yes", "without asking", runs: false)],
            .argument("row", .integer(1...1000, placeholder: "ROW"), "its row in `club announcements`"), options.club,
            returns: .one(AnnouncementCommands.noticeFields), changes: true
        ) { row, club in
            let (circle, snapshot) = try options.snapshot(club)
            let notices = snapshot.notices
            guard notices.indices.contains(row - 1) else {
                throw Failure(
                    .noSuchPiece, "There is no announcement in row \(row).", advice: "`club announcements` shows them.",
                    kind: .usage)
            }
            let notice = notices[row - 1]
            return .confirm("Take back “\(notice.value.text.prefix(60))”?") {
                let sending = try circle.withdraw(notice.post, in: snapshot)
                return .changed(
                    ClubOptions.deliveryMessage("Taken back.", sending), notice, AnnouncementCommands.noticeFields,
                    next: ["club announcements"])
            }
        }
    }
}
