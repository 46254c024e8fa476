import Kernel

/// Which sound accompanies the timer, how loud, and whether bells ring.
public struct SoundChoice: Sendable {
    /// What is heard beside the timer.
    public struct Settings: Hashable, Sendable {
        /// The sound; nil for none.
        public var sound: CatalogueItem?
        /// 0 to 100.
        public var volume = SoundChoice.usualVolume
        /// Whether a bell rings at the end of a round or break.
        public var bells = false

        /// Whether there is nothing to hear.
        public var isSilent: Bool { volume == 0 || sound == nil && !bells }
    }

    /// How loud it is unless somebody says otherwise.
    public static let usualVolume = 70

    private let store: any Store
    private let gates: GateKeeper

    /// A choice kept in one profile's store.
    public init(_ store: any Store, gates: GateKeeper) { (self.store, self.gates) = (store, gates) }

    /// The eleven sounds.
    public func all() throws -> [Catalogue.Row] { Catalogue.sounds.rows(chosen: try settings().sound, gates: gates) }

    /// What is heard beside the timer.
    public func settings() throws -> Settings {
        let choices = try store.focusChoices()
        return Settings(
            sound: Catalogue.sounds.chosen(choices.sound, gates: gates), volume: choices.volume ?? SoundChoice.usualVolume,
            bells: choices.bells ?? false)
    }

    /// A sound that may be heard as long as one likes.
    ///
    /// - Throws: `locked`, `notInCatalogue`.
    public func sound(_ name: String) throws -> CatalogueItem { try Catalogue.sounds.choice(name, gates: gates) }

    /// A sound of which some seconds may be heard by everybody.
    ///
    /// - Throws: `notInCatalogue`.
    public func sample(_ name: String) throws -> CatalogueItem { try Catalogue.sounds.item(name) }

    /// Lets a sound accompany the timer; nil for none.
    ///
    /// - Throws: `locked`, `notInCatalogue`.
    public func use(_ name: String?) throws -> Settings {
        let item = try name.map(sound)
        try store.choose(item.map { "Chose the sound \($0.name)" } ?? "Chose no sound") { $0.sound = item?.id }
        return try settings()
    }

    /// How loud it is, 0 to 100.
    public func setVolume(_ volume: Int) throws -> Settings {
        try store.choose("Set the volume") { $0.volume = min(max(0, volume), 100) }
        return try settings()
    }

    /// Whether a bell rings at the end of a round or break.
    public func setBells(_ ring: Bool) throws -> Settings {
        try store.choose(ring ? "Turned the bells on" : "Turned the bells off") { $0.bells = ring }
        return try settings()
    }
}
