import Interface
import Kernel
import Profiles

/// A profile with its presentation on this device.
struct ProfileRow: Sendable {
    let profile: Profile
    let isActive: Bool
    let belt: String
}

extension ProfileRow {
    /// The fields of a profile, with their `--json` keys.
    static let fields: [Field<ProfileRow>] = [
        Field("id", "the profile's identifier") { .text($0.profile.id.rawValue) },
        Field(
            "name", title: "Name", "the name",
            cell: { StyledText("\($0.profile.avatar) \($0.profile.name)", $0.isActive ? .title : .plain) }
        ) {
            .text($0.profile.name)
        },
        Field("belt", title: "Belt", "the grade, 10k … 1k, 1d …", cell: { StyledText($0.belt) }) {
            .text($0.profile.belt)
        },
        Field("mode", title: "Mode", "progression or mastery", isTranslatable: true) {
            .text($0.profile.mode.rawValue)
        },
        Field(
            "active", title: "Active", "whether it is the active profile",
            cell: { StyledText($0.isActive ? "active" : "") }
        ) {
            .bool($0.isActive)
        },
        Field("createdAt", "when it was made") { .instant($0.profile.createdAt) },
    ]

    static let detail: [Field<ProfileRow>] =
        fields + [
            Field("avatar", "one character or emoji") { .text($0.profile.avatar) },
            Field("theme", title: "Theme", "the colour theme") { .text($0.profile.theme) },
            Field(
                "dailyGoal", title: "Daily goal", "cards a day", cell: { StyledText(counted($0.profile.goal, "card")) }
            ) {
                .integer($0.profile.goal)
            },
            Field(
                "child", title: "Child",
                "whether it is a small child's: five cards at a time, choices only, much praise",
                cell: { StyledText($0.profile.isChild ? "five cards at a time, choices only" : "no") }
            ) { .bool($0.profile.isChild) },
            Field(
                "variant", title: "Variant", "the variant of the content that it follows; none for the standard",
                cell: { $0.profile.variant.map { StyledText($0) } ?? "standard" }
            ) { .text($0.profile.variant) },
        ]
}
