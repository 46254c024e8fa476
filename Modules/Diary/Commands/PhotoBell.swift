import Diary
import Kernel
import Reminders
import Terminal

/// One line for status bars and one reminder a day: whether today's photo is taken, and the streak that it keeps.
struct PhotoBell: Sendable {
    let diary: PhotoDiary

    var reminder: Reminder {
        .onceADay(
            "photo", "Take today's photo", at: 20 * 3600, saying: "Time for your daily photo!",
            isDone: { try diary.isTaken($0) },
            streak: { try diary.streak(before: $0) }
        ).since { try diary.firstEntry()?.createdAt }
    }

    var status: StatusItem {
        StatusItem("photo", letters: [("st", "days in a row"), ("ta", "whether today's photo is taken")]) {
            let taken = try diary.isTaken()
            let streak = try diary.currentStreak()
            let days = counted(streak, "day")
            return StatusItem.Content(
                text: taken
                    ? "Today's photo is taken, \(days) in a row" : "No photo today yet, \(days) in a row",
                short: taken ? "✓ \(streak)d" : "– \(streak)d", values: ["\(streak)", taken ? "yes" : "no"])
        }
    }
}
