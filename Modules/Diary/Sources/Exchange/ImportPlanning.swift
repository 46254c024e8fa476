import Interchange
import Kernel
import Pictures

extension PhotoDiary {
    /// What an import of this would do. Of photos no more than the beginning is read.
    ///
    public func plan(_ source: ImportSource, wishing wishes: ImportWishes = ImportWishes()) throws -> ImportPlan {
        let today = time.today()
        let present = try repository.read { records in
            Dictionary(try records.entries(EntryRange()).map { ($0.day, $0) }) { first, _ in first }
        }
        var planning = ImportPlanning(today: today, present: present, wishes: wishes, calendar: time.calendar)
        planning.take(source)
        planning.plan.sort()
        return planning.plan
    }
}

extension Entry {
    /// Whether it is a photo alone.
    fileprivate var saysNothing: Bool {
        note == nil && tags.isEmpty && !isStarred && mood == nil && place == nil && sealedUntil == nil
    }
}

/// A plan in the making.
private struct ImportPlanning {
    let today: Day
    let present: [Day: Entry]
    let wishes: ImportWishes
    let calendar: LocalCalendar
    var plan = ImportPlan()

    /// A photo that says its day.
    private struct Dated: Sendable {
        let photo: ImportSource.Photo
        let found: DayOfPhoto

        /// The one whose day is surest, then the one with the most bytes, of equals the first by name.
        func isBetter(than other: Dated) -> Bool {
            let (mine, its) = (found.source.rawValue, other.found.source.rawValue)
            return (mine, -photo.bytes, photo.name) < (its, -other.photo.bytes, other.photo.name)
        }
    }

    mutating func take(_ source: ImportSource) {
        guard let journal = source.journal else { return takePhotos(source.photos) }
        let named = Dictionary(source.photos.map { ($0.name, $0) }) { first, _ in first }
        let loose = Dictionary(source.photos.map { (String($0.fileName), $0) }) { first, _ in first }
        var days: [Day: [JournalEntry]] = [:]
        for entry in journal.entries { days[entry.day, default: []].append(entry) }
        var (without, used): ([Day: [JournalEntry]], Set<String>) = ([:], [])
        for (day, entries) in days {
            let photos = entries.flatMap(\.photos).compactMap { path -> ImportSource.Photo? in
                named[path] ?? loose[String(path.split(separator: "/").last ?? "")]
            }
            used.formUnion(photos.map(\.name))
            guard let photo = photos.first else {
                without[day] = entries
                continue
            }
            for other in photos.dropFirst() where other.name != photo.name { plan.leave(other.name, .another) }
            decide(day, photo, entries, name: day.description)
        }
        // Days without a photo look for theirs among those that no entry names.
        let told = Set(days.keys).subtracting(without.keys)
        takePhotos(source.photos.filter { !used.contains($0.name) }, of: (without, told, source.isOnePlace))
        for group in journal.unread.groups { plan.notices.append("Not kept: \(group.what) (\(group.count)).") }
        for group in journal.faults.groups {
            plan.notices.append("Not read: \(group.what) (\(group.count): \(group.first.joined(separator: ", "))).")
        }
    }

    /// - Parameter journal: days that have words and no photo yet, days that have both, and whether other days count as well; nil where there are no words.
    private mutating func takePhotos(
        _ photos: [ImportSource.Photo], of journal: (words: [Day: [JournalEntry]], told: Set<Day>, isOnePlace: Bool)? = nil
    ) {
        let (today, wishes, calendar) = (today, wishes, calendar)
        let glances = Cores.map(photos.count, least: 16) { range in
            range.map { ImportPlanning.glance(photos[$0], wishes, today, calendar) }
        }.joined()
        var best: [Day: Dated] = [:]
        for (photo, glance) in zip(photos, glances) {
            switch glance {
            case .failure(let left):
                plan.leave(photo.name, left.reason)
                if left.reason != .unreadable { plan.undated.append(photo) }
            case .success(let dated):
                guard let other = best[dated.found.day] else {
                    best[dated.found.day] = dated
                    continue
                }
                let isBetter = dated.isBetter(than: other)
                plan.leave((isBetter ? other : dated).photo.name, .another)
                if isBetter { best[dated.found.day] = dated }
            }
        }
        guard let journal else { return best.forEach { decide($0, $1.photo, [], name: $1.photo.name) } }
        for (day, entries) in journal.words {
            decide(day, best[day]?.photo, entries, name: best[day]?.photo.name ?? day.description)
        }
        for (day, dated) in best where journal.words[day] == nil {
            if journal.told.contains(day) {
                plan.leave(dated.photo.name, .another)
            } else if journal.isOnePlace {
                decide(day, dated.photo, [], name: dated.photo.name)
            } else {
                plan.leave(dated.photo.name, .wordless)
            }
        }
    }

    private struct Left: Error { let reason: ImportPlan.Reason }

    private static func glance(
        _ photo: ImportSource.Photo, _ wishes: ImportWishes, _ today: Day, _ calendar: LocalCalendar
    ) -> Result<Dated, Left> {
        guard photo.bytes <= PictureLimits.largestPicture, let glance = try? CameraGlance(photo.source()) else {
            return .failure(Left(reason: .unreadable))
        }
        let said = DayOfPhoto.find(camera: glance.camera, name: photo.fileName, today: today)
        switch (said, (try? said.get()) ?? DayOfPhoto.find(photo, wishes, today: today, by: calendar)) {
        case (_, let found?): return .success(Dated(photo: photo, found: found))
        case (.failure(.future), nil): return .failure(Left(reason: .future))
        case (.failure(.unset), nil): return .failure(Left(reason: .unset))
        case (_, nil): return .failure(Left(reason: .undated))
        }
    }

    /// What becomes of a day.
    private mutating func decide(_ day: Day, _ photo: ImportSource.Photo?, _ entries: [JournalEntry], name: String) {
        guard day <= today else { return plan.leave(name, .future) }
        let found = JournalWords(entries, today: today, isShortening: wishes.isShortening)
        if let entry = present[day] {
            // Words go to an entry that has none; whatever it says is not touched.
            guard entry.saysNothing, found.words.note != nil else { return plan.leave(name, .taken) }
            guard !found.isTooLong else { return plan.leave(name, .tooLong) }
            var words = found.words
            words.sealedUntil = nil
            note(found)
            return plan.words.append(.init(day: day, photo: nil, words: words))
        }
        guard photo != nil || wishes.paintsCards && found.words.note != nil else { return plan.leave(name, .photoless) }
        guard !found.isTooLong else { return plan.leave(name, .tooLong) }
        note(found)
        plan.entries.append(.init(day: day, photo: photo, words: found.words))
    }

    private mutating func note(_ words: JournalWords) {
        for what in words.lost.sorted() {
            let sentence = what.capitalizedFirst + "."
            if !plan.notices.contains(sentence) { plan.notices.append(sentence) }
        }
    }
}
