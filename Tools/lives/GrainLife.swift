import Foundation
import PicturesTesting

/// The life of a user who keeps a photo a day.
final class GrainLife: Life {
    let nightly = (words: ["timeline"], lines: [""])
    private var photos = 0
    /// The entries that the person expects in the diary.
    private var notes: [String: String] = [:]

    func setUp(_ visit: Visit) throws { try visit.give() }

    func act(_ visit: Visit) throws {
        let person = visit.person
        let day = visit.machine.day.adding(days: -Int.random(in: 0...12, using: &person.random)).description
        switch Int.random(in: 0..<14, using: &person.random) {
        case 0...4: try add(visit, day)
        case 5: try edit(visit, day)
        case 6: if try visit.give("delete", day, "--yes").status == 0 { notes[day] = nil }
        case 7: try erase(visit, day)
        case 8:
            try visit.give("undo")
            notes = try diary(visit)
        case 9: try visit.give("timeline")
        case 10: try visit.give("calendar")
        case 11: try visit.give("on-this-day")
        case 12: try visit.give("export", "--text")
        default:
            try visit.give(
                "search", notes.values.sorted().first?.split(separator: " ").first.map(String.init) ?? "snow")
        }
    }

    /// Checks that the diary contains the text that the person wrote.
    func evening(_ visit: Visit) throws {
        let saved = try diary(visit)
        for (day, note) in notes.sorted(by: { $0.key < $1.key }) where saved[day] != note {
            visit.machine.diary.reportBroken(
                .kept, "the note of \(day) was “\(note.prefix(60))” and is “\((saved[day] ?? "nothing").prefix(60))”")
        }
        notes = saved
    }

    private func add(_ visit: Visit, _ day: String) throws {
        photos += 1
        let bytes = PhotoMaker.jpeg(320 + photos % 200, 240, seed: UInt64(photos))
        let path = "\(visit.machine.desk)/photo\(photos).jpg"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let (text, _) = visit.newText()
        if try visit.give("add", path, "--date", day, "-m", text).status == 0 { notes[day] = text }
    }

    private func edit(_ visit: Visit, _ day: String) throws {
        let (text, _) = visit.newText()
        if try visit.give("edit", day, "-m", text).status == 0 { notes[day] = text }
    }

    /// Deletes an entry permanently, after which no word of it may remain.
    private func erase(_ visit: Visit, _ day: String) throws {
        let isOfTheTrash = visit.person.isLucky(1, of: 2)
        let result =
            try isOfTheTrash ? visit.give("delete", day, "--yes") : visit.give("delete", day, "--purge", "--yes")
        guard result.status == 0, let note = notes.removeValue(forKey: day) else { return }
        if isOfTheTrash, try visit.give("trash", "empty", "--yes").status != 0 { return }
        note.split(separator: " ").first.map { visit.erasedWords.append(String($0)) }
    }

    private func diary(_ visit: Visit) throws -> [String: String] {
        let entries = try visit.machine.run("grain", ["timeline", "--json", "--limit", "1000"]).objects
        return Dictionary(
            entries.compactMap { entry in (entry["day"] as? String).map { ($0, entry["note"] as? String ?? "") } }
        ) { $1 }
    }
}
