import Kernel

/// A student's attendance at one class.
package struct Visit: Storable, Hashable {
    /// The record's key in the store.
    package let id: Identifier<Visit>
    /// The student's name: 1–60 characters in any script.
    package let student: String
    /// The day of the class.
    package let day: Day

    /// The collection that stores visits.
    package static let collection = RecordCollection<Visit>("attendance.visits")
}
