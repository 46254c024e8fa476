import Diary
import Interface
import Kernel

/// The commands about the whole diary: a random memory and the badges.
struct MemoriesCommands: Sendable {
    let diary: PhotoDiary
    let random: RandomSource
    /// Returns the output of the command `show` for an entry.
    let show: @Sendable (Entry) throws -> Output

    var memory: Command {
        Command(
            "memory", "Show a day by chance",
            discussion: "Sealed days are never shown. --seed N shows the same day each time.",
            examples: [.init("memory", "any day"), .init("memory --from 2025-01-01", "a day since then")],
            EntryParameters(diary: diary).range, returns: .one(Entry.fields(in: diary))
        ) { range in
            var generator = random
            guard let entry = try diary.memory(in: range, using: &generator) else {
                throw Failure(
                    .entryNotFound, range == EntryRange() ? "There is no photo yet." : "There is no such entry.",
                    advice: "Add one with `add PHOTO`.")
            }
            return try show(entry)
        }
    }

    var achievements: Command {
        Command(
            "achievements", "Show what you have reached",
            discussion: "What you have reached once stays reached. It is said once, after the `add` that reached it.",
            examples: [.init("achievements", "all of them")], returns: .list(Achievement.fields)
        ) {
            let achievements = try diary.achievements().all
            let days = try diary.photoDays()
            return .list(
                achievements, Achievement.fields, heading: StyledText("Achievements", .title), empty: "",
                footer: [.gap, .paragraph(StyledText(declared: days.yearSentence, .muted))],
                next: [days.hasPhotoToday ? "streak" : "add PHOTO"])
        }
    }
}

extension Achievement {
    static let fields: [Field<Achievement>] = [
        Field("id", "the achievement's identifier") { .text($0.id) },
        Field("title", title: "Achievement", "its name", isTranslatable: true) { .text($0.title) },
        Field("about", title: "What it asks", "what it asks", room: .main, isTranslatable: true) { .text($0.about) },
        Field("have", "how much of it is there") { .integer($0.isReached ? $0.need : $0.have) },
        Field("need", "how much it takes") { .integer($0.need) },
        Field(
            "reached", title: "Reached", "the day on which it was reached; null while it was not", room: .fixed,
            cell: { achievement in
                StyledText(
                    declared: achievement.reached.map { "\($0)" } ?? achievement.progressText,
                    achievement.isReached ? .good : .muted)
            }
        ) { .day($0.reached) },
    ]

    private var progressText: String { need == 1 ? "not yet" : "\(have) of \(need)" }

    /// The sentence that appears once when the badge is reached.
    var celebration: String { need == 1 ? "★ \(title): \(about)!" : "★ \(title): \(about)! Well done." }
}
