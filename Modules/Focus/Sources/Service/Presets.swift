import Kernel

/// The presets: four that come with the app, and a person's own.
public struct Presets: Sendable {
    /// A preset in the list of all.
    public struct Row: Hashable, Sendable {
        /// A founding one as a person changed it, or an own one.
        public let preset: Preset
        /// Whether it is for Pro, and Pro is not there.
        public let isLocked: Bool
    }

    private let store: any Store
    private let gates: GateKeeper

    /// Presets over one profile's store.
    public init(_ store: any Store, gates: GateKeeper) { (self.store, self.gates) = (store, gates) }

    /// All presets: the founding ones first, changed where a person changed them, then own ones by name.
    public func all() throws -> [Row] {
        let kept = try kept()
        let founding = Preset.founding.map { preset in kept.first { $0.id == preset.id } ?? preset }
        let own = kept.filter { !$0.isFounding }.sorted { $0.name < $1.name }
        return (founding + own).map { preset in
            Row(preset: preset, isLocked: preset.gate.map { !gates.ask($0, 0).allowed } ?? false)
        }
    }

    /// How many are a person's own; a founding one that was changed is none of them.
    public func own() throws -> Int { try kept().count { !$0.isFounding } }

    /// How people name a preset.
    public static let naming = Naming<Row>(
        "preset", listedBy: "preset list", missing: .presetNotFound, ambiguous: .presetNotFound, names: { [$0.preset.name] },
        title: \.preset.name)

    /// The preset of a name, without regard to case, where dashes stand for spaces; else the one in this row, or with this beginning or end.
    ///
    /// - Throws: `presetNotFound`, also when several may be meant.
    public func preset(named name: String) throws -> Row {
        let all = try all()
        let spaced = Preset.id(of: name.split(separator: "-").joined(separator: " "))
        let whole = all.first { $0.preset.id == Preset.id(of: name) } ?? all.first { $0.preset.id == spaced }
        let meant = whole.map { [(nil, $0)] } ?? Presets.naming.meant(by: name, of: all)
        guard meant.count <= 1 else { throw Presets.naming.several(name, meant) }
        guard let found = meant.first?.record else {
            let names = all.map(\.preset.name).joined(separator: ", ")
            throw Failure(
                .presetNotFound, "There is no preset “\(name)”.",
                advice: Int(name) == nil
                    ? "Choose from \(names)."
                    : "Choose from \(names). For a session of \(name) minutes, type `start --for \(name)m`.", kind: .usage)
        }
        return found
    }

    /// Adds an own preset.
    ///
    /// - Throws: `locked`; `presetTaken`; `presetNameInvalid`.
    public func add(_ name: String, _ plan: FocusPlan) throws -> Row {
        let answer = gates.ask(FocusGates.presetCreate, try own())
        if !answer.allowed { throw answer.refusal("Presets of your own are for Pro", of: FocusGates.presetCreate) }
        let preset = Preset(
            name: try TaskDraft.line(name, limit: Preset.longestName, "name", code: .presetNameInvalid), plan: plan)
        try store.write(undo: "Added the preset “\(preset.name)”") { transaction in
            guard try transaction.record(preset.id) == nil, !preset.isFounding else {
                throw Failure(
                    .presetTaken, "There is already a preset “\(preset.name)”.", advice: "Choose another name, or edit it.",
                    kind: .badData)
            }
            try transaction.put(preset)
        }
        return Row(preset: preset, isLocked: false)
    }

    /// Changes the plan of a preset.
    ///
    /// - Throws: `locked`; `presetNotFound`.
    public func edit(_ name: String, _ plan: FocusPlan) throws -> Row {
        let row = try preset(named: name)
        let answer = gates.ask(FocusGates.presetEdit, 0)
        if !answer.allowed { throw answer.refusal("Changing presets is for Pro", of: FocusGates.presetEdit) }
        var preset = row.preset
        (preset.plan, preset.isOwn) = (plan, true)
        try store.write(undo: "Changed the preset “\(preset.name)”") { try $0.put(preset) }
        return Row(preset: preset, isLocked: row.isLocked)
    }

    /// Forgets an own preset, or the changes to one that came with the app.
    ///
    /// - Returns: what it was.
    /// - Throws: `presetNotFound`; `presetFounding` for one that came with the app and was not changed.
    public func delete(_ name: String) throws -> Row {
        let row = try preset(named: name)
        try store.write(undo: "Deleted the preset “\(row.preset.name)”") { transaction in
            guard try transaction.delete(row.preset.id) else {
                throw Failure(
                    .presetFounding, "“\(row.preset.name)” came with the app and cannot be deleted.",
                    advice: "You can only delete your own presets.")
            }
        }
        return row
    }

    private func kept() throws -> [Preset] { try store.read { try $0.records(.all) } }
}
