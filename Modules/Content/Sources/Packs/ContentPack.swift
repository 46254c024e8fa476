/// The material of one school as read from its files: belts, word parts and terms.
package struct ContentPack: Hashable, Identifiable, Sendable {
    /// The discipline whose term ids have no prefix.
    package static let taekwonDo = "taekwon-do"

    /// The unique identifier in a library, for example `itf`.
    package let id: String
    /// The display name, for example `ITF Taekwon-Do`.
    package let name: String
    /// A sentence about the pack; may be empty.
    package var about: String = ""
    /// The art that the pack teaches; packs of one discipline share belts and may override each
    /// other's terms.
    package var discipline: String = ContentPack.taekwonDo
    /// The school, federation or club whose usage the pack follows; may be empty.
    package var school: String = ""
    /// Whether it applies only if a learner chose it, because it adapts the packs below to another
    /// association's practice.
    package var isVariant = false
    /// The belts, lowest first; empty if the pack adds only terms.
    package var belts: BeltOrder = BeltOrder([])
    /// The parts that terms are made of.
    package var morphemes: [Morpheme] = []
    /// The source file of the word parts, for findings; empty if they come from no file.
    package var morphemesFile: String = ""
    /// The terms, in the order of the files.
    package var terms: [Term] = []
    /// The origin of each term, by term id.
    package var origins: [String: Origin] = [:]

    /// The location of an entry in a pack.
    package struct Origin: Hashable, Sendable {
        package let file: String
        /// The position of the entry, from 1.
        package let entry: Int

        package init(file: String, entry: Int) {
            self.file = file
            self.entry = entry
        }
    }

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
