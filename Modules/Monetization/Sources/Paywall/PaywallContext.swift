/// What somebody wanted when they met the paywall. Each has its own headline and icon; the icons are names of SF Symbols.
public enum PaywallContext: String, Hashable, Sendable, CaseIterable {
    /// The fourteen contexts of FocusFlow.
    case general, sound, theme, ambiance, preset, task, reminder, history, xpLevels, journey, widget, liveActivity, externalMusic
    /// Devices that keep in step.
    case cloudSync

    /// The headline and the icon beside it.
    public var headline: PaywallHeadline {
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

/// What a paywall says first.
public struct PaywallHeadline: Hashable, Sendable {
    /// The words.
    public let text: String
    /// The name of an SF Symbol.
    public let icon: String

    init(_ text: String, icon: String) { (self.text, self.icon) = (text, icon) }
}
