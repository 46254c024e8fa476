import Diary
import Kernel
import Terminal

/// What the bare app shows: whether today's photo is taken, the streak, and what was on this day.
struct TodayCard: Sendable {
    static let firstPhoto = "Take your first photo!"

    let diary: PhotoDiary

    var card: HomeCard { HomeCard("today", order: 10) { try content() } }

    /// The latest photo, where no other is to be seen.
    private func latest() throws -> [Block] {
        try diary.latestEntry().map { [.gap, pictured($0, saying: $0.day.spelledOut)] } ?? []
    }

    private func pictured(_ entry: Entry, saying text: String) -> Block {
        .illustrated(
            Illustration(
                { [diary] in (try? diary.thumbnail(of: entry)).flatMap { $0 } },
                beside: [.paragraph(StyledText(text, .muted))] + (entry.note.map { Note.preview($0).lines } ?? [])))
    }

    private func content() throws -> HomeCard.Content {
        let (today, isTaken, memories) = (diary.time.today(), try diary.isTaken(), try diary.onThisDay())
        let (row, total) = (try diary.currentStreak(), try diary.count())
        let members: [FieldValue.Member] = [
            .init("day", .day(today)), .init("taken", .bool(isTaken)), .init("streak", .integer(row)),
            .init("total", .integer(total)), .init("onThisDay", .texts(memories.map(\.day.description))),
        ]
        guard total > 0 else {
            return HomeCard.Content(
                blocks: [
                    .heading(StyledText(TodayCard.firstPhoto, .title)), .paragraph("One photo a day, and a note if you like."),
                ],
                members: members, next: ["add PHOTO"])
        }
        let state =
            isTaken
            ? StyledText("Today's photo is taken.", .good) : StyledText("Today's photo is not taken yet.", .accent)
        return HomeCard.Content(
            blocks: [
                .heading(StyledText(today.spelledOut, .title)), .paragraph(state),
                .paragraph(StyledText(PhotoDays.sentence(row))),
            ]
                + memories.flatMap { memory in
                    [.gap, pictured(memory, saying: "On this day in \(memory.day.year)")]
                } + (memories.isEmpty ? try latest() : []), members: members,
            next: [isTaken ? "show \(today)" : "add PHOTO", "timeline"])
    }
}
