import Kernel

/// The page shown for a locked feature: the reason, the benefits, and the way back.
package struct Paywall: Hashable, Sendable {
    /// One line of Pro's benefits.
    package struct Feature: Hashable, Sendable {
        package let icon: String
        package let title: String
        /// A description, which may be empty.
        package let about: String
        /// The context of the gates that the feature opens. An app without such gates does not list
        /// it.
        package let context: String
        /// The terminal version of a feature whose founding text names something else.
        package let here: String?

        init(_ context: PaywallContext, _ icon: String, _ title: String, _ about: String = "", here: String? = nil) {
            self.init(context.rawValue, icon, title, about, here: here)
        }

        init(_ context: String, _ icon: String, _ title: String, _ about: String = "", here: String? = nil) {
            self.context = context
            self.icon = icon
            self.title = title
            self.about = about
            self.here = here
        }
    }

    package let headlines: [String: PaywallHeadline]
    /// The headline for a context without its own.
    package let general: PaywallHeadline
    /// The features of Pro in the order of the founding documents. `features(among:)` returns the
    /// existing ones.
    package let features: [Feature]
    package let dismissal: String

    init(headlines: [String: PaywallHeadline] = [:], general: PaywallHeadline, features: [Feature], dismissal: String) {
        self.headlines = headlines
        self.general = general
        self.features = features
        self.dismissal = dismissal
    }

    /// Returns the features whose gates the app declares. A later feature adds its gate, and
    /// thereby its line.
    package func features(among gates: [Gate]) -> [Feature] {
        let contexts = Set(gates.map(\.context))
        return features.filter { contexts.contains($0.context) }
    }

    /// Returns the headline of a gate context, or the general one.
    package func headline(for context: String) -> PaywallHeadline { headlines[context] ?? general }
}

extension Paywall {
    /// The paywall of FocusFlow: fourteen contexts, twelve features.
    package static let focusFlow = Paywall(
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

    /// The paywall of COIN: three highlights, and later plans of the founding document. The
    /// contexts beyond `general` and `cloudSync` are its own.
    package static let coin = Paywall(
        headlines: [
            "analytics": PaywallHeadline("See the patterns in your feedback", icon: "chart.bar.fill"),
            "cloudSync": PaywallContext.cloudSync.headline,
            "documents": PaywallHeadline("Export to PDF/Word", icon: "doc.richtext"),
            "sharing": PaywallHeadline("Share as often as you like", icon: "square.and.arrow.up"),
            "team": PaywallHeadline("Feedback in your whole team", icon: "person.3.fill"),
        ], general: PaywallHeadline("COIN Premium", icon: "crown.fill"),
        features: [
            Feature(.cloudSync, "icloud.fill", "Cloud Sync"),
            Feature("sharing", "square.and.arrow.up", "Unlimited Sharing"),
            Feature("analytics", "chart.bar.fill", "Analytics"),
            Feature("documents", "doc.richtext", "Export to PDF/Word"),
            Feature("team", "person.3.fill", "Team collaboration"),
        ], dismissal: "Maybe Later")

    /// The paywall of an app with a one-time price, which locks nothing.
    package static let none = Paywall(
        general: PaywallHeadline("Paid once", icon: "crown.fill"), features: [], dismissal: "Maybe later")
}
