/// One school's material as it was read: belts, word parts, terms.
public struct ContentPack: Hashable, Identifiable, Sendable {
    /// The discipline whose term ids stand without a prefix.
    public static let taekwonDo = "taekwon-do"

    /// Unique among the packs of a library: `itf`.
    public let id: String
    /// For people: `ITF Taekwon-Do`.
    public let name: String
    /// A sentence about the pack; may be empty.
    public var about: String = ""
    /// The art it teaches: packs of one discipline share belts and may override each other's terms.
    public var discipline: String = ContentPack.taekwonDo
    /// The school, federation or club whose usage it follows; may be empty.
    public var school: String = ""
    /// Whether it holds only where a learner has chosen it: how another association does what the packs beneath it teach.
    public var isVariant = false
    /// Lowest first; empty when the pack adds only terms.
    public var belts: BeltOrder = BeltOrder([])
    /// The parts that terms are made of.
    public var morphemes: [Morpheme] = []
    /// The file the word parts came from, for findings; empty when they were not read.
    public var morphemesFile: String = ""
    /// In the order of the files.
    public var terms: [Term] = []
    /// The file and the place in it from which each term came, by term id.
    public var origins: [String: Origin] = [:]

    /// Where in a pack an entry stands.
    public struct Origin: Hashable, Sendable {
        /// The path inside the pack.
        public let file: String
        /// Counted from 1.
        public let entry: Int

        /// A place.
        public init(file: String, entry: Int) {
            self.file = file
            self.entry = entry
        }
    }

    /// A pack without content yet.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
