import Kernel

/// The colours of a page, in light and in dark.
public struct PagePalette: Sendable {
    /// The colours of one mode.
    public struct Mode: Sendable {
        /// Behind everything.
        public let background: RGBColor
        /// Behind groups and tables.
        public let surface: RGBColor
        /// Running text.
        public let text: RGBColor
        /// Remarks and captions.
        public let muted: RGBColor
        /// Headings, links and the bars of charts.
        public let accent: RGBColor
        /// Lines between things.
        public let line: RGBColor

        /// Colours.
        public init(background: RGBColor, surface: RGBColor, text: RGBColor, muted: RGBColor, accent: RGBColor, line: RGBColor) {
            (self.background, self.surface, self.text) = (background, surface, text)
            (self.muted, self.accent, self.line) = (muted, accent, line)
        }
    }

    /// The palette's name.
    public let name: String
    /// For a light page.
    public let light: Mode
    /// For a dark page.
    public let dark: Mode

    /// A palette.
    public init(_ name: String, light: Mode, dark: Mode) { (self.name, self.light, self.dark) = (name, light, dark) }

    /// The least contrast of any text on any ground, 1…21; readable from 4.5 (WCAG 2.2, 1.4.3).
    public var worstContrast: Double {
        [light, dark].flatMap { mode in
            [mode.text, mode.muted, mode.accent].flatMap { text in
                [mode.background, mode.surface].map { text.contrast(with: $0) }
            }
        }.min() ?? 1
    }

    /// Black on white and the reverse, with a calm blue.
    public static let plain = PagePalette(
        "plain",
        light: Mode(
            background: RGBColor(0xFFFFFF), surface: RGBColor(0xF4F5F7), text: RGBColor(0x1B1D21), muted: RGBColor(0x565B66),
            accent: RGBColor(0x1F4FA3), line: RGBColor(0xD5D8DE)),
        dark: Mode(
            background: RGBColor(0x16181C), surface: RGBColor(0x1F2228), text: RGBColor(0xECEEF2), muted: RGBColor(0xA7ADB8),
            accent: RGBColor(0x8FB4F5), line: RGBColor(0x383D47)))

    /// Paper, wheat and bark: Grain's warm, natural colours.
    public static let grain = PagePalette(
        "grain",
        light: Mode(
            background: RGBColor(0xFBF6EC), surface: RGBColor(0xF3EADA), text: RGBColor(0x2E2519), muted: RGBColor(0x6A5B47),
            accent: RGBColor(0x8A4B1C), line: RGBColor(0xDCCDB4)),
        dark: Mode(
            background: RGBColor(0x1D1813), surface: RGBColor(0x28211A), text: RGBColor(0xF3EADB), muted: RGBColor(0xBFAE95),
            accent: RGBColor(0xE3A869), line: RGBColor(0x473B2E)))

    /// Every palette there is.
    public static let all = [plain, grain]
}
