import Footwork

/// The final shape of a technique: the acting arm, the other arm, and the turn of the body.
struct TechniqueShape {
    /// The position of the chest relative to the facing direction.
    enum Facing {
        /// The chest faces ahead.
        case full
        /// The acting arm forward by less than half of a quarter turn.
        case half
        /// The acting shoulder points ahead.
        case side
    }

    /// The acting arm; of two, the leading one.
    let acting: HandTarget
    /// The other arm; nil for a fist at the hip.
    var other: HandTarget?
    var facing = Facing.half
    /// Whether the drawing is only schematic.
    var isSchematic = false

    /// Creates the shape of a technique of one arm.
    static func one(_ acting: HandTarget, _ other: HandTarget? = nil, _ facing: Facing = .half) -> TechniqueShape {
        TechniqueShape(acting: acting, other: other, facing: facing)
    }

    /// Creates the shape of a technique in which both arms mirror each other.
    static func both(_ target: HandTarget, _ facing: Facing = .full) -> TechniqueShape {
        TechniqueShape(acting: target, other: target, facing: facing)
    }

    /// Creates the final shape of a technique; nil for a kick and for an unknown technique.
    init?(_ technique: Move.Action) {
        let shape = Self.blocks(technique) ?? Self.attacks(technique)
        guard let shape else { return nil }
        self = shape
    }

    private init(acting: HandTarget, other: HandTarget?, facing: Facing) {
        self.acting = acting
        self.other = other
        self.facing = facing
    }
}

extension Move.Action {
    /// The shape of the hand that the tool requires.
    var hand: HandShape {
        let tool = tool ?? ""
        if tool.contains("palm") { return .palm }
        return ["knife", "finger", "arc-hand", "back hand", "hands"].contains { tool.contains($0) } ? .flat : .fist
    }

    /// Returns whether the tool's name contains the words.
    func uses(_ words: String) -> Bool { tool?.contains(words) == true }
}
