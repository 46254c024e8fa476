import Diary
import Kernel
import Terminal

/// What the bare app shows: whether today's photo is taken, the streak, and what was on this day.
struct TodayCard: Sendable {
    static let firstPhoto = "Take your first photo!"

    let diary: PhotoDiary
    /// Whether entries are locked now; who locks them says so.
    var isClosed: @Sendable () throws -> Bool = { false }
    /// Whether a camera is here that `snap` can use.
    var hasCamera: @Sendable () -> Bool = { false }

    var card: HomeCard { HomeCard("today", order: 10) { try content() } }

    /// So many earlier years are shown.
    private static let shown = 2

    private func pictured(_ entry: Entry, saying text: StyledText, above facts: [Block] = []) -> Block {
        .illustrated(
            Illustration(
                diary.shown(entry),
                beside: [.paragraph(text)] + (entry.note.map { Note.preview($0).lines } ?? (entry.isSealed ? entry.words : []))
                    + facts))
    }

    private func content() throws -> HomeCard.Content {
        guard try !isClosed() else { return HomeCard.Content(blocks: [], members: []) }
        let (today, isTaken, memories) = (diary.time.today(), try diary.isTaken(), try diary.onThisDay())
        let (row, total) = (try diary.currentStreak(), try diary.count())
        let members: [FieldValue.Member] = [
            .init("day", .day(today)), .init("taken", .bool(isTaken)), .init("streak", .integer(row)),
            .init("total", .integer(total)), .init("onThisDay", .texts(memories.map(\.day.description))),
        ]
        let ways = isTaken ? [] : hasCamera() ? ["snap", "add PHOTO"] : ["add PHOTO"]
        guard total > 0 else {
            return HomeCard.Content(
                blocks: [
                    .heading(StyledText(declared: TodayCard.firstPhoto, .title)),
                    .paragraph("One photo a day, and a note if you like."),
                ],
                members: members, next: ways)
        }
        return HomeCard.Content(
            panels: [try day(row, total), try opened() + pictures(memories)],
            now: ways.first.map { .init($0, because: "today has no photo yet", rank: 10) }, members: members,
            next: (isTaken ? ["show \(today)"] : ways) + ["timeline"])
    }

    /// Today's photo or that it is missing, the week, and the row of days.
    private func day(_ row: Int, _ total: Int) throws -> [Block] {
        let today = diary.time.today()
        let entry = try diary.entries(EntryRange(from: today, through: today, limit: 1)).first
        let facts = Block.facts([
            ("This week", try week(today)), ("In a row", StyledText(counted(row, "day"))),
            ("In all", StyledText(counted(total, "photo"))),
        ])
        let state = entry.map { [pictured($0, saying: StyledText("Today's photo is taken.", .good), above: [facts])] }
        return try [.heading("Today")] + (state ?? [.paragraph(invitation(row)), facts])
    }

    /// What is missing, and in the evening a gentle word.
    private func invitation(_ row: Int) throws -> StyledText {
        guard try diary.isWantedTonight() else { return StyledText("Today's photo is not taken yet.", .accent) }
        return StyledText(declared: PhotoBell.invitation, .accent)
            + (row >= 2
                ? StyledText(" Don't break your \(row)-day streak!", .accent)
                : StyledText(" There is time until midnight.", .accent))
    }

    /// What was sealed until today.
    private func opened() throws -> [Block] {
        let opened = try diary.opening(on: diary.time.today())
        guard !opened.isEmpty else { return [] }
        let shown = opened.prefix(TodayCard.shown).map { [pictured($0, saying: StyledText($0.day.spelledOut, .muted))] }
        return [.heading("Opened today")] + shown.joined(separator: [.gap])
    }

    /// A mark for each day from Monday on: a photo, none, or still to come.
    private func week(_ today: Day) throws -> StyledText {
        let monday = today.adding(days: -(Weekday.allCases.firstIndex(of: today.weekday) ?? 0))
        let taken = Set(try diary.days(from: monday, through: today))
        return MonthPage.weekdays.enumerated().map { place, name in
            let day = monday.adding(days: place)
            let role: TextRole = taken.contains(day) ? .good : .muted
            let mark = taken.contains(day) ? "●" : day > today ? " " : "·"
            return StyledText(place == 0 ? "" : " ") + StyledText(declared: name, role) + StyledText(mark, role)
        }.joined()
    }

    /// What was on this day; where nothing was, the latest photo before today's.
    private func pictures(_ memories: [Entry]) throws -> [Block] {
        if !memories.isEmpty {
            let more = memories.count - TodayCard.shown
            let shown = memories.prefix(TodayCard.shown).map { [pictured($0, saying: StyledText("\($0.day.year)", .muted))] }
            let rest = StyledText("and \(counted(more, "earlier year")): ", .muted) + StyledText("`on-this-day`", .input)
            return [.heading("On this day")] + shown.joined(separator: [.gap]) + (more > 0 ? [.paragraph(rest)] : [])
        }
        guard let latest = try diary.timeline(EntryRange(limit: 1), before: diary.time.today()).entries.first else { return [] }
        return [.heading("Latest"), pictured(latest, saying: StyledText(latest.day.spelledOut, .muted))]
    }
}
