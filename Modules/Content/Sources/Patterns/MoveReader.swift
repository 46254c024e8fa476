import Footwork
import Kernel

/// A reader of movements and headings of patterns from pack entries.
enum MoveReader {
    /// Reads the heading of a pattern, without its movements.
    static func heading(_ entry: inout EntryReader, id: String, grade: Grade) -> PatternHeading {
        _ = (entry.value("id"), entry.value("file"), entry.value("moves"), entry.value("grade"))
        return PatternHeading(
            id: id, name: entry.text("name"), hangul: entry.text("hangul"), romanization: entry.text("romanization"),
            isDrill: entry.choice("kind", Kind.self) == .drill, grade: grade, number: number(&entry, "number"),
            count: entry.integer("movements", in: 1...200, standard: nil), ready: entry.text("ready"),
            returningFoot: entry.choice("end", Side.self, isRequired: true) ?? .left,
            returnsAfter: number(&entry, "returns"),
            diagonal: Double(entry.integer("diagonal", in: 15...75, standard: 45)),
            start: (entry.choice("start", Bar.self) ?? .ab).rawValue, uprights: bearing(&entry, "uprights"),
            diagram: entry.text("diagram"), sign: entry.optionalText("sign"),
            meaning: entry.text("meaning", limit: EntryReader.noteLimit),
            why: entry.text("why", isRequired: false, limit: EntryReader.noteLimit),
            teaching: entry.text("teaching", isRequired: false, limit: EntryReader.noteLimit),
            sources: entry.texts("sources"))
    }

    /// The bars on which a pattern may start.
    private enum Bar: String, CaseIterable {
        case ab = "AB"
        case ef = "EF"
        case gh = "GH"
    }

    private enum Kind: String, CaseIterable { case drill, tul }

    /// Reads the number of a movement; nil if the field is missing.
    private static func number(_ entry: inout EntryReader, _ name: String) -> Int? {
        entry.value(name) == nil ? nil : entry.integer(name, in: 1...200, standard: nil)
    }

    /// Reads a movement.
    ///
    /// - Parameter sources: the pattern's sources, for a movement without its own.
    static func move(_ entry: inout EntryReader, sources: [String]) -> Move {
        var move = Move(entry.integer("n", in: 1...200, standard: nil))
        move.steps = entry.objects("steps", step)
        move.turn = entry.choice("turn", Move.Turn.self)
        move.ending = entry.object("stance", ending)
        move.actions = entry.objects("techniques", action)
        move.timing = entry.choice("timing", Move.Timing.self)
        move.timingGroup = timingGroup(&entry)
        move.korean = entry.optionalText("korean")
        move.hangul = entry.optionalText("hangul")
        if case .bool(true)? = entry.value("kihap") { move.hasKihap = true }
        if case .bool(true)? = entry.value("stamping") { move.isStamping = true }
        if move.timing == .stamping { (move.isStamping, move.timing) = (true, nil) }
        move.otherHand = entry.optionalText("otherHand")
        move.noAction = entry.optionalText("noAction")
        if case .number(let length)? = entry.value("carries"), abs(length) <= 10 { move.distance = length }
        let ownSources = entry.texts("sources")
        move.sources = ownSources.isEmpty ? sources : ownSources
        move.note = entry.optionalText("note", limit: EntryReader.noteLimit)
        move.doubt = entry.optionalText("doubt", limit: EntryReader.noteLimit)
        move.mistakes = entry.texts("mistakes")
        return move
    }

    /// Reads the numbers of the movements that share the timing.
    private static func timingGroup(_ entry: inout EntryReader) -> [Int] {
        guard case .array(let items)? = entry.value("with") else { return [] }
        return items.compactMap { item in
            guard case .number(let number) = item else { return nil }
            return Int(exactly: number)
        }
    }

    /// Reads a step, and records an unknown destination as a finding; nil without a valid verb.
    private static func step(_ entry: inout EntryReader) -> Move.Step? {
        let verb = entry.choice("verb", Move.Step.Verb.self, isRequired: true)
        let foot = entry.choice("foot", Side.self)
        let word = entry.text("to", isRequired: false)
        let to = Move.Destination(word)
        if to == nil, !word.isEmpty {
            entry.record(
                .schema, "to", "“\(Folding.printable(word))” is not a destination.",
                "Write a letter A–H, two for a diagonal, line AB, L or R.")
        }
        return verb.map { Move.Step($0, foot, to: to) }
    }

    /// Reads the stance at the end of a movement; nil without a valid stance.
    private static func ending(_ entry: inout EntryReader) -> Move.Ending? {
        let stance = entry.choice("name", Stance.self, isRequired: true)
        let side = entry.choice("side", Side.self)
        var isMaintained = false
        if case .bool(true)? = entry.value("maintained") { isMaintained = true }
        let variant = entry.optionalText("variant")
        let toward = bearing(&entry, "toward")
        return stance.map { Move.Ending($0, variant: variant, side: side, toward: toward, isMaintained: isMaintained) }
    }

    /// Reads a technique of a movement.
    private static func action(_ entry: inout EntryReader) -> Move.Action? {
        Move.Action(
            entry.text("action"), section: entry.choice("section", Section.self)?.rawValue,
            tool: entry.optionalText("tool"), side: entry.choice("side", Side.self), toward: bearing(&entry, "toward"))
    }

    /// Reads the letters of a direction, or nil if they are missing or invalid.
    private static func bearing(_ entry: inout EntryReader, _ name: String) -> Bearing? {
        let letters = entry.text(name, isRequired: false)
        let bearing = Bearing(letters)
        if bearing == nil, !letters.isEmpty {
            entry.record(
                .schema, name, "“\(Folding.printable(letters))” is not a direction.",
                "Write one letter A–H, or two for a diagonal.")
        }
        return bearing
    }

    private enum Section: String, CaseIterable { case high, middle, low }
}
