import Diary
import Interface
import Kernel
import Reminders

/// The status item and the daily reminder: today's photo, the streak, and entries that open today.
struct PhotoStatus: Sendable {
    let diary: PhotoDiary
    /// Returns whether the entries are locked. Then only their days are known.
    let isClosed: @Sendable () throws -> Bool

    static let invitation = "Time for your daily photo!"

    var reminders: [Reminder] { [photo, capsules] }

    private var capsules: Reminder {
        Reminder("capsules", "Sealed photos that open", rule: .daily(at: 9 * 3600)) { day in
            try isClosed()
                ? []
                : diary.opening(on: day).map {
                    .init(
                        key: $0.id.rawValue, title: "The photo of \($0.day.spelledOut) opens today.",
                        body: "You sealed it for today."
                    )
                }
        }.since(firstEntryTime)
    }

    private var firstEntryTime: @Sendable () throws -> Instant? {
        { [diary, isClosed] in try isClosed() ? Instant(milliseconds: 0) : diary.firstEntry()?.createdAt }
    }

    private var photo: Reminder {
        .onceADay(
            "photo", "Take today's photo", at: DiarySettings.usualEvening, saying: Self.invitation,
            isDone: { try diary.isTaken($0) },
            streak: { try diary.streak(before: $0) }
        ).since(firstEntryTime)
    }

    var status: StatusItem {
        StatusItem("photo", formatSpecifiers: [("st", "days in a row"), ("ta", "whether today's photo is taken")]) {
            guard try !isClosed() else { return nil }
            let isTaken = try diary.isTaken()
            let streak = try diary.currentStreak()
            let days = counted(streak, "day")
            let state = isTaken ? "Today's photo is taken" : "No photo today yet"
            let opened = try diary.opening(on: diary.time.today()).map { "; the photo of \($0.day) opened today" }
                .joined()
            return StatusItem.Content(
                text:
                    "\(try diary.isPhotoOverdue() ? Self.invitation.dropLast().description : state), \(days) in a row\(opened)",
                short: isTaken ? "✓ \(streak)d" : "– \(streak)d", values: ["\(streak)", isTaken ? "yes" : "no"])
        }
    }
}
