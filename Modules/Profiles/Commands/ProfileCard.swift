import Interface
import Kernel
import Profiles

/// The current learner on an app's first screen.
struct ProfileCard: Sendable {
    /// Returns the profile that `--profile` names, or the active one.
    let currentProfile: @Sendable () throws -> Profile

    var card: HomeCard {
        HomeCard("profile", order: 10) {
            let profile = try currentProfile()
            return HomeCard.Content(
                blocks: [],
                headerText: StyledText("\(profile.avatar) \(profile.name)", .title),
                members: [
                    .init("id", .text(profile.id.rawValue)), .init("name", .text(profile.name)),
                    .init("belt", .text(profile.belt)), .init("mode", .text(profile.mode.rawValue)),
                ])
        }
    }
}
