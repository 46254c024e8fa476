import Interchange
import Kernel
import Pictures

extension PhotoDiary {
    /// Plans an import without changing anything.
    ///
    /// Only the beginning of each photo is read.
    package func plan(_ source: ImportSource, options: ImportOptions = ImportOptions()) throws -> ImportPlan {
        let today = time.today()
        let existingEntries = try repository.read { records in
            Dictionary(try records.entries(EntryRange()).map { ($0.day, $0) }) { first, _ in first }
        }
        var builder = ImportPlanBuilder(
            today: today, existingEntries: existingEntries, options: options, calendar: time.calendar)
        builder.planImport(source)
        builder.plan.sort()
        return builder.plan
    }
}

extension Entry {
    fileprivate var hasNoDetails: Bool {
        note == nil && tags.isEmpty && !isStarred && mood == nil && place == nil && sealedUntil == nil
    }
}

/// Builds an import plan.
private struct ImportPlanBuilder {
    let today: Day
    let existingEntries: [Day: Entry]
    let options: ImportOptions
    let calendar: LocalCalendar
    var plan = ImportPlan()

    /// A photo and the day to which it belongs.
    private struct DatedPhoto: Sendable {
        let photo: ImportSource.Photo
        let dayOfPhoto: DayOfPhoto

        /// Returns whether this photo is imported instead of another photo of the same day.
        ///
        /// The certainty of the day decides, then the size of the file, then the name.
        func isBetter(than other: DatedPhoto) -> Bool {
            let rank = dayOfPhoto.source.rawValue
            let otherRank = other.dayOfPhoto.source.rawValue
            return (rank, -photo.bytes, photo.name) < (otherRank, -other.photo.bytes, other.photo.name)
        }
    }

    mutating func planImport(_ source: ImportSource) {
        guard let journal = source.journal else { return planPhotos(source.photos) }
        let photosByPath = Dictionary(source.photos.map { ($0.name, $0) }) { first, _ in first }
        let photosByFileName = Dictionary(source.photos.map { (String($0.fileName), $0) }) { first, _ in first }
        var days: [Day: [JournalEntry]] = [:]
        for entry in journal.entries { days[entry.day, default: []].append(entry) }
        var (daysWithoutPhoto, usedNames): ([Day: [JournalEntry]], Set<String>) = ([:], [])
        for (day, entries) in days {
            let photos = entries.flatMap(\.photos).compactMap { path -> ImportSource.Photo? in
                photosByPath[path] ?? photosByFileName[String(path.split(separator: "/").last ?? "")]
            }
            usedNames.formUnion(photos.map(\.name))
            guard let photo = photos.first else {
                daysWithoutPhoto[day] = entries
                continue
            }
            for other in photos.dropFirst() where other.name != photo.name { plan.skip(other.name, .another) }
            planDay(day, photo, entries, name: day.description)
        }
        // Days without a photo can use photos that no entry names.
        let daysWithPhoto = Set(days.keys).subtracting(daysWithoutPhoto.keys)
        planPhotos(
            source.photos.filter { !usedNames.contains($0.name) },
            of: (daysWithoutPhoto, daysWithPhoto, source.includesUnmatchedPhotos))
        for group in journal.unread.groups { plan.notices.append("Not kept: \(group.message) (\(group.count)).") }
        for group in journal.faults.groups {
            plan.notices.append(
                "Not read: \(group.message) (\(group.count): \(group.examples.joined(separator: ", "))).")
        }
    }

