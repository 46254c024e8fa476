/// A colour in sRGB.
public struct RGBColor: Hashable, Sendable {
    /// Its parts, 0…255.
    public let red, green, blue: UInt8

    /// A colour from its parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// A colour written as in CSS without the sign: `0xE12A2A`.
    public init(_ hex: UInt32) {
        self.init(red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
    }

    /// `#000000`.
    public static let black = RGBColor(0)
    /// `#FFFFFF`.
    public static let white = RGBColor(0xFFFFFF)

    /// As CSS writes it: `#e12a2a`.
    public var css: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Relative luminance, 0…1 (WCAG 2.2).
    public var luminance: Double {
        let linear = [red, green, blue].map { part -> Double in
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Contrast ratio with another colour, 1…21 (WCAG 2.2); text is readable from 4.5.
    public func contrast(with other: RGBColor) -> Double {
        let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }
}
