import Kernel

/// The choice of the timer's sound, its volume and the bells.
package struct SoundChoice: Sendable {
    /// The sound settings of the timer.
    package struct Settings: Hashable, Sendable {
        package var sound: CatalogItem?
        /// The volume, 0 to 100.
        package var volume = SoundChoice.defaultVolume
        /// Whether a bell rings at the end of a round or break.
        package var bells = false
    }

    /// The volume until the user changes it, 0 to 100.
    package static let defaultVolume = 70

    private let store: any Store
    private let gates: GateKeeper

    package init(_ store: any Store, gates: GateKeeper) {
        self.store = store
        self.gates = gates
    }

    /// Returns all sounds with their state for this user.
    package func all() throws -> [Catalog.Row] { Catalog.sounds.rows(chosen: try settings().sound, gates: gates) }

    /// Returns the current sound, its volume and the bells.
    package func settings() throws -> Settings {
        let choices = try store.focusChoices()
        return Settings(
            sound: Catalog.sounds.chosen(choices.sound, gates: gates),
            volume: choices.volume ?? SoundChoice.defaultVolume,
            bells: choices.bells ?? false)
    }

    /// Returns a sound for playing without a time limit.
    ///
    /// - Throws: `locked`, `notInCatalogue`.
    package func sound(_ name: String) throws -> CatalogItem { try Catalog.sounds.choice(name, gates: gates) }

    /// Returns a sound for a short preview, which is free.
    ///
    /// - Throws: `notInCatalogue`.
    package func previewSound(_ name: String) throws -> CatalogItem { try Catalog.sounds.item(name) }

    /// Chooses the timer's sound, or none for nil.
    ///
    /// - Throws: `locked`, `notInCatalogue`.
    package func use(_ name: String?) throws -> Settings {
        let item = try name.map(sound)
        try store.updateChoices(item.map { "Chose the sound \($0.name)" } ?? "Chose no sound") { $0.sound = item?.id }
        return try settings()
    }

    /// Sets the volume, clamped to 0 to 100.
    package func setVolume(_ volume: Int) throws -> Settings {
        try store.updateChoices("Set the volume") { $0.volume = min(max(0, volume), 100) }
        return try settings()
    }

    /// Sets whether a bell rings at the end of a round or break.
    package func setBells(_ ring: Bool) throws -> Settings {
        try store.updateChoices(ring ? "Turned the bells on" : "Turned the bells off") { $0.bells = ring }
        return try settings()
    }
}
