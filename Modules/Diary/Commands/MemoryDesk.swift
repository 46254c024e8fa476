import Diary
import Kernel
import Terminal

/// The commands that look back as a whole: a memory by chance, and what was reached.
struct MemoryDesk: Sendable {
    let diary: PhotoDiary
    let random: RandomSource
    /// What `show` says of an entry.
    let show: @Sendable (Entry) throws -> Output

    var memory: Command {
        Command(
            "memory", "Show a day by chance",
            discussion: "Sealed days are never shown. --seed N shows the same day each time.",
            examples: [.init("memory", "any day"), .init("memory --from 2025-01-01", "a day since then")],
            EntryParameters(diary: diary).range, returns: .one(Entry.fields(in: diary))
        ) { range in
            var chance = random
            guard let entry = try diary.memory(in: range, using: &chance) else {
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
            let (all, days) = (try diary.achievements(), try diary.photoDays())
            return .list(
                all, Achievement.fields, heading: StyledText("Achievements", .title), empty: "",
                footer: [.gap, .paragraph(StyledText(declared: days.yearSentence, .muted))],
                next: [days.today ? "streak" : "add PHOTO"])
        }
    }
}

extension Achievement {
    static let fields: [Field<Achievement>] = [
        Field("id", "the achievement's identifier") { .text($0.badge.rawValue) },
        Field("title", title: "Achievement", "its name", isSaid: true) { .text($0.badge.title) },
        Field("about", title: "What it asks", "what it asks", room: .main, isSaid: true) { .text($0.badge.about) },
        Field("have", "how much of it is there") { .integer($0.have) },
        Field("need", "how much it takes") { .integer($0.badge.need) },
        Field(
            "reached", title: "Reached", "the day on which it was reached; null while it was not", room: .whole,
            cell: { one in StyledText(declared: one.reached.map { "\($0)" } ?? one.way, one.reached == nil ? .muted : .good) }
        ) { .day($0.reached) },
    ]

    private var way: String { badge.need == 1 ? "not yet" : "\(have) of \(badge.need)" }
}

extension Badge {
    /// What is said once, when it is reached.
    var celebration: String { need == 1 ? "★ \(title): \(about)!" : "★ \(title): \(about)! Well done." }
}
