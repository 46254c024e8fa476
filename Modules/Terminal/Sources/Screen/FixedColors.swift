import Kernel

extension RGBColor {
    /// Returns the squared distance between the components of two colors.
    func distance(to other: RGBColor) -> Int {
        let parts = [(red, other.red), (green, other.green), (blue, other.blue)]
        return parts.reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    }

    /// The fixed colors 16…255 of xterm's palette: a cube of six steps, then grays. (The first
    /// sixteen are the user's.)
    static let fixed: [(index: Int, color: RGBColor)] = {
        let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
        let cube = (0..<216).map {
            (16 + $0, RGBColor(red: steps[$0 / 36], green: steps[$0 / 6 % 6], blue: steps[$0 % 6]))
        }
        let grays = (0..<24).map { (232 + $0, RGBColor(UInt32(8 + 10 * $0) * 0x010101)) }
        return cube + grays
    }()

    /// Returns the nearest fixed color of xterm's palette among the allowed ones.
    func nearestFixed(where isAllowed: (RGBColor) -> Bool = { _ in true }) -> (index: Int, color: RGBColor)? {
        RGBColor.fixed.filter { isAllowed($0.color) }.min { distance(to: $0.color) < distance(to: $1.color) }
    }
}

/// A calculation of the terminal color for a light of 0…255, needed for every cell of every frame.
enum FixedIndex {
    private static let steps = [0, 95, 135, 175, 215, 255]

    /// Returns the nearest color of xterm's cube of six steps and its 24 grays.
    static func nearest(_ light: SIMD3<Int>) -> UInt32 {
        func step(_ part: Int) -> Int { part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40 }
        let place = SIMD3(step(light.x), step(light.y), step(light.z))
        let cube = SIMD3(steps[place.x], steps[place.y], steps[place.z])
        let mean = (light.x + light.y + light.z) / 3
        let gray = min(23, max(0, (mean - 3) / 10))
        let shade = SIMD3(repeating: 8 + 10 * gray)
        func squaredDistance(_ other: SIMD3<Int>) -> Int { ((light &- other) &* (light &- other)).wrappedSum() }
        let isGray = squaredDistance(shade) < squaredDistance(cube)
        return UInt32(isGray ? 232 + gray : 16 + 36 * place.x + 6 * place.y + place.z)
    }

    /// Returns the nearest of the user's sixteen colors.
    ///
    /// The strongest component decides between dark and light.
    static func ofSixteen(_ light: SIMD3<Int>) -> UInt32 {
        let strongest = light.max()
        guard strongest >= 48 else { return 0 }
        let bits =
            (light.x * 3 > strongest * 2 ? 1 : 0) + (light.y * 3 > strongest * 2 ? 2 : 0)
            + (light.z * 3 > strongest * 2 ? 4 : 0)
        return UInt32(bits == 7 && strongest < 120 ? 8 : strongest > 190 ? bits + 8 : bits)
    }
}
