/// A color in sRGB.
public struct RGBColor: Hashable, Sendable {
    /// Components, 0…255.
    public let red, green, blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public init(_ hex: UInt32) {
        self.init(red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
    }

    public static let black = RGBColor(0)
    public static let white = RGBColor(0xFFFFFF)

    /// The color as in CSS: `#e12a2a`.
    public var css: String { "#" + [red, green, blue].hexadecimal }

    /// Relative luminance, 0…1 (WCAG 2.2).
    public var luminance: Double {
        let linear = [red, green, blue].map { part -> Double in
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Returns the contrast ratio with another color, 1…21 (WCAG 2.2). Text is readable from 4.5.
    public func contrast(with other: RGBColor) -> Double {
        let light = max(luminance, other.luminance)
        let dark = min(luminance, other.luminance)
        return (light + 0.05) / (dark + 0.05)
    }
}
