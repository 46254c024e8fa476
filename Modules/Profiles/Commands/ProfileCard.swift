import Kernel
import Profiles
import Terminal

/// Who is learning, on the first screen of an app.
struct ProfileCard: Sendable {
    let chosen: @Sendable () throws -> Profile

    var card: HomeCard {
        HomeCard("profile", order: 10) {
            let profile = try chosen()
            return HomeCard.Content(
                blocks: [],
                head: StyledText("\(profile.avatar) \(profile.name)", .title),
                members: [
                    .init("id", .text(profile.id.rawValue)), .init("name", .text(profile.name)),
                    .init("belt", .text(profile.belt)),
                    .init("mode", .text(profile.mode.rawValue)),
                ])
        }
    }
}
