import Footwork
import Kernel

/// A technique of the library: how it is done, what for, and what goes wrong with it.
public struct Technique: Hashable, Identifiable, Sendable, Graded {
    /// The kinds, in the order of display.
    public enum Kind: String, Sendable, CaseIterable, Comparable {
        /// As they are written in a pack.
        case stance, block, punch, strike, thrust, kick, other

        /// In the order of display.
        public static func < (left: Kind, right: Kind) -> Bool { left.stands(before: right) }
    }

    /// What of a movement makes it this technique; a field that is nil fits anything.
    public struct Mark: Hashable, Sendable {
        /// The stance it ends in.
        public let stance: Stance?
        /// What is done.
        public let action: String?
        /// The part of the body it is done with; nil for any.
        public let tool: String?
        /// How high.
        public let section: String?
        /// Whether the arm is that of the front foot’s side; nil for either.
        public let form: SparringExercise.Form?
        /// Words that stand one after the other in its Korean name, where the English parts do not tell it from others.
        public let hangul: String?

        /// Whether a movement fits.
        public func fits(_ move: Move) -> Bool {
            if let hangul, !move.says(hangul) { return false }
            if let stance {
                guard let ending = move.ending, ending.stance == stance, !ending.isMaintained else { return false }
                return action == nil || hasDeed(in: move)
            }
            return hasDeed(in: move)
        }

        private func hasDeed(in move: Move) -> Bool {
            move.deeds.contains { deed in
                (action == nil || deed.action == action) && (tool == nil || deed.tool == tool)
                    && (section == nil || deed.section == section) && fitsForm(deed, move.ending)
            }
        }

        private func fitsForm(_ deed: Move.Deed, _ ending: Move.Ending?) -> Bool {
            guard let form else { return true }
            guard let side = ending?.side, let arm = deed.side else { return false }
            return (form == .obverse) == (arm == side)
        }
    }

    /// Unique and stable; that of its term where there is one.
    public let id: String
    /// The grade at which it is learned.
    public let grade: Grade
    /// Which list it stands in.
    public let kind: Kind
    /// Its name.
    public let english: String
    /// Its Korean name.
    public let hangul: String
    /// Its Korean name in Latin letters.
    public let romanization: String
    /// How it is done.
    public let description: String
    /// When and against what one does it.
    public let purpose: String
    /// What commonly goes wrong.
    public let mistakes: [String]
    /// How its movements are recognised; empty when no pattern is asked for it.
    public let marks: [Mark]
    /// What is not sure about it; may be empty.
    public let doubt: String

    /// The numbers of the movements of a pattern in which it occurs.
    public func occurrences(in pattern: Pattern) -> [Int] {
        pattern.moves.filter { move in marks.contains { $0.fits(move) } }.map(\.number)
    }

    /// The kind of every technique’s document.
    public static let searchKind = "technique"

    /// The technique’s faces.
    public var searchable: Searchable {
        Searchable(id: id, kind: Self.searchKind, english: [english], hangul: [hangul], romanizations: [romanization])
    }
}

extension Curriculum {
    /// The technique library, by kind and grade.
    public func techniques() -> Reading<[Technique]> {
        read("techniques", Self.technique) { ($0.kind, $0.grade) < ($1.kind, $1.grade) }
    }

    /// A technique.
    ///
    /// - Throws: `unknownTechnique` with the nearest in both scripts.
    public func technique(_ id: String) throws -> Technique {
        let all = techniques().value
        if let technique = all.first(where: { $0.id == id }) { return technique }
        let documents = all.map(\.searchable)
        guard let meant = Self.meant(id, among: documents), let technique = all.first(where: { $0.id == meant }) else {
            throw Self.unknown(.unknownTechnique, "technique", id, among: documents, advice: "`technique list` shows them all.")
        }
        return technique
    }

    /// Where a technique occurs: the movements, by pattern, in the order of the patterns.
    public func occurrences(of technique: Technique) -> [(pattern: PatternHeading, moves: [Int])] {
        guard !technique.marks.isEmpty else { return [] }
        return patterns().value.compactMap { heading in
            guard let pattern = try? pattern(heading.id).value else { return nil }
            let moves = technique.occurrences(in: pattern)
            return moves.isEmpty ? nil : (heading, moves)
        }
    }

    private static func technique(_ entry: inout EntryReader, _ id: String) -> Technique? {
        let grade = Self.grade(&entry)
        let kind = entry.choice("kind", Technique.Kind.self, isRequired: true)
        let technique = grade.flatMap { grade in
            kind.map { kind in
                Technique(
                    id: id, grade: grade, kind: kind, english: entry.text("english"), hangul: entry.text("hangul"),
                    romanization: entry.text("romanization"),
                    description: entry.text("description", limit: EntryReader.noteLimit),
                    purpose: entry.text("purpose", limit: EntryReader.noteLimit), mistakes: entry.paragraphs("mistakes"),
                    marks: entry.objects("marks", mark),
                    doubt: entry.text("doubt", isRequired: false, limit: EntryReader.noteLimit))
            }
        }
        return technique
    }

    private static func mark(_ entry: inout EntryReader) -> Technique.Mark? {
        Technique.Mark(
            stance: entry.choice("stance", Stance.self), action: entry.optionalText("action"), tool: entry.optionalText("tool"),
            section: entry.optionalText("section"), form: entry.choice("form", SparringExercise.Form.self),
            hangul: entry.optionalText("hangul"))
    }
}

extension Move {
    /// Whether its Korean name has these words, whole and in a row.
    fileprivate func says(_ words: String) -> Bool {
        let (name, sought) = (Folding.words(hangul ?? ""), Folding.words(words))
        return !sought.isEmpty && name.indices.contains { name[$0...].starts(with: sought) }
    }
}
