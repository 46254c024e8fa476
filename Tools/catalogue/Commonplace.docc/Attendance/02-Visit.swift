import Kernel

/// One student in one class.
public struct Visit: Storable, Hashable {
    /// The visit's name within the store.
    public let id: Identifier<Visit>
    /// Who came: 1–60 characters in any script.
    public let student: String
    /// When the class was.
    public let day: Day

    /// Once a day: the store itself refuses a second one, whichever process writes it.
    static let byDay = Index<Visit, IndexKey>.unique("day") { key($0.day, $0.student) }
    /// Where visits are kept.
    public static let collection = RecordCollection<Visit>("attendance.visits", indexes: [byDay])

    /// What two visits have in common that are one: “김 민수” and “김민수”, “Zoë” and “zoe”.
    static func key(_ day: Day, _ student: String) -> IndexKey { IndexKey(day, Folding.compact(student)) }
}
