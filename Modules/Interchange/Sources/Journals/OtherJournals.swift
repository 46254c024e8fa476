import Kernel

/// Entries of jrnl (`jrnl --export json`): text alone.
enum JrnlFile {
    static func entry(_ value: JSONValue) -> JournalEntry? {
        guard let day = value["date"]?.said.flatMap({ Day($0) }) else { return nil }
        var entry = JournalEntry(day: day)
        let (title, body) = (value["title"]?.said ?? "", value["body"]?.said ?? "")
        entry.text = [title.trimmed(), body.trimmed()].filter { !$0.isEmpty }.joined(separator: "\n")
        entry.tags = value["tags"]?.elements.compactMap { $0.said.map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 } } ?? []
        entry.isStarred = value["starred"]?.isTrue ?? false
        return entry
    }
}

/// Entries of Daily You, whose photos are files beside it: the highest rank is the first.
enum DailyYouFile {
    static func entry(_ value: JSONValue) -> JournalEntry? {
        // Older versions have no time but the one of making; both are the person's own, without a zone.
        guard let day = (value["time"]?.said ?? value["timeCreated"]?.said).flatMap({ Day(String($0.prefix(10))) }) else {
            return nil
        }
        var entry = JournalEntry(day: day)
        entry.text = (value["text"]?.said ?? "").trimmed()
        entry.mood = value["mood"]?.number.flatMap { (-2...2).contains($0) ? $0 + 3 : nil }
        let images = (value["images"]?.elements ?? []).enumerated().sorted { left, right in
            (-(left.element["imgRank"]?.number ?? 0), left.offset) < (-(right.element["imgRank"]?.number ?? 0), right.offset)
        }
        entry.photos = images.compactMap { $0.element["imgPath"]?.said }
        if entry.photos.isEmpty, let only = value["imgPath"]?.said { entry.photos = [only] }
        return entry
    }
}

/// Entries as Grain gives them to programs.
enum GrainFile {
    private static let moods = ["awful", "bad", "okay", "good", "great"]

    static func entry(_ value: JSONValue) -> JournalEntry? {
        guard let day = value["day"]?.said.flatMap({ Day($0) }) else { return nil }
        var entry = JournalEntry(day: day)
        entry.text = value["note"]?.said ?? ""
        entry.tags = value["tags"]?.elements.compactMap(\.said) ?? []
        entry.isStarred = value["starred"]?.isTrue ?? false
        entry.place = value["place"]?.said
        entry.mood = value["mood"]?.said.flatMap { moods.firstIndex(of: $0) }.map { $0 + 1 }
        entry.sealedUntil = value["sealedUntil"]?.said.flatMap { Day($0) }
        entry.photos = value["file"]?.said.map { [$0] } ?? []
        return entry
    }
}