    /// Plans the import of photos.
    ///
    /// - Parameter journal: the days with text but no photo, the days with both, and whether photos
    ///   of other days are imported. Nil without another diary.
    private mutating func planPhotos(
        _ photos: [ImportSource.Photo],
        of journal: (words: [Day: [JournalEntry]], daysWithPhoto: Set<Day>, includesOthers: Bool)? = nil
    ) {
        let today = today
        let options = options
        let calendar = calendar
        let previews = ParallelWork.map(photos.count, minimumSize: 16) { range in
            range.map { ImportPlanBuilder.preview(photos[$0], options, today, calendar) }
        }.joined()
        var best: [Day: DatedPhoto] = [:]
        for (photo, preview) in zip(photos, previews) {
            switch preview {
            case .failure(let skipped):
                plan.skip(photo.name, skipped.reason)
                if skipped.reason != .unreadable { plan.undated.append(photo) }
            case .success(let dated):
                guard let other = best[dated.dayOfPhoto.day] else {
                    best[dated.dayOfPhoto.day] = dated
                    continue
                }
                let isBetter = dated.isBetter(than: other)
                plan.skip((isBetter ? other : dated).photo.name, .another)
                if isBetter { best[dated.dayOfPhoto.day] = dated }
            }
        }
        guard let journal else { return best.forEach { planDay($0, $1.photo, [], name: $1.photo.name) } }
        for (day, entries) in journal.words {
            planDay(day, best[day]?.photo, entries, name: best[day]?.photo.name ?? day.description)
        }
        for (day, dated) in best where journal.words[day] == nil {
            if journal.daysWithPhoto.contains(day) {
                plan.skip(dated.photo.name, .another)
            } else if journal.includesOthers {
                planDay(day, dated.photo, [], name: dated.photo.name)
            } else {
                plan.skip(dated.photo.name, .wordless)
            }
        }
    }

    /// The reason for which a photo is left out.
    private struct Skipped: Error { let reason: ImportPlan.Reason }

    private static func preview(
        _ photo: ImportSource.Photo, _ options: ImportOptions, _ today: Day, _ calendar: LocalCalendar
    ) -> Result<DatedPhoto, Skipped> {
        guard photo.bytes <= PictureLimits.largestPicture, let preview = try? PhotoPreview(photo.source()) else {
            return .failure(Skipped(reason: .unreadable))
        }
        let ownDay = DayOfPhoto.find(camera: preview.camera, name: photo.fileName, today: today)
        switch (ownDay, (try? ownDay.get()) ?? DayOfPhoto.find(photo, options, today: today, by: calendar)) {
        case (_, let dayOfPhoto?): return .success(DatedPhoto(photo: photo, dayOfPhoto: dayOfPhoto))
        case (.failure(.future), nil): return .failure(Skipped(reason: .future))
        case (.failure(.unset), nil): return .failure(Skipped(reason: .unset))
        case (_, nil): return .failure(Skipped(reason: .undated))
        }
    }

    /// Plans the entry of one day from its photo and its journal entries.
    private mutating func planDay(_ day: Day, _ photo: ImportSource.Photo?, _ entries: [JournalEntry], name: String) {
        guard day <= today else { return plan.skip(name, .future) }
        let journalDay = JournalDay(entries, today: today, isShortening: options.isShortening)
        if let entry = existingEntries[day] {
            // Text is added only to an entry without any, so no text is overwritten.
            guard entry.hasNoDetails, journalDay.words.note != nil else { return plan.skip(name, .taken) }
            guard !journalDay.isTooLong else { return plan.skip(name, .tooLong) }
            var words = journalDay.words
            words.sealedUntil = nil
            addNotices(journalDay)
            return plan.words.append(.init(day: day, photo: nil, words: words))
        }
        guard photo != nil || options.paintsCards && journalDay.words.note != nil else {
            return plan.skip(name, .photoless)
        }
        guard !journalDay.isTooLong else { return plan.skip(name, .tooLong) }
        addNotices(journalDay)
        plan.entries.append(.init(day: day, photo: photo, words: journalDay.words))
    }

    /// Adds the losses of a day's text to the notices of the plan, each once.
    private mutating func addNotices(_ words: JournalDay) {
        for loss in words.losses.sorted() {
            let sentence = loss.capitalizedFirst + "."
            if !plan.notices.contains(sentence) { plan.notices.append(sentence) }
        }
    }
}
