import Foundation

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

    /// Black.
    public static let black = RGBColor(0)
    /// White.
    public static let white = RGBColor(0xFFFFFF)

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

    func distance(to other: RGBColor) -> Int {
        let parts = [(red, other.red), (green, other.green), (blue, other.blue)]
        return parts.reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    }

    /// The fixed colours 16…255 of xterm's palette: a cube of six steps, then greys. (The first sixteen are the user's.)
    static let fixed: [(index: Int, color: RGBColor)] = {
        let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
        let cube = (0..<216).map { (16 + $0, RGBColor(red: steps[$0 / 36], green: steps[$0 / 6 % 6], blue: steps[$0 % 6])) }
        let greys = (0..<24).map { (232 + $0, RGBColor(UInt32(8 + 10 * $0) * 0x010101)) }
        return cube + greys
    }()

    /// The fixed colour of xterm's palette that comes nearest, among those that are allowed.
    func nearestFixed(where isAllowed: (RGBColor) -> Bool = { _ in true }) -> (index: Int, color: RGBColor)? {
        RGBColor.fixed.filter { isAllowed($0.color) }.min { distance(to: $0.color) < distance(to: $1.color) }
    }
}
