import Kernel
import Sync

/// A text of the user.
struct Note: Storable {
    let id: Identifier<Note>
    var text: String
    static let collection = RecordCollection<Note>("notes")
}

/// A text with one record a day.
struct Entry: Storable {
    let id: Identifier<Entry>
    var day: Int
    var text: String
    static let byDay = Index<Entry, Int>.unique("day") { $0.day }
    static let collection = RecordCollection<Entry>("entries", indexes: [byDay])
}

extension SyncSettings {
    static var sample: SyncSettings {
        SyncSettings(account: "mina", title: "Phone", kinds: [Note.collection, Entry.collection])
    }
}
