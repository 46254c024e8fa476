import Kernel

/// Which sound accompanies the timer, how loud, and whether bells ring.
public struct SoundChoice: Sendable {
    /// A sound in the list of all.
    public struct Row: Hashable, Sendable {
        /// What may be chosen.
        public let sound: CatalogueItem
        /// Whether it is for Pro, and Pro is not there.
        public let isLocked: Bool
        /// Whether it accompanies the timer.
        public let isChosen: Bool
    }

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
    public func all() throws -> [Row] {
        let chosen = try settings().sound
        return Catalogue.sounds.marked(by: gates).map { Row(sound: $0.item, isLocked: $0.isLocked, isChosen: $0.item == chosen) }
    }

    /// The row of a sound.
    public func row(of item: CatalogueItem) throws -> Row {
        try all().first { $0.sound == item } ?? Row(sound: item, isLocked: false, isChosen: false)
    }

    /// What is heard beside the timer. A sound that is for Pro is silent when Pro ends, and comes back with it.
    public func settings() throws -> Settings {
        let choices = try store.focusChoices()
        let found = choices.sound.flatMap { id in Catalogue.sounds.items.first { $0.id == id } }
        let isOpen = found.map { $0.isFree || gates.ask(FocusGates.sounds, 0).allowed } ?? false
        return Settings(
            sound: isOpen ? found : nil, volume: choices.volume ?? SoundChoice.usualVolume, bells: choices.bells ?? false)
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
