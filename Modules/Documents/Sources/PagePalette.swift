import Kernel

/// The colors of a page in light and dark mode.
package struct PagePalette: Sendable {
    /// The colors of one mode.
    package struct Mode: Sendable {
        package let background: RGBColor
        package let surface: RGBColor
        package let text: RGBColor
        package let muted: RGBColor
        package let accent: RGBColor
        package let line: RGBColor

        package init(
            background: RGBColor, surface: RGBColor, text: RGBColor, muted: RGBColor, accent: RGBColor, line: RGBColor
        ) {
            self.background = background
            self.surface = surface
            self.text = text
            self.muted = muted
            self.accent = accent
            self.line = line
        }
    }

    package let name: String
    package let light: Mode
    package let dark: Mode

    package init(_ name: String, light: Mode, dark: Mode) {
        self.name = name
        self.light = light
        self.dark = dark
    }

    package static let plain = PagePalette(
        "plain",
        light: Mode(
            background: RGBColor(0xFFFFFF), surface: RGBColor(0xF4F5F7), text: RGBColor(0x1B1D21),
            muted: RGBColor(0x565B66),
            accent: RGBColor(0x1F4FA3), line: RGBColor(0xD5D8DE)),
        dark: Mode(
            background: RGBColor(0x16181C), surface: RGBColor(0x1F2228), text: RGBColor(0xECEEF2),
            muted: RGBColor(0xA7ADB8), accent: RGBColor(0x8FB4F5), line: RGBColor(0x383D47)))

    /// The palette of Grain: the warm, natural colors of paper, wheat and bark.
    package static let grain = PagePalette(
        "grain",
        light: Mode(
            background: RGBColor(0xFBF6EC), surface: RGBColor(0xF3EADA), text: RGBColor(0x2E2519),
            muted: RGBColor(0x6A5B47),
            accent: RGBColor(0x8A4B1C), line: RGBColor(0xDCCDB4)),
        dark: Mode(
            background: RGBColor(0x1D1813), surface: RGBColor(0x28211A), text: RGBColor(0xF3EADB),
            muted: RGBColor(0xBFAE95), accent: RGBColor(0xE3A869), line: RGBColor(0x473B2E)))

    package static let all = [plain, grain]
}
