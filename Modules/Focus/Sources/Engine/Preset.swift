import Kernel

/// A named plan: one of the four included presets or one of the user's own.
package struct Preset: Storable, Hashable {
    /// The longest name, in characters.
    package static let longestName = 40

    /// The ID, made from the name, so that each name exists once.
    package var id: Identifier<Preset> { Preset.id(of: name) }
    /// The name, which is not empty.
    package var name: String
    package var plan: FocusPlan
    /// Whether the user created or changed it.
    package internal(set) var isOwn: Bool

    package init(name: String, plan: FocusPlan, isOwn: Bool = true) {
        self.name = name
        self.plan = plan
        self.isOwn = isOwn
    }

    /// The presets that come with the app.
    ///
    /// The founding documents give their names but no lengths. The lengths here are our choice.
    package static let builtIn: [Preset] = [
        Preset(name: "Deep Work", plan: FocusPlan(checked: 50 * 60, 10 * 60, 30 * 60, 3), isOwn: false),
        Preset(name: "Study", plan: FocusPlan(checked: 25 * 60, 5 * 60, 15 * 60, 4), isOwn: false),
        Preset(name: "Writing", plan: FocusPlan(checked: 40 * 60, 8 * 60, 20 * 60, 3), isOwn: false),
        Preset(name: readingName, plan: FocusPlan(checked: 30 * 60, 5 * 60, 15 * 60, 4), isOwn: false),
    ]
    package static let defaultPreset = builtIn[1]

    static let readingName = "Reading"

    /// Whether it came with the app, changed or not.
    var isBuiltIn: Bool { Preset.builtIn.contains { $0.id == id } }

    /// The gate that its use must pass, or nil if its use is free.
    var gate: Gate? {
        guard isBuiltIn else { return FocusGates.presetCreate }
        return name == Preset.readingName ? FocusGates.presetReading : nil
    }

    static func id(of name: String) -> Identifier<Preset> { Identifier(name.lowercased()) }

    package static let collection = RecordCollection<Preset>("focus.presets")
}
