import Interface
import Kernel
import Profiles

/// `family`, and the family on the first screen: each person's day in one line.
struct FamilyView: Sendable {
    let family: Family
    let grades: Grades
    let days: FamilyDays
    /// Returns the profile that `--profile` names, or the active one.
    let currentProfile: @Sendable () throws -> Profile

    /// A person and their day.
    struct Row: Sendable {
        let member: ProfileRow
        let day: FamilyDay

        var isDone: Bool { day.answers >= member.profile.goal }

        /// The day in words, such as `✓ 20 of 20, streak 5, 8 due`.
        var words: StyledText {
            let progress = StyledText("\(day.answers) of \(member.profile.goal)", isDone ? .good : .plain)
            let details = [
                day.streak > 1 ? "streak \(day.streak)" : nil, day.due > 0 ? "\(day.due) due" : nil,
            ].compactMap { $0 }
            return (isDone ? StyledText("✓ ", .good) : "") + progress
                + StyledText(([""] + details).joined(separator: ", "), .muted)
        }
    }

    var command: Command {
        Command(
            "family", "Show what everybody in the family did today",
            discussion: """
                One line for each profile: answers today and the daily goal, days in a row, and cards that are due. `profile switch NAME` says whose turn \
                it is.
                """,
            examples: [.init("family", "everybody on this device"), .init("family --json", "as JSON")],
            returns: .list(FamilyView.fields)
        ) {
            let rows = try rows(active: family.active())
            return .list(
                rows, FamilyView.fields, heading: "The family today", empty: "There is no profile yet.",
                next: rows.first { !$0.isDone && !$0.member.isActive }.map {
                    ["profile switch \($0.member.profile.name.shellWord)"]
                }
                    ?? ["study"])
        }
    }

    static let fields: [Field<Row>] = [
        Field("id", "the profile's identifier") { .text($0.member.profile.id.rawValue) },
        Field(
            "name", title: "Name", "the name",
            cell: {
                StyledText(
                    "\($0.member.profile.avatar) \($0.member.profile.name)", $0.member.isActive ? .title : .plain)
            }
        ) { .text($0.member.profile.name) },
        Field("belt", title: "Belt", "the grade, 10k … 1k, 1d …", cell: { StyledText($0.member.belt) }) {
            .text($0.member.profile.belt)
        },
        Field(
            "answers", title: "Today", "answers today",
            cell: { StyledText("\($0.day.answers) of \($0.member.profile.goal)", $0.isDone ? .good : .plain) }
        ) { .integer($0.day.answers) },
        Field("goal", "the daily goal") { .integer($0.member.profile.goal) },
        Field("goalReached", "whether today's goal is reached") { .bool($0.isDone) },
        Field("streak", title: "In a row", "days in a row", cell: { StyledText(counted($0.day.streak, "day")) }) {
            .integer($0.day.streak)
        },
        Field("due", title: "Due", "cards that are due", alignsRight: true) { .integer($0.day.due) },
        Field("child", "whether it is a small child's profile") { .bool($0.member.profile.isChild) },
        Field(
            "active", title: "Turn", "whether it is the active profile",
            cell: { StyledText($0.member.isActive ? "now" : "") }
        ) {
            .bool($0.member.isActive)
        },
    ]

    /// A card that appears for two or more people, because the rest of the screen shows one person.
    var card: HomeCard {
        HomeCard("family", order: 60) {
            // A single user sees their own day on the rest of the screen.
            guard try family.members().count > 1, case let rows = try rows(active: currentProfile()) else {
                return HomeCard.Content(blocks: [], members: [])
            }
            let facts = rows.map { row in
                (
                    name: "\(row.member.profile.avatar) \(FamilyView.short(row.member.profile.name))",
                    value: row.words
                )
            }
            return HomeCard.Content(
                blocks: [.heading("Family today"), .facts(facts)], at: .below,
                members: [.init("members", .list(rows.map(FamilyView.json)))], next: ["family"])
        }
    }

    /// The maximum width of a name in columns. It leaves space for the day on a narrow screen.
    private static let maxNameColumns = 12

    private static func short(_ name: String) -> String {
        var shortened = name
        while DisplayWidth.columns(of: shortened) > maxNameColumns { shortened.removeLast() }
        return shortened
    }

    private static func json(_ row: Row) -> OutputValue {
        .object([
            .init("name", .text(row.member.profile.name)), .init("answers", .integer(row.day.answers)),
            .init("goal", .integer(row.member.profile.goal)), .init("streak", .integer(row.day.streak)),
            .init("due", .integer(row.day.due)),
        ])
    }

    private func rows(active: Profile) throws -> [Row] {
        try family.members().map { profile in
            Row(
                member: ProfileRow(
                    profile: profile, isActive: profile.id == active.id, belt: grades.title(profile.belt)),
                day: try days.day(profile))
        }
    }
}
