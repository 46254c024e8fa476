import Kernel

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
        /// The context of the gates that it opens: an app that has none of them does not have the feature, and does not list it.
        public let context: String
        /// What it is in a terminal, where the founding words name something that a terminal has not.
        public let here: String?

        init(_ context: PaywallContext, _ icon: String, _ title: String, _ about: String = "", here: String? = nil) {
            self.init(context.rawValue, icon, title, about, here: here)
        }

        init(_ context: String, _ icon: String, _ title: String, _ about: String = "", here: String? = nil) {
            (self.context, self.icon, self.title, self.about, self.here) = (context, icon, title, about, here)
        }
    }

    /// What it says first, by context.
    public let headlines: [String: PaywallHeadline]
    /// What it says first where the context has nothing of its own.
    public let general: PaywallHeadline
    /// What Pro is to have, in order: the founding documents' list. `features(among:)` has what is there.
    public let features: [Feature]
    /// The way back.
    public let dismissal: String

    init(headlines: [String: PaywallHeadline] = [:], general: PaywallHeadline, features: [Feature], dismissal: String) {
        (self.headlines, self.general, self.features, self.dismissal) = (headlines, general, features, dismissal)
    }

    /// What Pro has: the features whose gates the app declares. A feature that comes later brings its gate, and with it its line here.
    public func features(among gates: [Gate]) -> [Feature] {
        let contexts = Set(gates.map(\.context))
        return features.filter { contexts.contains($0.context) }
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
            Feature(.sound, "speaker.wave.3.fill", "11 Focus Sounds", "Full ambient sound library"),
            Feature(.ambiance, "sparkles", "14 Ambient Backgrounds", "Aurora, Rain, Ocean & more"),
            Feature(.theme, "paintpalette.fill", "10 Themes", "Personalize your experience"),
            Feature(.preset, "slider.horizontal.3", "Unlimited Presets", "Create & edit focus modes"),
            Feature(.task, "checklist", "Unlimited Tasks", "No limits on your to-do list"),
            Feature(.history, "calendar", "Full History", "View all your past sessions"),
            Feature(.xpLevels, "trophy.fill", "XP & 50 Levels", "Track progress & achievements"),
            Feature(.journey, "map.fill", "Journey View", "Daily & weekly insights"),
            Feature(
                .widget, "square.grid.2x2.fill", "All Widgets", "Interactive home screen controls",
                here: "Controls in your status bar"),
            Feature(
                .liveActivity, "iphone.badge.play", "Live Activity", "Timer in Dynamic Island",
                here: "The timer in the terminal's title"),
            Feature(.externalMusic, "music.note", "Music Apps", "Spotify, Apple Music & more"),
            Feature(.cloudSync, "icloud.fill", "Cloud Sync", "Sync across all your devices"),
        ], dismissal: "Maybe later")

    /// COIN's: three highlights, and what the founding document has for later. The contexts beyond `general` and `cloudSync` are its own.
    public static let coin = Paywall(
        headlines: [
            "analytics": PaywallHeadline("See the patterns in your feedback", icon: "chart.bar.fill"),
            "cloudSync": PaywallContext.cloudSync.headline,
            "documents": PaywallHeadline("Export to PDF/Word", icon: "doc.richtext"),
            "sharing": PaywallHeadline("Share as often as you like", icon: "square.and.arrow.up"),
            "team": PaywallHeadline("Feedback in your whole team", icon: "person.3.fill"),
        ], general: PaywallHeadline("COIN Premium", icon: "crown.fill"),
        features: [
            Feature(.cloudSync, "icloud.fill", "Cloud Sync"), Feature("sharing", "square.and.arrow.up", "Unlimited Sharing"),
            Feature("analytics", "chart.bar.fill", "Analytics"), Feature("documents", "doc.richtext", "Export to PDF/Word"),
            Feature("team", "person.3.fill", "Team collaboration"),
        ], dismissal: "Maybe Later")

    /// For an app that is paid once and has nothing to lock.
    public static let none = Paywall(
        general: PaywallHeadline("Paid once", icon: "crown.fill"), features: [], dismissal: "Maybe later")
}
