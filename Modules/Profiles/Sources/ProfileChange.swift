/// What is to be changed in a profile; nil leaves it.
public struct ProfileChange: Hashable, Sendable {
    /// The name, 1–40 characters.
    public var name: String?
    /// One picture character.
    public var avatar: String?
    /// The name of a colour theme.
    public var theme: String?
    /// The grade, as a person writes it.
    public var belt: String?
    /// How new material is opened.
    public var mode: Profile.Mode?
    /// Cards a day, 1…500.
    public var dailyGoal: Int?
    /// The id of a variant of the content; empty text for the standard.
    public var variant: String?
    /// Whether it is a small child's.
    public var isChild: Bool?

    /// Leaves everything that is not named.
    public init(
        name: String? = nil, avatar: String? = nil, theme: String? = nil, belt: String? = nil, mode: Profile.Mode? = nil,
        dailyGoal: Int? = nil, variant: String? = nil, isChild: Bool? = nil
    ) {
        (self.name, self.avatar, self.theme, self.belt, self.mode, self.dailyGoal) = (name, avatar, theme, belt, mode, dailyGoal)
        (self.variant, self.isChild) = (variant, isChild)
    }
}
