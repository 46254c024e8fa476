import Bodies
import Footwork

/// How a technique ends: the arm that does it, the other, and how the body is turned.
struct TechniqueShape {
    /// How the chest stands to the way one faces.
    enum Facing {
        /// Square.
        case full
        /// The arm that acts forward by less than half of a quarter turn.
        case half
        /// The side of the arm that acts ahead.
        case side
    }

    /// The arm that does it; of two, the leading one.
    let acting: Reach
    /// The other arm; nil for a fist at the hip.
    var other: Reach?
    var facing = Facing.half
    /// Whether what is drawn only stands for it.
    var isSchematic = false

    static func one(_ acting: Reach, _ other: Reach? = nil, _ facing: Facing = .half) -> TechniqueShape {
        TechniqueShape(acting: acting, other: other, facing: facing)
    }

    static func both(_ reach: Reach, _ facing: Facing = .full) -> TechniqueShape {
        TechniqueShape(acting: reach, other: reach, facing: facing)
    }

    /// How it ends; nil for a kick, and where no one has said it.
    init?(_ deed: Move.Deed) {
        let found = Self.blocks(deed) ?? Self.attacks(deed)
        guard let found else { return nil }
        self = found
    }

    private init(acting: Reach, other: Reach?, facing: Facing) {
        (self.acting, self.other, self.facing) = (acting, other, facing)
    }
}

extension Move.Deed {
    /// The hand of its tool.
    var hand: HandShape {
        let tool = tool ?? ""
        if tool.contains("palm") { return .palm }
        return ["knife", "finger", "arc-hand", "back hand", "hands"].contains { tool.contains($0) } ? .flat : .fist
    }

    func uses(_ words: String) -> Bool { tool?.contains(words) == true }
}
