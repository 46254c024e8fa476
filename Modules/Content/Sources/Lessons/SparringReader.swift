import Footwork
import Kernel

extension Curriculum {
    /// Returns the exchanges of pre-arranged sparring, by kind and number.
    package func sparring() -> Reading<[SparringExercise]> {
        let openings = read("openings", SparringReader.opening)
        let exercises = read("sparring", SparringReader.exercise) { ($0.kind, $0.number) < ($1.kind, $1.number) }
        let byKind = Dictionary(openings.value) { $1 }
        return Reading(
            exercises.value.map { exercise in
                var exercise = exercise
                exercise.opening = byKind[exercise.kind]
                return exercise
            }, openings.findings + exercises.findings)
    }

    /// Reads the merged entries of a field one by one.
    func read<Item: Sendable>(
        _ field: String, _ read: (inout EntryReader, String) -> Item?, by order: ((Item, Item) -> Bool)? = nil
    ) -> Reading<[Item]> {
        let (overlay, _, problems) = overlay(field)
        var items = [Item]()
        var findings = problems + overlay.findings
        for entry in overlay.entries {
            var reader = entry.reader
            _ = reader.value("id")
            let item = read(&reader, entry.key)
            reader.finish()
            findings += reader.findings
            if !reader.isBroken, let item { items.append(item) }
        }
        return Reading(order.map { items.sorted(by: $0) } ?? items, findings)
    }
}

/// A reader of sparring exchanges.
enum SparringReader {
    /// Reads the opening of a kind of exchange; the entry's id is the kind.
    static func opening(_ entry: inout EntryReader, _ id: String) -> (SparringExercise.Kind, SparringExercise.Opening)?
    {
        let kind = SparringExercise.Kind(rawValue: id)
        if kind == nil {
            let kinds = SparringExercise.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            entry.record(
                .schema, "id", "“\(Folding.printable(id))” is not a kind of step sparring.", "Write one of \(kinds).")
        }
        let attack = entry.object("attack", part)
        let defence = entry.object("defence", part)
        let note = entry.text("note", isRequired: false, limit: EntryReader.noteLimit)
        let doubt = entry.text("doubt", isRequired: false, limit: EntryReader.noteLimit)
        _ = entry.texts("sources")
        guard let kind else { return nil }
        guard let attack, let defence else {
            entry.record(.schema, "", "An opening needs an attack and a defence.", "Add both.")
            return nil
        }
        return (kind, SparringExercise.Opening(attack: attack, defence: defence, note: note, doubt: doubt))
    }

    /// Reads an exchange, or nil if its grade or kind is invalid.
    static func exercise(_ entry: inout EntryReader, _ id: String) -> SparringExercise? {
        let grade = Curriculum.grade(&entry)
        let kind = entry.choice("kind", SparringExercise.Kind.self, isRequired: true)
        let number = entry.integer("number", in: 1...100, standard: nil)
        let steps = entry.objects("steps", step)
        let note = entry.text("note", isRequired: false, limit: EntryReader.noteLimit)
        let doubt = entry.text("doubt", isRequired: false, limit: EntryReader.noteLimit)
        let sources = entry.texts("sources")
        guard let grade, let kind else { return nil }
        return SparringExercise(
            id: id, kind: kind, number: number, grade: grade, steps: steps, note: note, doubt: doubt, sources: sources)
    }

    /// Reads a step, and records a finding if its attack or defence is missing.
    private static func step(_ entry: inout EntryReader) -> SparringExercise.Step? {
        let attack = entry.object("attack", part)
        let defence = entry.object("defence", part)
        let counter = entry.object("counter", part)
        let correction = entry.optionalText("corrected", limit: EntryReader.noteLimit)
        guard let attack, let defence else {
            entry.record(.schema, "", "A step needs an attack and a defence.", "Add both.")
            return nil
        }
        return SparringExercise.Step(attack: attack, defence: defence, counter: counter, correction: correction)
    }

    /// Reads the part of one partner in a step.
    private static func part(_ entry: inout EntryReader) -> SparringExercise.Part? {
        let stance = entry.choice("stance", Stance.self)
        let side = entry.choice("side", Side.self)
        return SparringExercise.Part(
            first: entry.object("first", footstep), ending: stance.map { Move.Ending($0, side: side, toward: nil) },
            foot: entry.choice("foot", Side.self),
            way: entry.optionalText("way"), actions: entry.objects("techniques", action),
            words: entry.optionalText("words", limit: EntryReader.noteLimit))
    }

    /// Reads a step of one foot; nil without a valid foot.
    private static func footstep(_ entry: inout EntryReader) -> SparringExercise.Footstep? {
        let foot = entry.choice("foot", Side.self, isRequired: true)
        let way = entry.optionalText("way")
        return foot.map { SparringExercise.Footstep(foot: $0, way: way) }
    }

    /// Reads a technique with its form.
    private static func action(_ entry: inout EntryReader) -> SparringExercise.Action? {
        let technique = Move.Action(
            entry.text("action"), section: entry.optionalText("section"), tool: entry.optionalText("tool"),
            side: entry.choice("side", Side.self))
        return SparringExercise.Action(technique: technique, form: entry.choice("form", SparringExercise.Form.self))
    }
}
