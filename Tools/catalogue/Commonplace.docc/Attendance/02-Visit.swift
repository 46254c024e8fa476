import Kernel

/// A student's attendance at one class.
package struct Visit: Storable, Hashable {
    /// The record's key in the store.
    package let id: Identifier<Visit>
    /// The student's name: 1–60 characters in any script.
    package let student: String
    /// The day of the class.
    package let day: Day

    /// A unique index: the store refuses a second visit of a student on one day, from any process.
    static let byDay = Index<Visit, IndexKey>.unique("day") { key($0.day, $0.student) }
    /// The collection that stores visits.
    package static let collection = RecordCollection<Visit>("attendance.visits", indexes: [byDay])

    /// Returns the unique key of a visit. “김 민수” and “김민수” share a key, as do “Zoë” and “zoe”.
    static func key(_ day: Day, _ student: String) -> IndexKey { IndexKey(day, Folding.compact(student)) }
}
