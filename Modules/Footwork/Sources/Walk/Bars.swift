/// The positions of a diagram's bars, each on the line of the first stance on it.
struct Bars {
    /// The y of `AB`, `EF`, `GH`, and the x of `CD` and of uprights that end in `E` and `F`.
    private(set) var places: [String: Double]

    init(start: String) { places = [start: 0] }

    /// Records the bar on which a stance is the first; `left` is the left foot's position on the
    /// line.
    mutating func record(_ move: Movement, facing: Vector, at left: Vector) {
        guard !move.steps.isEmpty, let ending = move.ending, !isOnUpright(move, at: left) else { return }
        let leftToRight = ending.leftToRight(facing: facing)
        let isLevel = abs(leftToRight.x) > 0.3 && abs(leftToRight.y) < 0.01
        let isUpright = abs(leftToRight.y) > 0.3 && abs(leftToRight.x) < 0.01
        guard isLevel || isUpright else { return }
        let bar = isUpright ? "CD" : Self.levelBar(move)
        guard places[bar] == nil else { return }
        let position = isLevel ? left.y : left.x
        places[bar] = bar == "CD" && abs(position) <= 0.5 ? 0 : position
    }

    /// Returns whether the movement leads onto an upright, whose position is that of its first use.
    private mutating func isOnUpright(_ move: Movement, at left: Vector) -> Bool {
        for step in move.steps {
            guard case .bearing(let bearing)? = step.to, bearing.isOnUpright else { continue }
            places[bearing.letters] = places[bearing.letters] ?? left.x
            return true
        }
        return false
    }

    /// Returns the level bar that a movement names, or AB.
    private static func levelBar(_ move: Movement) -> String {
        let stepBars = move.steps.compactMap { step -> String? in
            switch step.to {
            case .bearing(let bearing): bearing.bar
            case .line(let line): line
            default: nil
            }
        }
        return ([move.ending?.toward?.bar].compactMap { $0 } + stepBars).first { $0 != "AB" && $0 != "CD" } ?? "AB"
    }
}
