extension Movement {
    /// The action of a foot.
    package struct Step: Hashable, Sendable {
        /// The kind of movement of a foot.
        package enum Verb: String, Sendable, CaseIterable {
            case move
            /// A raised foot comes down.
            case lower
            /// A foot moves to the other one.
            case bring
            /// A shift of one foot that is shorter than a step.
            case slip
            /// A foot slides to the other one.
            case pull
            /// The performer turns on the ball of this foot.
            case pivot = "pivot-on"
            case jump
            /// Both feet slide in one direction.
            case slide
            /// A small shift of both feet in the same stance: foot shifting.
            case shift
            /// A jump or a flying kick ends.
            case land
            /// A foot passes the other one to its far side.
            case cross
        }

        package let verb: Verb
        /// The foot; nil for both.
        package let foot: Side?
        /// The destination; nil if the sources do not specify it, or for a movement on the spot.
        package let to: Destination?

        package init(_ verb: Verb, _ foot: Side?, to: Destination?) {
            self.verb = verb
            self.foot = foot
            self.to = to
        }
    }

    /// The destination of a step.
    package enum Destination: Hashable, Sendable {
        case bearing(Bearing)
        /// On a line of the diagram: `AB`, `CD`, `EF`, `GH`.
        case line(String)
        /// Next to the other foot.
        case foot(Side)

        /// The form in a pack: `D`, `line AB`, `R`.
        package var text: String {
            switch self {
            case .bearing(let bearing): bearing.letters
            case .line(let line): "line \(line)"
            case .foot(let side): side == .left ? "L" : "R"
            }
        }

        /// Creates a destination from one of its three text forms; nil for other text.
        package init?(_ text: String) {
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

    /// The turn of the body, if the books specify it.
    package enum Turn: String, Sendable, CaseIterable {
        case clockwise
        case counterClockwise = "counter-clockwise"
    }
}

extension Movement.Step {
    /// The step in words, for example `move the right foot to A`.
    package var phrase: String {
        let feet = foot.map { "the \($0.rawValue) foot" } ?? "both feet"
        let verbs: [Verb: String] = [
            .lower: "lower", .bring: "bring", .slip: "slip", .pull: "pull", .pivot: "turn on", .cross: "cross",
        ]
        let verb = verbs[self.verb] ?? self.verb.rawValue
        let destination: String =
            switch to {
            case .bearing(let bearing)?: " to \(bearing.letters)"
            case .line(let line)?: " on line \(line)"
            case .foot(let side)?: " to the \(side.rawValue) foot"
            case nil: ""
            }
        let omitsFeet = [.jump, .land, .slide, .shift].contains(self.verb) && (foot == nil || self.verb == .jump)
        return omitsFeet ? verb + destination : "\(verb) \(feet)\(destination)"
    }
}
