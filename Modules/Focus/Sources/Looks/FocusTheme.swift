import Kernel

/// A palette with a color for each role of text.
///
/// A terminal does not report its background. Each color therefore has a contrast of at least 4.5 :
/// 1 (WCAG 2.2) on both black and white.
package struct FocusTheme: Hashable, Sendable {
    /// The purpose of a color.
    package enum Role: String, CaseIterable, Sendable {
        case accent
        case input
        case muted
        case good
        case warning
        case bad
    }

    package let name: String
    /// Whether the theme is part of the free plan.
    package let isFree: Bool
    package let colors: [Role: RGBColor]

    package var id: String { name.lowercased() }

    init(_ name: String, isFree: Bool = false, accent: UInt32, input: UInt32) {
        self.name = name
        self.isFree = isFree
        colors = [
            .accent: RGBColor(accent), .input: RGBColor(input), .muted: RGBColor(0x707680), .good: RGBColor(0x228732),
            .warning: RGBColor(0xB45F09), .bad: RGBColor(0xE12A2A),
        ]
    }

    /// The ten themes.
    ///
    /// The first is the default.
    package static let all: [FocusTheme] = [
        FocusTheme("Forest", isFree: true, accent: 0x278646, input: 0x218373),
        FocusTheme("Neon", isFree: true, accent: 0xD906AE, input: 0x04828D),
        FocusTheme("Peach", accent: 0xCB4B24, input: 0xC94571),
        FocusTheme("Cyber", accent: 0x088194, input: 0x9B4AEB),
        FocusTheme("Ocean", accent: 0x1D78C9, input: 0x17837F),
        FocusTheme("Sunrise", accent: 0xB75D0F, input: 0xD53B54),
        FocusTheme("Amber", accent: 0x9D6C08, input: 0xC05622),
        FocusTheme("Mint", accent: 0x188564, input: 0x2A7DA6),
        FocusTheme("Royal", accent: 0x8A5ADC, input: 0x907115),
        FocusTheme("Slate", accent: 0x627794, input: 0x3F7BA5),
    ]

    package init(_ row: Catalog.Row) { self = FocusTheme.named(row.item.id) }

    /// Returns the theme with an ID, or the first theme if there is none.
    package static func named(_ id: String) -> FocusTheme { all.first { $0.id == id } ?? all[0] }
}
