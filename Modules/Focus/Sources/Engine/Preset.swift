import Kernel

/// A named plan: one of four that come with the app, or a person's own.
public struct Preset: Storable, Hashable {
    /// The longest name, in characters.
    public static let longestName = 40

    /// Made from the name, so that a name is there once.
    public var id: Identifier<Preset> { Preset.id(of: name) }
    /// What it is called; not empty.
    public var name: String
    /// How a session of it is laid out.
    public var plan: FocusPlan
    /// Whether a person made or changed it.
    public internal(set) var isOwn: Bool

    /// One of a person's own, unless said otherwise.
    public init(name: String, plan: FocusPlan, isOwn: Bool = true) { (self.name, self.plan, self.isOwn) = (name, plan, isOwn) }

    /// The presets that come with the app. The founding documents name them and give no lengths; these are ours.
    public static let founding: [Preset] = [
        Preset(name: "Deep Work", plan: FocusPlan(checked: 50 * 60, 10 * 60, 30 * 60, 3), isOwn: false),
        Preset(name: "Study", plan: FocusPlan(checked: 25 * 60, 5 * 60, 15 * 60, 4), isOwn: false),
        Preset(name: "Writing", plan: FocusPlan(checked: 40 * 60, 8 * 60, 20 * 60, 3), isOwn: false),
        Preset(name: readingName, plan: FocusPlan(checked: 30 * 60, 5 * 60, 15 * 60, 4), isOwn: false),
    ]
    /// The one to start with.
    public static let first = founding[1]

    static let readingName = "Reading"

    /// Whether it came with the app, changed or not.
    var isFounding: Bool { Preset.founding.contains { $0.id == id } }

    /// What is asked before it is used; nil for what everybody may use.
    var gate: Gate? {
        guard isFounding else { return FocusGates.presetCreate }
        return name == Preset.readingName ? FocusGates.presetReading : nil
    }

    static func id(of name: String) -> Identifier<Preset> { Identifier(name.lowercased()) }

    /// Where own and changed presets are kept.
    public static let collection = RecordCollection<Preset>("focus.presets")
}
