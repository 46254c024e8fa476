import Kernel

extension RGBColor {
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
