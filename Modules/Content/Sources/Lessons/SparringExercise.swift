import Footwork
import Kernel

/// A numbered exchange of pre-arranged sparring: each step is an attack and a defense, and the last
/// adds a counter.
package struct SparringExercise: Hashable, Identifiable, Sendable, Graded {
    /// The kinds, in the order in which they are learned.
    package enum Kind: String, Hashable, Sendable, CaseIterable, Comparable {
        case threeStep = "three-step"
        case twoStep = "two-step"
        case oneStep = "one-step"
        case semiFree = "semi-free"
        /// One grip or push and the escape from it.
        case selfDefence = "self-defence"

        /// Orders kinds as they are learned.
        package static func < (left: Kind, right: Kind) -> Bool { left.isDeclared(before: right) }

        package var hangul: String {
            switch self {
            case .threeStep: "삼보 맞서기"
            case .twoStep: "이보 맞서기"
            case .oneStep: "일보 맞서기"
            case .semiFree: "반자유 맞서기"
            case .selfDefence: "호신술"
            }
        }

        /// The Korean name, romanized as in the ITF's books.
        package var romanization: String {
            switch self {
            case .threeStep: "sambo matsogi"
            case .twoStep: "ibo matsogi"
            case .oneStep: "ilbo matsogi"
            case .semiFree: "ban jayu matsogi"
            case .selfDefence: "hosin sool"
            }
        }

        /// The display title, for example `Three-step sparring`; self-defense omits the word
        /// sparring.
        package var title: String { rawValue.capitalizedFirst + (self == .selfDefence ? "" : " sparring") }

        /// The search keys of the kind, for a search that ends at it.
        package var searchable: Searchable {
            let words = rawValue.split(separator: "-").joined(separator: " ")
            return Searchable(
                id: rawValue, kind: SparringExercise.searchKind, english: [words, title], hangul: [hangul],
                romanizations: [romanization])
        }
    }

    /// The actions of both partners before the first step.
    package struct Opening: Hashable, Sendable {
        package let attack: Part
        package let defence: Part
        /// A note for both partners; may be empty.
        package let note: String
        /// The uncertain details; may be empty.
        package let doubt: String
    }

    /// A foot and the direction of its movement.
    package struct Footstep: Hashable, Sendable {
        package let foot: Side
        /// The direction; nil for a movement on the spot.
        package let way: String?
    }

    /// The action of one partner in a step.
    package struct Part: Hashable, Sendable {
        /// The earlier of two steps of the feet; nil if there is only one.
        package let first: Footstep?
        /// The final stance; nil if the partner chooses.
        package let ending: Move.Ending?
        /// The foot that steps or kicks; nil if none does, or if the partner chooses.
        package let foot: Side?
        /// The direction of the foot: forward, back, slip, behind the attacker’s front leg, on the
        /// spot.
        package let way: String?
        package let actions: [Action]
        package let words: String?
    }

    /// A technique, with the obverse or reverse form of its name.
    package struct Action: Hashable, Sendable {
        package let technique: Move.Action
        /// The form in the name; nil if the name has neither.
        package let form: Form?
    }

    /// The arm on the front foot's side, or the other one.
    package enum Form: String, Sendable, CaseIterable {
        case obverse
        case reverse
    }

    /// An attack and its defense.
    package struct Step: Hashable, Sendable {
        package let attack: Part
        package let defence: Part
        /// The defender's counter; nil if the attack continues.
        package let counter: Part?
        /// A correction of the source; nil if there is none.
        package let correction: String?
    }

    /// A unique identifier, for example `three-step-1`.
    package let id: String
    package let kind: Kind
    package let number: Int
    /// The grade at which it is learned; the exercises of one kind and grade form a set.
    package let grade: Grade
    package let steps: [Step]
    /// A note for the partners; may be empty.
    package let note: String
    /// The uncertain details; may be empty.
    package let doubt: String
    package let sources: [String]
    /// The opening of this kind of exchange; nil if both partners stand ready.
    package internal(set) var opening: Opening?

    package static let searchKind = "sparring"

    /// The search keys of the exchange: its name in both scripts.
    package var searchable: Searchable {
        Searchable(
            id: id, kind: Self.searchKind, english: [name, id.split(separator: "-").joined(separator: " ")],
            hangul: ["\(kind.hangul) \(number)"], romanizations: ["\(kind.romanization) \(number)"])
    }

    /// The display name, for example `Three-step sparring 1`.
    package var name: String { "\(kind.title) \(number)" }
}

extension SparringExercise.Part {
    /// The actions that break the naming rule of the arms.
    ///
    /// An obverse arm is on the side that names the stance. A reverse arm is the other one.
    package var misnamedTechniques: [SparringExercise.Action] {
        guard let side = ending?.side else { return [] }
        return actions.filter { action in
            guard let arm = action.technique.side, let form = action.form, !action.technique.isKick else {
                return false
            }
            return (form == .obverse) != (arm == side)
        }
    }
}

extension Curriculum {
    /// Returns the exchange for an id such as `three-step-1` or `three-step/1`, or for one of its
    /// names.
    ///
    /// - Throws: `unknownExchange` with the nearest names.
    package func exchange(_ id: String) throws -> SparringExercise {
        let all = sparring().value
        if let exercise = all.first(where: { $0.id == id }) { return exercise }
        guard let resolvedID = Self.resolve(id, among: all.map(\.searchable)),
            let exercise = all.first(where: { $0.id == resolvedID })
        else { throw Self.unknownExchange(id, all) }
        return exercise
    }

    /// Returns the failure for an unknown exchange, which suggests those with similar identifiers.
    private static func unknownExchange(_ id: String, _ all: [SparringExercise]) -> Failure {
        let words = id.lowercased().split { !$0.isLetter && !$0.isNumber }
        let similarIDs = all.filter { exercise in words.allSatisfy { exercise.id.contains($0) } }.prefix(3).map(\.id)
        guard similarIDs.isEmpty else {
            return Failure(
                .unknownExchange, "There is no exchange called “\(Folding.printable(id))”.",
                advice: "Did you mean \(similarIDs.joined(separator: ", "))?", kind: .usage)
        }
        return unknown(
            .unknownExchange, "exchange", id, among: all.map(\.searchable),
            advice: "Exchanges have names such as three-step-1; `sparring list` shows them all.")
    }
}
