import Kernel

/// The presets: four that come with the app, and a person's own.
public struct PresetShelf: Sendable {
    private let repository: any FocusRepository
    private let gates: GateKeeper

    /// Presets over a repository.
    public init(repository: any FocusRepository, gates: GateKeeper) { (self.repository, self.gates) = (repository, gates) }

    /// All presets and whether each is locked: the founding ones first, changed where a person changed them, then own ones by name.
    public func all() throws -> [(preset: Preset, isLocked: Bool)] {
        let own = try repository.presets()
        let founding = Preset.founding.map { preset in own.first { $0.id == preset.id } ?? preset }
        let others = own.filter { one in !Preset.founding.contains { $0.id == one.id } }.sorted { $0.name < $1.name }
        return (founding + others).map { preset in (preset, preset.gate.map { !gates.ask($0, 0).allowed } ?? false) }
    }

    /// How many are a person's own; a founding one that was changed is none of them.
    public func own() throws -> Int {
        try repository.presets().count { one in !Preset.founding.contains { $0.id == one.id } }
    }

    /// The preset of a name, without regard to case; dashes stand for spaces.
    ///
    /// - Throws: `presetNotFound`.
    public func preset(named name: String) throws -> Preset {
        let all = try all().map(\.preset)
        let wanted = Preset.id(of: name)
        let found =
            all.first { $0.id == wanted }
            ?? all.first { $0.id == Preset.id(of: name.split(separator: "-").joined(separator: " ")) }
        guard let found else {
            throw Failure(
                .presetNotFound, "There is no preset “\(name)”.",
                advice: "There are: \(all.map(\.name).joined(separator: ", ")).", kind: .usage)
        }
        return found
    }

    /// Adds an own preset.
    ///
    /// - Throws: `locked`; `presetTaken`; `presetNameInvalid`.
    public func add(_ name: String, _ plan: FocusPlan) throws -> Preset {
        let all = try all().map(\.preset)
        let answer = gates.ask(FocusGates.presetCreate, try own())
        if !answer.allowed { throw answer.refusal("Presets of your own are for Pro", of: FocusGates.presetCreate) }
        let preset = Preset(name: try TaskDraft.line(name, limit: 40, "name", code: .presetNameInvalid), plan: plan)
        guard !all.contains(where: { $0.id == preset.id }) else {
            throw Failure(
                .presetTaken, "There is a preset “\(preset.name)” already.", advice: "Choose another name, or edit it.",
                kind: .badData)
        }
        try repository.keep(preset, label: "Added the preset “\(preset.name)”")
        return preset
    }

    /// Changes the plan of a preset.
    ///
    /// - Throws: `locked`; `presetNotFound`.
    public func edit(_ name: String, _ plan: FocusPlan) throws -> Preset {
        var preset = try preset(named: name)
        let answer = gates.ask(FocusGates.presetEdit, 0)
        if !answer.allowed { throw answer.refusal("Changing presets is for Pro", of: FocusGates.presetEdit) }
        (preset.plan, preset.isOwn) = (plan, true)
        try repository.keep(preset, label: "Changed the preset “\(preset.name)”")
        return preset
    }

    /// Forgets an own preset, or the changes to one that came with the app.
    ///
    /// - Throws: `presetNotFound`; `presetFounding` for one that came with the app and was not changed.
    public func delete(_ name: String) throws -> Preset {
        let preset = try preset(named: name)
        guard try repository.removePreset(named: preset.name, label: "Deleted the preset “\(preset.name)”") else {
            throw Failure(
                .presetFounding, "“\(preset.name)” came with the app and stays.", advice: "Only own presets are deleted.")
        }
        return preset
    }
}
