/// The terminal glyphs for names of SF Symbols. The name itself appears in `--json`.
enum IconGlyph {
    private static let glyphs = [
        "bell.fill": "🔔", "calendar": "📅", "chart.bar.fill": "📊", "checklist": "☑️", "crown.fill": "👑",
        "icloud.fill": "☁️",
        "iphone.badge.play": "📱", "map.fill": "🗺️", "music.note": "🎵", "paintpalette.fill": "🎨", "person.3.fill": "👥",
        "slider.horizontal.3": "🎛️",
        "sparkles": "✨", "speaker.wave.3.fill": "🔊", "square.and.arrow.up": "📤", "square.grid.2x2.fill": "🔲",
        "trophy.fill": "🏆",
    ]

    /// Returns the glyph, or a plain dot for an unknown icon.
    static func of(_ icon: String) -> String { glyphs[icon] ?? "•" }
}
