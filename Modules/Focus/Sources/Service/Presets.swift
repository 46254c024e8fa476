import Kernel

/// The presets: four that come with the app, and the user's own.
package struct Presets: Sendable {
    /// A preset in the list of all.
    package struct Row: Hashable, Sendable {
        /// The current form of the preset, with the user's changes.
        package let preset: Preset
        /// Whether the user's plan lacks the preset.
        package let isLocked: Bool
    }

    private let store: any Store
    private let gates: GateKeeper

    package init(_ store: any Store, gates: GateKeeper) {
        self.store = store
        self.gates = gates
    }

    /// Returns all presets: the founding ones, with the user's changes, then own ones by name.
    package func all() throws -> [Row] {
        let storedPresets = try storedPresets()
        let builtInPresets = Preset.builtIn.map { preset in storedPresets.first { $0.id == preset.id } ?? preset }
        let ownPresets = storedPresets.filter { !$0.isBuiltIn }.sorted { $0.name < $1.name }
        return (builtInPresets + ownPresets).map { preset in
            Row(preset: preset, isLocked: preset.gate.map { !gates.ask($0, 0).allowed } ?? false)
        }
    }

    /// Returns the number of the user's own presets, without changed founding ones.
    package func ownCount() throws -> Int { try storedPresets().count { !$0.isBuiltIn } }

    package static let naming = RecordNaming<Row>(
        "preset", listedBy: "preset list", missing: .presetNotFound, ambiguous: .presetNotFound,
        names: { [$0.preset.name] },
        title: \.preset.name)

    /// Returns the preset of a name without regard to case, with dashes for spaces.
    ///
    /// Otherwise it returns the preset in this row of the list, or the one whose name begins or
    /// ends with the text.
    ///
    /// - Throws: `presetNotFound`, also if several presets match.
    package func preset(named name: String) throws -> Row {
        let all = try all()
        let idWithSpaces = Preset.id(of: name.split(separator: "-").joined(separator: " "))
        let exactMatch = all.first { $0.preset.id == Preset.id(of: name) } ?? all.first { $0.preset.id == idWithSpaces }
        let matches = exactMatch.map { [(nil, $0)] } ?? Presets.naming.resolve(name, of: all)
        guard matches.count <= 1 else { throw Presets.naming.ambiguousFailure(name, matches) }
        guard let match = matches.first?.record else {
            let names = all.map(\.preset.name).joined(separator: ", ")
            throw Failure(
                .presetNotFound, "There is no preset “\(name)”.",
                advice: Int(name) == nil
                    ? "Choose from \(names)."
                    : "Choose from \(names). For a session of \(name) minutes, type `start --for \(name)m`.",
                kind: .usage)
        }
        return match
    }

    /// Adds an own preset.
    ///
    /// - Throws: `locked`, `presetTaken`, `presetNameInvalid`.
    package func add(_ name: String, _ plan: FocusPlan) throws -> Row {
        let answer = gates.ask(FocusGates.presetCreate, try ownCount())
        if !answer.allowed { throw answer.lockFailure("Presets of your own are for Pro", of: FocusGates.presetCreate) }
        let preset = Preset(
            name: try TaskDraft.line(name, limit: Preset.longestName, "name", code: .presetNameInvalid), plan: plan)
        try store.write(undo: "Added the preset “\(preset.name)”") { transaction in
            guard try transaction.record(preset.id) == nil, !preset.isBuiltIn else {
                throw Failure(
                    .presetTaken, "There is already a preset “\(preset.name)”.",
                    advice: "Choose another name, or edit it.", kind: .badData)
            }
            try transaction.put(preset)
        }
        return Row(preset: preset, isLocked: false)
    }

    /// Changes the plan of a preset.
    ///
    /// - Throws: `locked`, `presetNotFound`.
    package func edit(_ name: String, _ plan: FocusPlan) throws -> Row {
        let row = try preset(named: name)
        let answer = gates.ask(FocusGates.presetEdit, 0)
        if !answer.allowed { throw answer.lockFailure("Changing presets is for Pro", of: FocusGates.presetEdit) }
        var preset = row.preset
        (preset.plan, preset.isOwn) = (plan, true)
        try store.write(undo: "Changed the preset “\(preset.name)”") { try $0.put(preset) }
        return Row(preset: preset, isLocked: row.isLocked)
    }

    /// Deletes an own preset, or the changes to a founding one.
    ///
    /// - Returns: the deleted preset.
    /// - Throws: `presetNotFound`, `presetFounding` for an unchanged founding preset.
    package func delete(_ name: String) throws -> Row {
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

    /// Returns the user's own presets and the changed ones of the app.
    private func storedPresets() throws -> [Preset] { try store.read { try $0.records(.all) } }
}
