import Kernel
import Profiles
import Terminal

/// Who is learning, on the first screen of an app.
struct ProfileCard: Sendable {
    let grades: Grades
    let chosen: @Sendable () throws -> Profile

    var card: HomeCard {
        HomeCard("profile", order: 10) {
            let profile = try chosen()
            let line =
                StyledText("\(profile.avatar) \(profile.name)", .title)
                + StyledText("  \(grades.title(profile.belt)), \(profile.mode.rawValue)", .muted)
            return HomeCard.Content(
                blocks: [.paragraph(line)],
                members: [
                    .init("id", .text(profile.id.rawValue)), .init("name", .text(profile.name)),
                    .init("belt", .text(profile.belt)),
                    .init("mode", .text(profile.mode.rawValue)),
                ])
        }
    }
}
