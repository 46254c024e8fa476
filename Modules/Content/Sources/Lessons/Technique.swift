import Footwork
import Kernel

/// A technique of the library, with its execution, purpose and common mistakes.
package struct Technique: Hashable, Identifiable, Sendable, Graded {
    /// The kinds, in the order of display.
    package enum Kind: String, Sendable, CaseIterable, Comparable {
        case stance, block, punch, strike, thrust, kick, other

        /// Orders kinds for display.
        package static func < (left: Kind, right: Kind) -> Bool { left.isDeclared(before: right) }
    }

    /// The features of a movement that identify this technique; a nil field matches anything.
    package struct MatchRule: Hashable, Sendable {
        package let stance: Stance?
        package let action: String?
        /// The part of the body that performs it; nil for any.
        package let tool: String?
        package let section: String?
        /// Whether the arm is on the front foot’s side; nil for either.
        package let form: SparringExercise.Form?
        /// Consecutive words of its Korean name, for techniques that the English parts do not
        /// distinguish.
        package let hangul: String?

        /// Returns whether a movement matches.
        package func matches(_ move: Move) -> Bool {
            if let hangul, !move.nameContains(hangul) { return false }
            if let stance {
                guard let ending = move.ending, ending.stance == stance, !ending.isMaintained else { return false }
                return action == nil || hasAction(in: move)
            }
            return hasAction(in: move)
        }

        /// Returns whether a technique of the movement matches in every property that the rule
        /// names.
        private func hasAction(in move: Move) -> Bool {
            move.actions.contains { technique in
                (action == nil || technique.action == action) && (tool == nil || technique.tool == tool)
                    && (section == nil || technique.section == section) && fitsForm(technique, move.ending)
            }
        }

        /// Returns whether the arm is on the side that the form requires.
        private func fitsForm(_ technique: Move.Action, _ ending: Move.Ending?) -> Bool {
            guard let form else { return true }
            guard let side = ending?.side, let arm = technique.side else { return false }
            return (form == .obverse) == (arm == side)
        }
    }

    /// A unique, stable identifier, equal to that of its term if there is one.
    package let id: String
    package let grade: Grade
    package let kind: Kind
    package let english: String
    package let hangul: String
    package let romanization: String
    package let description: String
    package let purpose: String
    package let mistakes: [String]
    /// The features that identify its movements; empty for a technique that is not searched in
    /// patterns.
    package let matchRules: [MatchRule]
    /// The uncertain details; may be empty.
    package let doubt: String

    /// Returns the numbers of the pattern's movements that use this technique.
    package func occurrences(in pattern: Pattern) -> [Int] {
        pattern.moves.filter { move in matchRules.contains { $0.matches(move) } }.map(\.number)
    }

    package static let searchKind = "technique"

    package var searchable: Searchable {
        Searchable(id: id, kind: Self.searchKind, english: [english], hangul: [hangul], romanizations: [romanization])
    }
}

extension Curriculum {
    /// Returns the technique library, ordered by kind and grade.
    package func techniques() -> Reading<[Technique]> {
        read("techniques", Self.technique) { ($0.kind, $0.grade) < ($1.kind, $1.grade) }
    }

    /// Returns the technique with an id.
    ///
    /// - Throws: `unknownTechnique` with the nearest names in both scripts.
    package func technique(_ id: String) throws -> Technique {
        let all = techniques().value
        if let technique = all.first(where: { $0.id == id }) { return technique }
        let documents = all.map(\.searchable)
        guard let resolvedID = Self.resolve(id, among: documents),
            let technique = all.first(where: { $0.id == resolvedID })
        else {
            throw Self.unknown(
                .unknownTechnique, "technique", id, among: documents, advice: "`technique list` shows them all.")
        }
        return technique
    }

    /// Returns the movements that use a technique, grouped by pattern in the order of the patterns.
    package func occurrences(of technique: Technique) -> [(pattern: PatternHeading, moves: [Int])] {
        guard !technique.matchRules.isEmpty else { return [] }
        return patterns().value.compactMap { heading in
            guard let pattern = try? pattern(heading.id).value else { return nil }
            let moves = technique.occurrences(in: pattern)
            return moves.isEmpty ? nil : (heading, moves)
        }
    }

    /// Reads a technique; nil without a valid grade and kind.
    private static func technique(_ entry: inout EntryReader, _ id: String) -> Technique? {
        let grade = Self.grade(&entry)
        let kind = entry.choice("kind", Technique.Kind.self, isRequired: true)
        let technique = grade.flatMap { grade in
            kind.map { kind in
                Technique(
                    id: id, grade: grade, kind: kind, english: entry.text("english"), hangul: entry.text("hangul"),
                    romanization: entry.text("romanization"),
                    description: entry.text("description", limit: EntryReader.noteLimit),
                    purpose: entry.text("purpose", limit: EntryReader.noteLimit),
                    mistakes: entry.paragraphs("mistakes"), matchRules: entry.objects("marks", matchRule),
                    doubt: entry.text("doubt", isRequired: false, limit: EntryReader.noteLimit))
            }
        }
        return technique
    }

    /// Reads a rule that finds the technique in movements.
    private static func matchRule(_ entry: inout EntryReader) -> Technique.MatchRule? {
        Technique.MatchRule(
            stance: entry.choice("stance", Stance.self), action: entry.optionalText("action"),
            tool: entry.optionalText("tool"),
            section: entry.optionalText("section"), form: entry.choice("form", SparringExercise.Form.self),
            hangul: entry.optionalText("hangul"))
    }
}

extension Move {
    /// Returns whether the Korean name contains these whole words consecutively.
    fileprivate func nameContains(_ words: String) -> Bool {
        let name = Folding.words(hangul ?? "")
        let searchedWords = Folding.words(words)
        return !searchedWords.isEmpty && name.indices.contains { name[$0...].starts(with: searchedWords) }
    }
}
