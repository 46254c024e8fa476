import Kernel

/// A color theme for text roles, which a profile selects and apps store by name.
///
/// Every color has a contrast of at least 4.5 : 1 (WCAG 2.2) with the backgrounds of its theme.
public struct Theme: Hashable, Sendable {
    /// The background of a theme, which terminals do not report.
    public enum Background: String, Sendable, CaseIterable {
        case any
        case dark
        case light

        public var colors: [RGBColor] {
            switch self {
            case .any: [.black, .white]
            case .dark: [.black]
            case .light: [.white]
            }
        }
    }

    /// The name that the user types and the app stores: `forest`.
    public let name: String
    public let summary: String
    public let background: Background
    /// The colors by role.
    ///
    /// Other roles use the terminal's own color.
    public let colors: [TextRole: RGBColor]

    public init(_ name: String, _ summary: String, background: Background = .any, colors: [TextRole: RGBColor]) {
        self.name = name
        self.summary = summary
        self.background = background
        self.colors = colors
    }

    /// All themes, with the default first.
    public static let all: [Theme] = [
        Theme("classic", "blue, on any background", colors: mediumColors(accent: 0x346CEF, input: 0x0C8097)),
        Theme("forest", "green, on any background", colors: mediumColors(accent: 0x228732, input: 0x0F8474)),
        Theme("ocean", "sea blue, on any background", colors: mediumColors(accent: 0x1579C1, input: 0x346CEF)),
        Theme("sunset", "orange, on any background", colors: mediumColors(accent: 0xB45F09, input: 0xC832AF)),
        Theme("plum", "violet, on any background", colors: mediumColors(accent: 0xAD45D0, input: 0x6662EE)),
        Theme("rose", "pink, on any background", colors: mediumColors(accent: 0xD43376, input: 0x9052E6)),
        Theme(
            "night", "bright colours for a dark background", background: .dark,
            colors: colors(
                accent: 0x66B5EE, input: 0x16C3AC, muted: 0xA9AEB6, good: 0x32C74B, warning: 0xE4A206, bad: 0xF09595)),
        Theme(
            "paper", "deep colours for a light background", background: .light,
            colors: colors(
                accent: 0x0E3BA7, input: 0x094F46, muted: 0x42464D, good: 0x14511E, warning: 0x6C3906, bad: 0x8B1414)),
        Theme("mono", "no colours, only bold and underlined", colors: [:]),
    ]

    /// Returns the theme of this name.
    public static func named(_ name: String) -> Theme? { all.first { $0.name == name } }

    /// The default theme.
    public static let classic = all[0]

    /// A theme for contrast above 4.5 : 1: the terminal's own two colors with bold, underlined and
    /// reversed text.
    ///
    /// The user selects it with `display`, not as a theme.
    public static let contrast = Theme("contrast", "the terminal's own two colours", colors: [:])

    /// Returns colors of medium luminance (0.175…0.183), the only ones readable on both black and
    /// white.
    private static func mediumColors(accent: UInt32, input: UInt32) -> [TextRole: RGBColor] {
        colors(accent: accent, input: input, muted: 0x6F7582, good: 0x228732, warning: 0xB45F09, bad: 0xE12A2A)
    }

    /// Returns the colors of all roles that have one, as 24-bit RGB.
    private static func colors(accent: UInt32, input: UInt32, muted: UInt32, good: UInt32, warning: UInt32, bad: UInt32)
        -> [TextRole: RGBColor]
    {
        [
            .accent: RGBColor(accent), .input: RGBColor(input), .muted: RGBColor(muted), .good: RGBColor(good),
            .warning: RGBColor(warning), .bad: RGBColor(bad),
        ]
    }
}
