import Footwork
import Kernel

/// One numbered exchange of pre-arranged sparring: every step an attack and a defence, the last one with a counter.
public struct SparringExercise: Hashable, Identifiable, Sendable, Graded {
    /// The kinds, in the order in which they are learned.
    public enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Three attacks, answered going back.
        case threeStep = "three-step"
        /// Two attacks, hand and foot.
        case twoStep = "two-step"
        /// One attack, one answer.
        case oneStep = "one-step"
        /// Few attacks of the partners’ own choice.
        case semiFree = "semi-free"
        /// One grip or push, and how to get free of it.
        case selfDefence = "self-defence"

        /// Earlier learned first.
        public static func < (left: Kind, right: Kind) -> Bool { left.stands(before: right) }

        /// Its Korean name.
        public var hangul: String {
            switch self {
            case .threeStep: "삼보 맞서기"
            case .twoStep: "이보 맞서기"
            case .oneStep: "일보 맞서기"
            case .semiFree: "반자유 맞서기"
            case .selfDefence: "호신술"
            }
        }

        /// Its Korean name as the ITF's books spell it.
        public var romanization: String {
            switch self {
            case .threeStep: "sambo matsogi"
            case .twoStep: "ibo matsogi"
            case .oneStep: "ilbo matsogi"
            case .semiFree: "ban jayu matsogi"
            case .selfDefence: "hosin sool"
            }
        }

        /// For people: `Three-step sparring`; self-defence is no sparring.
        public var title: String {
            rawValue.capitalizedFirst + (self == .selfDefence ? "" : " sparring")
        }

        /// The kind's faces, for a search that ends at it.
        public var searchable: Searchable {
            let words = rawValue.split(separator: "-").joined(separator: " ")
            return Searchable(
                id: rawValue, kind: SparringExercise.searchKind, english: [words, title], hangul: [hangul],
                romanizations: [romanization])
        }
    }

    /// What both do before the first step.
    public struct Opening: Hashable, Sendable {
        /// What the attacker does.
        public let attack: Part
        /// What the defender does.
        public let defence: Part
        /// A word to both; may be empty.
        public let note: String
        /// What is not sure about it; may be empty.
        public let doubt: String
    }

    /// A foot and where it goes.
    public struct Footstep: Hashable, Sendable {
        /// The foot that steps or kicks.
        public let foot: Side
        /// Where it goes; nil on the spot.
        public let way: String?
    }

    /// What one of the partners does in a step.
    public struct Part: Hashable, Sendable {
        /// The step before the last one, where the feet take two; nil else.
        public let first: Footstep?
        /// The stance it ends in; nil when the partner chooses.
        public let ending: Move.Ending?
        /// The foot that steps or kicks; nil when none does, or the partner chooses.
        public let foot: Side?
        /// Where the foot goes: forward, back, slip, behind the attacker’s front leg, on the spot.
        public let way: String?
        /// What is done.
        public let deeds: [Deed]
        /// In words, for a part that leaves the choice.
        public let words: String?
    }

    /// A technique, and whether its name calls it obverse or reverse.
    public struct Deed: Hashable, Sendable {
        /// What the hand or the foot does.
        public let technique: Move.Deed
        /// Obverse or reverse; nil where the name says neither.
        public let form: Form?
    }

    /// The arm beside the front foot, or the other one.
    public enum Form: String, Sendable, CaseIterable {
        /// Of the side that names the stance.
        case obverse
        /// Of the other side.
        case reverse
    }

    /// One step.
    public struct Step: Hashable, Sendable {
        /// What the attacker does.
        public let attack: Part
        /// What the defender does.
        public let defence: Part
        /// What the defender does then; nil when the attack goes on.
        public let counter: Part?
        /// What was put right against the source; nil when nothing was.
        public let correction: String?
    }

    /// Unique: `three-step-1`.
    public let id: String
    /// How many steps the partners have agreed on.
    public let kind: Kind
    /// The number inside its kind.
    public let number: Int
    /// The grade at which it is learned; the exercises of one kind and grade are a set.
    public let grade: Grade
    /// In order.
    public let steps: [Step]
    /// A word to the partners; may be empty.
    public let note: String
    /// What is not sure about it; may be empty.
    public let doubt: String
    /// The sources it rests on.
    public let sources: [String]
    /// How exchanges of its kind begin; nil where both stand ready.
    public internal(set) var opening: Opening?

    /// The kind of every exchange's document.
    public static let searchKind = "sparring"

    /// The exchange's faces: its name in both scripts.
    public var searchable: Searchable {
        Searchable(
            id: id, kind: Self.searchKind, english: [name, id.split(separator: "-").joined(separator: " ")],
            hangul: ["\(kind.hangul) \(number)"], romanizations: ["\(kind.romanization) \(number)"])
    }

    /// For people: `Three-step sparring 1`.
    public var name: String { "\(kind.title) \(number)" }
}

extension SparringExercise.Part {
    /// What breaks the rule that an obverse arm is the one of the side that names the stance, and a reverse arm the other.
    public var brokenForms: [SparringExercise.Deed] {
        guard let side = ending?.side else { return [] }
        return deeds.filter { deed in
            guard let arm = deed.technique.side, let form = deed.form, !deed.technique.isKick else { return false }
            return (form == .obverse) != (arm == side)
        }
    }
}

extension Curriculum {
    /// The exchange that a person means: `three-step-1`, `three-step/1`, or by one of its names.
    ///
    /// - Throws: `unknownExchange` with the nearest.
    public func exchange(_ id: String) throws -> SparringExercise {
        let all = sparring().value
        if let exercise = all.first(where: { $0.id == id }) { return exercise }
        guard let meant = Self.meant(id, among: all.map(\.searchable)), let exercise = all.first(where: { $0.id == meant }) else {
            throw Self.unknownExchange(id, all)
        }
        return exercise
    }

    private static func unknownExchange(_ id: String, _ all: [SparringExercise]) -> Failure {
        let words = id.lowercased().split { !$0.isLetter && !$0.isNumber }
        let near = all.filter { one in words.allSatisfy { one.id.contains($0) } }.prefix(3).map(\.id)
        guard near.isEmpty else {
            return Failure(
                .unknownExchange, "There is no exchange called “\(Folding.shown(id))”.",
                advice: "Did you mean \(near.joined(separator: ", "))?", kind: .usage)
        }
        return unknown(
            .unknownExchange, "exchange", id, among: all.map(\.searchable),
            advice: "Exchanges have names such as three-step-1; `sparring list` shows them all.")
    }
}
