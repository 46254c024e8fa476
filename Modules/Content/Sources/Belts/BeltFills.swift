import Kernel

extension Belt {
    /// Its colours, the belt’s first; a word that nobody knows has none.
    public var fills: [RGBColor] { colours.compactMap(Self.fill) }

    /// The colour of a pack’s word for it.
    public static func fill(_ word: String) -> RGBColor? { known[word] }

    private static let known: [String: RGBColor] = [
        "white": RGBColor(0xF4F1E8), "yellow": RGBColor(0xF2C230), "green": RGBColor(0x3F9A4F), "blue": RGBColor(0x2F6FC4),
        "red": RGBColor(0xCF3A33), "black": RGBColor(0x2B2B2B),
    ]
}
