import Kernel

/// The reader for jrnl entries (`jrnl --export json`), which contain text only.
enum JrnlFile {
    static func entry(_ value: JSONValue) -> JournalEntry? {
        guard let day = value["date"]?.stringValue.flatMap({ Day($0) }) else { return nil }
        var entry = JournalEntry(day: day)
        let title = value["title"]?.stringValue ?? ""
        let body = value["body"]?.stringValue ?? ""
        entry.text = [title.trimmed(), body.trimmed()].filter { !$0.isEmpty }.joined(separator: "\n")
        entry.tags =
            value["tags"]?.elements.compactMap {
                $0.stringValue.map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 }
            } ?? []
        entry.isStarred = value["starred"]?.isTrue ?? false
        return entry
    }
}

/// The reader for Daily You entries, whose photos are separate files and sorted by descending rank.
enum DailyYouFile {
    static func entry(_ value: JSONValue) -> JournalEntry? {
        // Older versions store only the creation time. Both times are the user's local time without
        // a zone.
        guard
            let day = (value["time"]?.stringValue ?? value["timeCreated"]?.stringValue).flatMap({
                Day(String($0.prefix(10)))
            })
        else { return nil }
        var entry = JournalEntry(day: day)
        entry.text = (value["text"]?.stringValue ?? "").trimmed()
        entry.mood = value["mood"]?.number.flatMap { (-2...2).contains($0) ? $0 + 3 : nil }
        let images = (value["images"]?.elements ?? []).enumerated().sorted { left, right in
            (-(left.element["imgRank"]?.number ?? 0), left.offset) < (
                -(right.element["imgRank"]?.number ?? 0), right.offset
            )
        }
        entry.photos = images.compactMap { $0.element["imgPath"]?.stringValue }
        if entry.photos.isEmpty, let photo = value["imgPath"]?.stringValue { entry.photos = [photo] }
        return entry
    }
}

/// The reader for the entries of Grain's JSON export.
enum GrainFile {
    private static let moods = ["awful", "bad", "okay", "good", "great"]

    static func entry(_ value: JSONValue) -> JournalEntry? {
        guard let day = value["day"]?.stringValue.flatMap({ Day($0) }) else { return nil }
        var entry = JournalEntry(day: day)
        entry.text = value["note"]?.stringValue ?? ""
        entry.tags = value["tags"]?.elements.compactMap(\.stringValue) ?? []
        entry.isStarred = value["starred"]?.isTrue ?? false
        entry.place = value["place"]?.stringValue
        entry.mood = value["mood"]?.stringValue.flatMap { moods.firstIndex(of: $0) }.map { $0 + 1 }
        entry.sealedUntil = value["sealedUntil"]?.stringValue.flatMap { Day($0) }
        entry.photos = value["file"]?.stringValue.map { [$0] } ?? []
        return entry
    }
}
