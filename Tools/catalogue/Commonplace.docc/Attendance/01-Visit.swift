import Kernel

/// One student in one class.
public struct Visit: Storable, Hashable {
    /// The visit's name within the store.
    public let id: Identifier<Visit>
    /// Who came: 1–60 characters in any script.
    public let student: String
    /// When the class was.
    public let day: Day

    /// Where visits are kept.
    public static let collection = RecordCollection<Visit>("attendance.visits")
}
