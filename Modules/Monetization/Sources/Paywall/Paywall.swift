/// What is shown to somebody who wants what they have not bought: why, what they would get, and the way back.
public struct Paywall: Hashable, Sendable {
    /// One line of what Pro has.
    public struct Feature: Hashable, Sendable {
        /// The name of an SF Symbol.
        public let icon: String
        /// What Pro has there, in a few words.
        public let title: String
        /// What it does; may be empty.
        public let about: String

        init(_ icon: String, _ title: String, _ about: String = "") {
            (self.icon, self.title, self.about) = (icon, title, about)
        }
    }

    /// What it says first, by context.
    public let headlines: [String: PaywallHeadline]
    /// What it says first where the context has nothing of its own.
    public let general: PaywallHeadline
    /// What Pro has, in order.
    public let features: [Feature]
    /// The way back.
    public let dismissal: String

    init(headlines: [String: PaywallHeadline] = [:], general: PaywallHeadline, features: [Feature], dismissal: String) {
        (self.headlines, self.general, self.features, self.dismissal) = (headlines, general, features, dismissal)
    }

    /// What it says first to somebody who came from a context.
    public func headline(for context: String) -> PaywallHeadline { headlines[context] ?? general }
}

extension Paywall {
    /// FocusFlow's: fourteen contexts, twelve features.
    public static let focusFlow = Paywall(
        headlines: Dictionary(PaywallContext.allCases.map { ($0.rawValue, $0.headline) }) { first, _ in first },
        general: PaywallContext.general.headline,
        features: [
            Feature("speaker.wave.3.fill", "11 Focus Sounds", "Full ambient sound library"),
            Feature("sparkles", "14 Ambient Backgrounds", "Aurora, Rain, Ocean & more"),
            Feature("paintpalette.fill", "10 Themes", "Personalize your experience"),
            Feature("slider.horizontal.3", "Unlimited Presets", "Create & edit focus modes"),
            Feature("checklist", "Unlimited Tasks", "No limits on your to-do list"),
            Feature("calendar", "Full History", "View all your past sessions"),
            Feature("trophy.fill", "XP & 50 Levels", "Track progress & achievements"),
            Feature("map.fill", "Journey View", "Daily & weekly insights"),
            Feature("square.grid.2x2.fill", "All Widgets", "Interactive home screen controls"),
            Feature("iphone.badge.play", "Live Activity", "Timer in Dynamic Island"),
            Feature("music.note", "Music Apps", "Spotify, Apple Music & more"),
            Feature("icloud.fill", "Cloud Sync", "Sync across all your devices"),
        ], dismissal: "Maybe later")

    /// COIN's: three highlights. The contexts beyond `general` and `cloudSync` are its own.
    public static let coin = Paywall(
        headlines: [
            "analytics": PaywallHeadline("See the patterns in your feedback", icon: "chart.bar.fill"),
            "cloudSync": PaywallContext.cloudSync.headline,
            "sharing": PaywallHeadline("Share as often as you like", icon: "square.and.arrow.up"),
        ], general: PaywallHeadline("COIN Premium", icon: "crown.fill"),
        features: [
            Feature("icloud.fill", "Cloud Sync"), Feature("square.and.arrow.up", "Unlimited Sharing"),
            Feature("chart.bar.fill", "Analytics"),
        ], dismissal: "Maybe Later")

    /// For an app that is paid once and has nothing to lock.
    public static let none = Paywall(
        general: PaywallHeadline("Paid once", icon: "crown.fill"), features: [], dismissal: "Maybe later")
}
