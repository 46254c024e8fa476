import Kernel

/// A palette: a colour for each role of text, readable with a contrast of at least 4.5 : 1 (WCAG 2.2) on black and on white, because a
/// terminal does not say which of them it has.
public struct FocusTheme: Hashable, Sendable {
    /// What a colour is for.
    public enum Role: String, CaseIterable, Sendable {
        /// What a person should look at first.
        case accent
        /// Something to type.
        case input
        /// What may be overlooked.
        case muted
        /// Done, in time.
        case good
        /// Needs attention.
        case warning
        /// Wrong, overdue.
        case bad
    }

    /// What it is called.
    public let name: String
    /// Whether everybody may choose it.
    public let isFree: Bool
    /// The colour of each role.
    public let colors: [Role: RGBColor]

    /// What is typed and kept.
    public var id: String { name.lowercased() }

    init(_ name: String, isFree: Bool = false, accent: UInt32, input: UInt32) {
        (self.name, self.isFree) = (name, isFree)
        colors = [
            .accent: RGBColor(accent), .input: RGBColor(input), .muted: RGBColor(0x707680), .good: RGBColor(0x228732),
            .warning: RGBColor(0xB45F09), .bad: RGBColor(0xE12A2A),
        ]
    }

    /// The ten themes; the first is the one to start with.
    public static let all: [FocusTheme] = [
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

    /// What a row of the catalogue looks like.
    public init(_ row: Catalogue.Row) { self = FocusTheme.named(row.item.id) }

    /// The theme that is kept under a name; the first where there is none.
    public static func named(_ id: String) -> FocusTheme { all.first { $0.id == id } ?? all[0] }
}
