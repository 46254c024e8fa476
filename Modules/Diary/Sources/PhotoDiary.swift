import Kernel
import Pictures

/// A diary with one photo a day and a note: the rules of adding, changing, deleting and restoring.
package struct PhotoDiary: Sendable {
    /// The age in seconds from which a photo without an entry counts as an orphan.
    ///
    /// A younger photo may belong to an addition in progress.
    package static let orphanAge = 3600.0

    let repository: any DiaryRepository
    let photos: any BlobStore<PhotoPath>
    let tool: ImageTool
    let ids: IDSource
    package let time: TimeSource
    /// Returns the recoverable entries outside of the diary and the trash. Their photos are in use.
    package var recoverableEntries: @Sendable () throws -> [Entry] = { [] }

    package init(
        repository: any DiaryRepository, photos: any BlobStore<PhotoPath>, tool: ImageTool = .none, ids: IDSource,
        time: TimeSource
    ) {
        self.repository = repository
        self.photos = photos
        self.tool = tool
        self.ids = ids
        self.time = time
    }

    // MARK: - Adding and changing

    /// Adds a photo for the given day, else the camera's day, else today.
    ///
    /// If a photo is replaced, the previous entry goes to the trash. Its note and details stay
    /// unless the caller sets others.
    ///
    /// The photo is durable before the entry. A crash can leave a photo without an entry, but never
    /// an entry without a photo.
    ///
    /// - Parameters:
    ///   - note: the note, which overrides the one in `details`.
    ///   - details: the other details of the entry.
    ///   - onPrepared: called when the photo is prepared and before it is saved.
    /// - Throws: `loadFailed`, `dayInFuture`, `entryAlreadyExists`, `entrySealed`,
    ///   `conversionFailed`, and the errors of `change` for `details`. Nothing is then added.
    package func add(
        _ photo: [UInt8], note: String? = nil, on requestedDay: Day? = nil, replacing: Bool = false,
        details: EntryChange = EntryChange(),
        prepared onPrepared: () -> Void = {}
    ) throws -> AddedPhoto {
        let original = try ValidatedImage(photo)
        let today = time.today()
        let decision = try DateDecision(given: requestedDay, camera: original.header.camera, today: today)
        var details = details
        details.note = note ?? details.note
        details = try details.checked(on: today)
        if let existing = try repository.read({ try $0.entry(on: decision.day) }) {
            guard replacing else { throw PhotoDiary.dayTaken(decision.day) }
            try existing.requireOpen(on: today)
        }
        let settings = try settings()
        let image = try prepared(original, settings)
        onPrepared()
        let facts = try facts(of: image, on: decision.day)
        try photos.save(image.bytes, at: facts.path)
        let entry = Entry(day: decision.day, note: nil, photo: facts, createdAt: time.now())
        let (added, before): (Entry, TrashedEntry?)
        do {
            (added, before) = try repository.write(
                undo: replacing ? "Exchanged the entry of \(entry.day)" : "Added the entry of \(entry.day)"
            ) {
                [details] in
                guard replacing, let existing = try $0.entry(on: entry.day) else {
                    return (try PhotoDiary.insert(details.applied(to: entry), to: $0), nil)
                }
                try existing.requireOpen(on: today)
                return try PhotoDiary.replace(
                    existing, for: details.applied(to: EntryChange(existing).applied(to: entry)), in: $0)
            }
        } catch {
            try? photos.remove(facts.path)
            throw error
        }
        try clearExpired()
        let award = before == nil ? award(for: added.day, repairs: settings.repairsStreak) : nil
        return AddedPhoto(
            entry: added.visible(on: today), decision: decision, keepsLocation: image.header.camera.hasLocation,
            replacedEntry: before, reached: award?.badges ?? [], days: award?.days)
    }

    /// Saves the new entry of a day and moves the old entry to the trash.
    private static func replace(_ old: Entry, for entry: Entry, in records: any DiaryRecords) throws -> (
        Entry, TrashedEntry?
    ) {
        let trashed = TrashedEntry(old, deletedAt: entry.createdAt)
        try records.remove(old)
        try records.save(trashed)
        return (try insert(entry, to: records), trashed)
    }

    /// Changes the note and details of a day, but not its photo.
    ///
    /// A changed note sets `updatedAt`.
    ///
    /// - Throws: `entryNotFound`, `noteTooLong`, `noteInvalid`, `tagInvalid`, `tooManyTags`,
    ///   `placeInvalid`, `sealInvalid`, and `entrySealed` while it is closed, unless the only
    ///   change is a longer seal.
    package func change(on day: Day, _ change: EntryChange) throws -> Entry {
        let now = time.now()
        let today = time.today()
        let change = try change.checked(on: today)
        return try repository.write(undo: change.label(of: day)) { records in
            let entry = try PhotoDiary.existing(day, in: records)
            if !change.onlyExtendsSeal(entry) { try entry.requireOpen(on: today) }
            var changed = change.applied(to: entry)
            if changed.note != entry.note { changed.updatedAt = now }
            if changed != entry { try records.save(changed) }
            return changed.visible(on: today)
        }
    }

    /// Changes the note of a day. Nil or blank text removes it.
    ///
    /// - Throws: `entryNotFound`, `entrySealed`, `noteTooLong`, `noteInvalid`.
    package func changeNote(on day: Day, to note: String?) throws -> Entry {
        try change(on: day, EntryChange(note: note ?? ""))
    }

    /// Removes the seal of an entry before its opening day.
    ///
    /// - Throws: `entryNotFound`, `notSealed`.
    package func unseal(_ day: Day) throws -> Entry {
        try repository.write(undo: "Unsealed the entry of \(day)") { records in
            var entry = try PhotoDiary.existing(day, in: records)
            guard entry.isClosed(on: time.today()) else { throw Entry.notSealed(day) }
            entry.sealedUntil = nil
            try records.save(entry)
            return entry
        }
    }

    // MARK: - Deleting and bringing back

    /// Moves a day's entry with its photo to the trash for `TrashedEntry.daysKept` days.
    ///
    /// - Throws: `entryNotFound`.
    package func delete(on day: Day) throws -> TrashedEntry {
        let now = time.now()
        let trashed = try repository.write(undo: "Deleted the entry of \(day)") { records in
            let trashed = TrashedEntry(try PhotoDiary.existing(day, in: records), deletedAt: now)
            try records.remove(trashed.entry)
            try records.save(trashed)
            return trashed
        }
        try clearExpired()
        return trashed.visible(on: time.today())
    }

    /// Permanently deletes a day's entry and photo, so that no file contains any of their bytes.
    ///
    /// - Throws: `entryNotFound`. `erasureUnfinished`, `photoNotRemoved` if the entry is deleted
    ///   but a file is not. The next start deletes the file.
    package func purge(on day: Day) throws -> Entry {
        let entry = try repository.write(undo: nil) { records in
            let entry = try PhotoDiary.existing(day, in: records)
            try records.remove(entry)
            try records.purge(entry)
            return entry
        }
        try removePhotos(of: entry)
        return entry.visible(on: time.today())
    }

    /// Returns the entries in the trash, latest first.
    package func trash() throws -> [TrashedEntry] {
        let today = time.today()
        return try restorableTrash().map { $0.visible(on: today) }
    }

    private func restorableTrash() throws -> [TrashedEntry] {
        let now = time.now()
        return try repository.read { try $0.trash(deletedThrough: nil) }.filter { $0.expiresAt > now }
    }

    /// Restores an entry from the trash.
    ///
    /// If several entries match, the last deleted one is restored.
    ///
    /// - Parameter name: the day, or the identifier in the trash.
    /// - Throws: `entryNotFound`, or `entryAlreadyExists` if the day has another entry.
    package func restore(_ name: String) throws -> Entry {
        let trash = try restorableTrash()
        let today = time.today()
        let naming = RecordNaming<TrashedEntry>(
            "deleted entry", listedBy: "trash list", missing: .entryNotFound, names: { [$0.id.rawValue] },
            title: \.entry.day.description)
        // If two entries have the same day, the last deleted is meant.
        let trashed = try trash.first { $0.entry.day.description == name } ?? naming.uniqueMatch(name, of: trash)
        return try repository.write(undo: "Restored the entry of \(trashed.entry.day)") { records in
            guard try records.remove(trashed) else { throw PhotoDiary.notInTrash(trashed.id) }
            try PhotoDiary.insert(trashed.entry, to: records)
            return trashed.entry.visible(on: today)
        }
    }

    /// Permanently deletes all entries in the trash with their photos, and returns them.
    package func emptyTrash() throws -> [TrashedEntry] {
        let today = time.today()
        return try purge(deletedThrough: time.now()).map { $0.visible(on: today) }
    }

    /// Deletes entries that have been in the trash for longer than its limit.
    func clearExpired() throws {
        _ = try purge(deletedThrough: time.now().adding(seconds: -Double(TrashedEntry.daysKept) * 86_400))
    }

    private func purge(deletedThrough moment: Instant) throws -> [TrashedEntry] {
        guard try !repository.read({ try $0.trash(deletedThrough: moment).isEmpty }) else { return [] }
        let purged = try repository.write(undo: nil) { records in
            let removed = try records.trash(deletedThrough: moment).filter { try records.remove($0) }
            for trashed in removed { try records.purge(trashed.entry) }
            return removed
        }
        for trashed in purged { try removePhotos(of: trashed.entry) }
        return purged
    }

    private func removePhotos(of entry: Entry) throws {
        for path in [entry.photo.path] + entry.photo.path.derivedPaths { try photos.remove(path) }
    }

    // MARK: - Settings

    /// Returns the settings for taking and storing photos.
    package func settings() throws -> DiarySettings { try repository.read { try $0.settings() } ?? DiarySettings() }

    /// Changes the settings for taking and storing photos. Stored photos stay unchanged.
    package func changeSettings(_ change: (inout DiarySettings) -> Void) throws -> DiarySettings {
        try repository.write(undo: "Changed the settings") { records in
            var settings = try records.settings() ?? DiarySettings()
            change(&settings)
            try records.save(settings)
            return settings
        }
    }

    /// Returns this device's camera settings.
    package func cameraChoice() throws -> CameraSettings {
        try repository.read { try $0.cameraChoice() } ?? CameraSettings()
    }

    /// Changes this device's camera settings.
    package func changeCamera(_ change: (inout CameraSettings) -> Void) throws -> CameraSettings {
        try repository.write(undo: "Changed the camera") { records in
            var choice = try records.cameraChoice() ?? CameraSettings()
            change(&choice)
            try records.save(choice)
            return choice
        }
    }

    /// Checks that a day has no photo.
    ///
    /// - Throws: `entryAlreadyExists`.
    package func requireFree(_ day: Day) throws {
        if try isTaken(day) { throw PhotoDiary.dayTaken(day) }
    }

    // MARK: - Inside a unit of work

    static func existing(_ day: Day, in records: any DiaryRecords) throws -> Entry {
        guard let entry = try records.entry(on: day) else {
            throw Failure(.entryNotFound, "There is no entry for \(day).", advice: "`timeline` shows all entries.")
        }
        return entry
    }

    /// Saves an entry.
    ///
    /// - Throws: `entryAlreadyExists` if its day has one.
    @discardableResult
    private static func insert(_ entry: Entry, to records: any DiaryRecords) throws -> Entry {
        guard try records.entry(on: entry.day) == nil else { throw dayTaken(entry.day) }
        try records.save(entry)
        return entry
    }

    private static func dayTaken(_ day: Day) -> Failure {
        Failure(
            .entryAlreadyExists, "There is already an entry for \(day); a day has one photo.",
            advice: "`show \(day)` shows it, `edit \(day)` changes its note, `add PHOTO --replace` replaces the photo.")
    }

    private static func notInTrash(_ id: Identifier<TrashedEntry>) -> Failure {
        Failure(
            .entryNotFound, "There is no “\(id)” in the trash.", advice: "`trash list` shows what is in it.",
            missingName: id.rawValue)
    }

    // MARK: - Photos

    private func prepared(_ original: ValidatedImage, _ settings: DiarySettings) throws -> ValidatedImage {
        guard tool.converts, settings.format != .original else { return original }
        do {
            return try validated(tool.prepare(original, PictureRequest(settings)))
        } catch let failure as Failure where failure.code == .conversionFailed {
            throw Failure(
                failure.code, failure.message,
                advice: "Nothing was added. `settings format original` keeps photos as they are.")
        }
    }

    /// Validates the output of the tool like any unknown image.
    func validated(_ made: [UInt8]) throws -> ValidatedImage {
        do { return try ValidatedImage(made) } catch { throw damagedOutput }
    }

    var damagedOutput: Failure { .conversionFailed("\(tool.name) made a damaged image of it") }

    private func facts(of photo: ValidatedImage, on day: Day) throws -> PhotoFacts {
        let id = ids.next(PhotoFacts.self)
        guard let path = PhotoPath(day: day, name: id.rawValue, type: photo.header.type) else {
            throw Failure(.photoNotKept, "“\(id)” cannot be the name of a file.")
        }
        return PhotoFacts(
            path: path, width: photo.header.width, height: photo.header.height, bytes: photo.bytes.count,
            type: photo.header.type)
    }
}
