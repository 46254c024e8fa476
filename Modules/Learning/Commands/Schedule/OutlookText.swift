import Content
import Interface
import Kernel
import Learning
import Practice

/// The scheduler's data about a card, as output fields and sentences.
enum OutlookText {
    static let fields: [Field<CardOutlook>] = [
        Field("id", "the card: its term and its direction") { .text($0.card.name) },
        Field("term", "the term's id") { .text($0.term.id) },
        Field("english", title: "English", "the English") { .text($0.term.english) },
        Field("hangul", title: "Hangul", "the hangul") { .text($0.term.hangul) },
        Field("direction", title: "Direction", "ko-en or en-ko") { .text($0.card.direction.rawValue) },
        Field("scheduler", "leitner or fsrs") { .text($0.scheduling.rawValue) },
        Field(
            "retrievability", title: "Today",
            "how likely you are to know it today, 0 to 1; null before the first answer",
            alignsRight: true, cell: { StyledText($0.today.map(Figures.percent) ?? "–") }
        ) { $0.today.map { .number(rounded($0, 4)) } ?? .null },
        Field(
            "stability", title: "Stability", "with FSRS, the days after which 90 of 100 such cards are still known",
            alignsRight: true
        ) {
            $0.memory.map { .number(rounded($0.stability, 2)) } ?? .null
        },
        Field("difficulty", title: "Difficulty", "with FSRS, 1 (easy) to 10 (hard)", alignsRight: true) {
            $0.memory.map { .number(rounded($0.difficulty, 1)) } ?? .null
        },
        Field("box", "the box, 1 to 5; with FSRS it says how stable the card is") { .integer($0.schedule?.box) },
        Field("due", title: "Next", "the day on which it comes next") { .day($0.schedule?.due) },
        Field("onReturn", "how likely you are to know it on that day, or today if that has passed") {
            $0.onReturn.map { .number(rounded($0, 4)) } ?? .null
        },
        Field("last", "the day of your last answer that counted") { .day($0.state?.last) },
        Field("answers", "days on which you answered it") { .integer($0.state?.answers ?? 0) },
        Field("right", "how many of those first answers were right") { .integer($0.state?.right ?? 0) },
        Field("setAside", "whether it is set aside and not asked") { .bool($0.isSetAside) },
    ]

    /// Returns the heading of a direction.
    static func side(_ direction: Direction) -> String {
        direction == .koreanToEnglish ? "From Korean to English" : "From English to Korean"
    }

    /// Returns the scheduler's data about a card, with one fact a sentence.
    static func sentences(
        _ outlook: CardOutlook, _ settings: StudySettings, _ preset: any Scheduler, today: Day
    ) -> [String] {
        guard let state = outlook.state, let schedule = outlook.schedule, let recall = outlook.today else {
            return ["You have not answered it yet."] + setAsideSentences(outlook)
        }
        let onceText =
            state.right == 1
            ? "You have answered it once, and knew it, on \(state.last.spelledOut)."
            : "You have answered it once, and did not know it, on \(state.last.spelledOut)."
        let repeatedText =
            "You have answered it on \(state.answers) days and knew it on \(state.right) of them; the last was \(state.last.spelledOut)."
        let historyText = state.answers == 1 ? onceText : repeatedText
        return [historyText] + knowledgeSentences(outlook, recall)
            + nextDateSentences(outlook, schedule, settings, preset, today: today) + setAsideSentences(outlook)
    }

    /// Returns the probability of recall and the values from which the scheduler derives it.
    private static func knowledgeSentences(_ outlook: CardOutlook, _ recall: Double) -> [String] {
        let chance = "The chance that you know it today is \(Figures.percent(recall))"
        guard outlook.scheduling == .fsrs else {
            return ["\(chance), if you forget as most people do. It is in box \(outlook.schedule?.box ?? 1) of 5."]
        }
        guard let memory = outlook.memory else { return ["\(chance), judging by the box that it was in."] }
        let days = memory.stability < 1 ? "less than a day" : counted(Int(memory.stability.rounded()), "day")
        return [
            "\(chance).",
            "Its stability is \(days): after that long without it, 90 of 100 such cards are still known.",
            "Its difficulty is \(decimals(memory.difficulty, 1)), on a scale from 1 (easy) to 10 (hard).",
        ]
    }

    /// Returns the next date of a card and the reason for it.
    private static func nextDateSentences(
        _ outlook: CardOutlook, _ schedule: Schedule, _ settings: StudySettings, _ preset: any Scheduler, today: Day
    ) -> [String] {
        if schedule.dueAt != nil, schedule.due == today {
            return ["It is at a learning step and comes once more today."]
        }
        let wait = schedule.due.days(since: today)
        let dateText =
            wait <= 0
            ? wait == 0 ? "It is due today" : "It has been due since \(schedule.due.spelledOut)"
            : "It comes next on \(schedule.due.spelledOut), in \(counted(wait, "day"))"
        guard outlook.scheduling == .fsrs else {
            let waits = (preset as? LeitnerScheduler)?.intervals ?? LeitnerScheduler.standard.intervals
            let days = counted(waits[schedule.box - 1], "day")
            return ["\(dateText): box \(schedule.box) waits \(days), or a little less so that no day has too many."]
        }
        let retentionText = "You asked for \(settings.fsrs.retention) of 100"
        guard let onReturn = outlook.onReturn, wait > 0 else { return ["\(dateText). \(retentionText)."] }
        let chance = Figures.percent(onReturn)
        return [
            "\(dateText). The chance is then \(chance). \(retentionText), and days with little to do are preferred."
        ]
    }

    private static func setAsideSentences(_ outlook: CardOutlook) -> [String] {
        outlook.isSetAside ? ["It is set aside, so it is not asked."] : []
    }

    // MARK: - Figures

    /// Returns a number rounded to a number of decimals.
    static func rounded(_ number: Double, _ places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (number * scale).rounded() / scale
    }

    /// Returns a number with a fixed number of decimals, such as `5.3`.
    static func decimals(_ number: Double, _ places: Int) -> String {
        let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((number * Double(scale)).rounded())
        let fraction = "\(scaled % scale)"
        return "\(scaled / scale).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
    }
}
