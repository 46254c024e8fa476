import Diary
import Interface
import Kernel

/// The card of the home screen: today's photo, the streak and memories of this day.
struct TodayCard: Sendable {
    static let firstPhoto = "Take your first photo!"

    let diary: PhotoDiary
    /// Returns whether the entries are locked.
    var isClosed: @Sendable () throws -> Bool = { false }
    /// Returns whether `snap` can use a camera on this machine.
    var hasCamera: @Sendable () -> Bool = { false }

    var card: HomeCard { HomeCard("today", order: 10) { try content() } }

    /// The maximum number of entries in each part of the card.
    private static let entryLimit = 2

    private func illustrated(_ entry: Entry, text: StyledText, above facts: [Block] = []) -> Block {
        .illustrated(
            Illustration(
                diary.shownPicture(entry),
                beside: [.paragraph(text)]
                    + (entry.note.map { Note.preview($0).lines } ?? (entry.isSealed ? entry.words : []))
                    + facts))
    }

    private func content() throws -> HomeCard.Content {
        guard try !isClosed() else { return HomeCard.Content(blocks: [], members: []) }
        let today = diary.time.today()
        let isTaken = try diary.isTaken()
        let memories = try diary.onThisDay()
        let streak = try diary.currentStreak()
        let total = try diary.count()
        let members: [OutputValue.Member] = [
            .init("day", .day(today)), .init("taken", .bool(isTaken)), .init("streak", .integer(streak)),
            .init("total", .integer(total)), .init("onThisDay", .texts(memories.map(\.day.description))),
        ]
        let nextCommands = isTaken ? [] : hasCamera() ? ["snap", "add PHOTO"] : ["add PHOTO"]
        guard total > 0 else {
            return HomeCard.Content(
                blocks: [
                    .heading(StyledText(declared: TodayCard.firstPhoto, .title)),
                    .paragraph("One photo a day, and a note if you like."),
                ],
                members: members, next: nextCommands)
        }
        return HomeCard.Content(
            panels: [try day(streak, total), try opened() + pictures(memories)],
            suggestedStep: nextCommands.first.map { .init($0, because: "today has no photo yet", rank: 10) },
            members: members,
            next: (isTaken ? ["show \(today)"] : nextCommands) + ["timeline"])
    }

    /// Returns today's photo or a text that it is missing, the week and the streak.
    private func day(_ streak: Int, _ total: Int) throws -> [Block] {
        let today = diary.time.today()
        let entry = try diary.entries(EntryRange(from: today, through: today, limit: 1)).first
        let facts = Block.facts([
            ("This week", try week(today)), ("In a row", StyledText(counted(streak, "day"))),
            ("In all", StyledText(counted(total, "photo"))),
        ])
        let todayPhoto = entry.map {
            [illustrated($0, text: StyledText("Today's photo is taken.", .good), above: [facts])]
        }
        return try [.heading("Today")] + (todayPhoto ?? [.paragraph(invitation(streak)), facts])
    }

    /// Returns the text that today's photo is missing. In the evening it is an invitation.
    private func invitation(_ streak: Int) throws -> StyledText {
        guard try diary.isPhotoOverdue() else { return StyledText("Today's photo is not taken yet.", .accent) }
        return StyledText(declared: PhotoStatus.invitation, .accent)
            + (streak >= Streak.shortestAtRisk
                ? StyledText(" Don't break your \(streak)-day streak!", .accent)
                : StyledText(" There is time until midnight.", .accent))
    }

    /// Returns the entries whose seal ends today.
    private func opened() throws -> [Block] {
        let opened = try diary.opening(on: diary.time.today())
        guard !opened.isEmpty else { return [] }
        let blocks = opened.prefix(TodayCard.entryLimit).map {
            [illustrated($0, text: StyledText($0.day.spelledOut, .muted))]
        }
        return [.heading("Opened today")] + blocks.joined(separator: [.gap])
    }

    /// Returns a mark for each day since Monday: a photo, no photo, or in the future.
    private func week(_ today: Day) throws -> StyledText {
        let monday = today.adding(days: -(Weekday.allCases.firstIndex(of: today.weekday) ?? 0))
        let daysWithPhoto = Set(try diary.days(from: monday, through: today))
        return MonthPage.weekdays.enumerated().map { index, name in
            let day = monday.adding(days: index)
            let role: TextRole = daysWithPhoto.contains(day) ? .good : .muted
            let mark = daysWithPhoto.contains(day) ? "●" : day > today ? " " : "·"
            return StyledText(index == 0 ? "" : " ") + StyledText(declared: name, role) + StyledText(mark, role)
        }.joined()
    }

    /// Returns the memories of this day. If there are none, returns the latest photo before
    /// today's.
    private func pictures(_ memories: [Entry]) throws -> [Block] {
        if !memories.isEmpty {
            let omittedCount = memories.count - TodayCard.entryLimit
            let blocks = memories.prefix(TodayCard.entryLimit).map {
                [illustrated($0, text: StyledText("\($0.day.year)", .muted))]
            }
            let moreText =
                StyledText("and \(counted(omittedCount, "earlier year")): ", .muted)
                + StyledText("`on-this-day`", .input)
            return [.heading("On this day")] + blocks.joined(separator: [.gap])
                + (omittedCount > 0 ? [.paragraph(moreText)] : [])
        }
        guard let latest = try diary.timeline(EntryRange(limit: 1), before: diary.time.today()).entries.first else {
            return []
        }
        return [.heading("Latest"), illustrated(latest, text: StyledText(latest.day.spelledOut, .muted))]
    }
}
