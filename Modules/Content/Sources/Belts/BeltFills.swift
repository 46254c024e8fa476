import Kernel

extension Belt {
    /// The belt's colors, its main color first, without unknown color words.
    package var fills: [RGBColor] { colors.compactMap(Self.fill) }

    /// Returns the color for a pack's color word.
    package static func fill(_ word: String) -> RGBColor? { colorsByWord[word] }

    /// The fill color for each color word.
    private static let colorsByWord: [String: RGBColor] = [
        "white": RGBColor(0xF4F1E8), "yellow": RGBColor(0xF2C230), "green": RGBColor(0x3F9A4F),
        "blue": RGBColor(0x2F6FC4), "red": RGBColor(0xCF3A33), "black": RGBColor(0x2B2B2B),
    ]
}
