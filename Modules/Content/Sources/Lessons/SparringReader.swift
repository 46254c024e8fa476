import Footwork

extension Curriculum {
    /// The exchanges of pre-arranged sparring, by kind and number.
    public func sparring() -> Reading<[SparringExercise]> {
        read("sparring", SparringReader.exercise) { ($0.kind, $0.number) < ($1.kind, $1.number) }
    }

    /// Entries of a field, laid on each other and read one by one.
    func read<Item: Sendable>(
        _ field: String, _ read: (inout EntryReader, String) -> Item?, by order: ((Item, Item) -> Bool)? = nil
    ) -> Reading<[Item]> {
        let (overlay, _, problems) = overlay(field)
        var (items, findings) = ([Item](), problems + overlay.findings)
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

/// Reads sparring exchanges.
enum SparringReader {
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

    private static func step(_ entry: inout EntryReader) -> SparringExercise.Step? {
        let attack = entry.object("attack", part)
        let defence = entry.object("defence", part)
        let counter = entry.object("counter", part)
        let correction = entry.optionalText("corrected", limit: EntryReader.noteLimit)
        guard let attack, let defence else {
            entry.note(.schema, "", "A step needs an attack and a defence.", "Add both.")
            return nil
        }
        return SparringExercise.Step(attack: attack, defence: defence, counter: counter, correction: correction)
    }

    private static func part(_ entry: inout EntryReader) -> SparringExercise.Part? {
        let stance = entry.choice("stance", Stance.self)
        let side = entry.choice("side", Side.self)
        return SparringExercise.Part(
            ending: stance.map { Move.Ending($0, side: side, toward: nil) }, foot: entry.choice("foot", Side.self),
            way: entry.optionalText("way"), deeds: entry.objects("techniques", deed),
            words: entry.optionalText("words", limit: EntryReader.noteLimit))
    }

    private static func deed(_ entry: inout EntryReader) -> SparringExercise.Deed? {
        let technique = Move.Deed(
            entry.text("action"), section: entry.optionalText("section"), tool: entry.optionalText("tool"),
            side: entry.choice("side", Side.self))
        return SparringExercise.Deed(technique: technique, form: entry.choice("form", SparringExercise.Form.self))
    }
}
