/// A change of a profile, in which a nil value keeps the present one.
package struct ProfileChange: Hashable, Sendable {
    /// The name, 1–40 characters.
    package var name: String?
    package var avatar: String?
    package var theme: String?
    package var belt: String?
    package var mode: Profile.Mode?
    /// The daily goal: the number of cards, 1–500.
    package var dailyGoal: Int?
    /// The ID of a content variant, or empty for the standard.
    package var variant: String?
    package var isChild: Bool?

    package init(
        name: String? = nil, avatar: String? = nil, theme: String? = nil, belt: String? = nil,
        mode: Profile.Mode? = nil, dailyGoal: Int? = nil, variant: String? = nil, isChild: Bool? = nil
    ) {
        self.name = name
        self.avatar = avatar
        self.theme = theme
        self.belt = belt
        self.mode = mode
        self.dailyGoal = dailyGoal
        self.variant = variant
        self.isChild = isChild
    }
}
