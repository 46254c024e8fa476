/// The action that led to the paywall. Each context has its own headline and icon, and icons are
/// names of SF Symbols.
package enum PaywallContext: String, Hashable, Sendable, CaseIterable {
    case general, sound, theme, ambiance, preset, task, reminder, history, xpLevels, journey, widget, liveActivity,
        externalMusic
    case cloudSync

    package var headline: PaywallHeadline {
        switch self {
        case .general: PaywallHeadline("Unlock your full potential", icon: "crown.fill")
        case .sound: PaywallHeadline("Unlock All Focus Sounds", icon: "speaker.wave.3.fill")
        case .theme: PaywallHeadline("Unlock All Themes", icon: "paintpalette.fill")
        case .ambiance: PaywallHeadline("Unlock All Ambient Backgrounds", icon: "sparkles")
        case .preset: PaywallHeadline("Create Unlimited Presets", icon: "slider.horizontal.3")
        case .task: PaywallHeadline("Unlock Unlimited Tasks", icon: "checklist")
        case .reminder: PaywallHeadline("Unlock Unlimited Reminders", icon: "bell.fill")
        case .history: PaywallHeadline("View Your Complete History", icon: "calendar")
        case .xpLevels: PaywallHeadline("Track Your Progress with XP", icon: "trophy.fill")
        case .journey: PaywallHeadline("Discover Your Focus Journey", icon: "map.fill")
        case .widget: PaywallHeadline("Unlock Interactive Widgets", icon: "square.grid.2x2.fill")
        case .liveActivity: PaywallHeadline("Focus from Dynamic Island", icon: "iphone.badge.play")
        case .externalMusic: PaywallHeadline("Connect Your Music Apps", icon: "music.note")
        case .cloudSync: PaywallHeadline("Sync Across All Devices", icon: "icloud.fill")
        }
    }
}

/// The first line of a paywall.
package struct PaywallHeadline: Hashable, Sendable {
    package let text: String
    package let icon: String

    init(_ text: String, icon: String) {
        self.text = text
        self.icon = icon
    }
}
