extension Movement {
    /// What a foot does.
    public struct Step: Hashable, Sendable {
        /// How the foot goes.
        public enum Verb: String, Sendable, CaseIterable {
            /// A step.
            case move
            /// A raised foot is put down.
            case lower
            /// To the other foot.
            case bring
            /// A shift of one foot that is less than a step.
            case slip
            /// A shift toward the other foot.
            case pull
            /// A turn on a foot that stays.
            case pivot = "pivot-on"
            /// Both feet leave the floor.
            case jump
            /// Both feet slide, mostly into another stance.
            case slide
            /// Both feet shift a little, the stance kept: foot shifting.
            case shift
            /// Down again after a jump.
            case land
            /// One foot over or behind the other.
            case cross
        }

        /// How.
        public let verb: Verb
        /// Which foot; nil when both.
        public let foot: Side?
        /// Where to; nil when the sources do not say, or on the spot.
        public let to: Destination?

        /// A step.
        public init(_ verb: Verb, _ foot: Side?, to: Destination?) { (self.verb, self.foot, self.to) = (verb, foot, to) }
    }

    /// Where a step leads.
    public enum Destination: Hashable, Sendable {
        /// In a direction.
        case bearing(Bearing)
        /// On a line of the diagram: `AB`, `CD`, `EF`, `GH`.
        case line(String)
        /// Beside a foot.
        case foot(Side)

        /// As it is written in a pack: `D`, `line AB`, `R`.
        public var text: String {
            switch self {
            case .bearing(let bearing): bearing.letters
            case .line(let line): "line \(line)"
            case .foot(let side): side == .left ? "L" : "R"
            }
        }

        /// Nil when it is none of the three forms.
        public init?(_ text: String) {
            if text == "L" || text == "R" {
                self = .foot(text == "L" ? .left : .right)
            } else if text.hasPrefix("line "), ["AB", "CD", "EF", "GH"].contains(text.dropFirst(5)) {
                self = .line(String(text.dropFirst(5)))
            } else if let bearing = Bearing(text) {
                self = .bearing(bearing)
            } else {
                return nil
            }
        }
    }

    /// Which way the body turns, where the books say it.
    public enum Turn: String, Sendable, CaseIterable {
        /// To the right.
        case clockwise
        /// To the left.
        case counterClockwise = "counter-clockwise"
    }
}

extension Movement.Step {
    /// `move the right foot to A`.
    public var phrase: String {
        let what = foot.map { "the \($0.rawValue) foot" } ?? "both feet"
        let verbs: [Verb: String] = [
            .lower: "lower", .bring: "bring", .slip: "slip", .pull: "pull", .pivot: "turn on", .cross: "cross",
        ]
        let verb = verbs[self.verb] ?? self.verb.rawValue
        let way: String =
            switch to {
            case .bearing(let bearing)?: " to \(bearing.letters)"
            case .line(let line)?: " on line \(line)"
            case .foot(let side)?: " to the \(side.rawValue) foot"
            case nil: ""
            }
        let isWhole = [.jump, .land, .slide, .shift].contains(self.verb) && (foot == nil || self.verb == .jump)
        return isWhole ? verb + way : "\(verb) \(what)\(way)"
    }
}
