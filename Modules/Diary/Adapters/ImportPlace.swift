import Diary
import Documents
import Files
import Interchange
import Kernel
import Pictures

/// Opens the importable content at a path: a folder of photos, another diary's archive or JSON, or
/// one photo.
///
/// The kind is recognized by content. Symbolic links are not followed, so no folder is read twice
/// and none outside is read.
package struct ImportPlace: Sendable {
    /// The maximum number of files that are examined.
    private static let fileLimit = 200_000
    /// The maximum depth of searched folders.
    private static let maximumDepth = 12
    /// The maximum depth of folders in which the JSON of a diary is expected: the top, or one
    /// folder below it.
    private static let maximumJournalDepth = 1
    private static let notAJournal = "JSON that is no diary, or that is damaged"
    /// The maximum size of the JSON of a diary, in bytes.
    private static let journalSizeLimit = 128 << 20

    private let zoneLookup: JournalFormat.ZoneLookup

    package init(calendar: LocalCalendar) {
        zoneLookup = JournalFormat.ZoneLookup(here: calendar, zone: ZoneFolder.calendar)
    }

    /// Opens the source at a path.
    ///
    /// - Parameter photos: a folder with the photos of a diary that has none of its own.
    /// - Throws: `importUnknown` if nothing there can be imported, `fileNotFound`, `formBroken`,
    ///   `archiveBroken`.
    package func open(_ path: String, photos: String? = nil) throws -> ImportSource {
        var source = try openSource(path)
        if let photos {
            let companion = try openSource(photos)
            source.photos += companion.photos
            if source.journal == nil { source.journal = companion.journal }
        }
        return source
    }

    /// Recognizes the content at a path and opens it.
    private func openSource(_ path: String) throws -> ImportSource {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Failure.missing(path) }
        if status.st_mode & S_IFMT == S_IFDIR { return try readFolder(path) }
        let file: RegularFile
        do { file = try RegularFile(path: path) } catch {
            throw Failure(.importUnknown, "“\(path)” cannot be read: \(error).", kind: .missingInput)
        }
        let signature = (try? file.bytes(at: 0, count: min(file.size, 16))) ?? []
        if signature.starts(with: [0x50, 0x4B, 3, 4]) || signature.starts(with: [0x50, 0x4B, 5, 6]) {
            return try readArchive(file, path)
        }
        if let first = signature.first(where: { $0 > 32 && $0 < 128 }),
            [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first) || signature.starts(with: [0xFF, 0xFE])
        {
            guard file.size <= ImportPlace.journalSizeLimit else {
                throw Failure.notImportable(path, "It is larger than 128 MB.")
            }
            if let journal = try JournalFormat.read(file.bytes(at: 0, count: file.size), by: zoneLookup) {
                return ImportSource(journal: journal)
            }
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let photo = ImportSource.Photo(name: name, bytes: file.size) { try ImportPlace.openPhoto(path) }
        guard (try? PhotoPreview(photo.source())) != nil else {
            throw Failure.notImportable(path, "It is no photo, no archive and no JSON of a diary.")
        }
        return ImportSource(photos: [photo])
    }

    // MARK: - Folders

    private func readFolder(_ path: String) throws -> ImportSource {
        var (source, days): (ImportSource, [JournalEntry]) = (ImportSource(), [])
        var fileCount = 0
        func scan(_ folder: Folder, _ parentFolders: [String]) throws {
            for name in try folder.names() {
                let components = parentFolders + [name]
                let relativePath = components.joined(separator: "/")
                guard let metadata = folder.metadata(of: name) else {
                    if parentFolders.count < ImportPlace.maximumDepth, let subfolder = try? folder.subfolder(name) {
                        // An unreadable folder is reported, and the others are still read.
                        do { try scan(subfolder, components) } catch let error as FileError {
                            source.skipped.add("folders that cannot be read: \(error)", relativePath)
                        }
                    } else {
                        source.skipped.add("links, and other things that are not files", relativePath)
                    }
                    continue
                }
                fileCount += 1
                guard fileCount <= ImportPlace.fileLimit else {
                    throw Failure.notImportable(path, "It holds more than 200,000 files. Import a part of it.")
                }
                if name.hasSuffix(".md"), let day = ImportPlace.day(folder, name, metadata.bytes) {
                    days.append(day.relocated(to: parentFolders))
                } else if parentFolders.count <= ImportPlace.maximumJournalDepth, name.lowercased().hasSuffix(".json"),
                    let journal = journal(folder, name, metadata.bytes)
                {
                    let journal = journal.relocated(to: parentFolders)
                    source.journal = source.journal?.adding(journal) ?? journal
                } else if ImportPlace.mayBePhoto(name) {
                    source.photos.append(
                        ImportSource.Photo(name: relativePath, bytes: metadata.bytes, changedAt: metadata.changedAt) {
                            try ImportPlace.openPhoto("\(path)/\(relativePath)")
                        })
                } else if name.lowercased().hasSuffix(".json") {
                    source.skipped.add(ImportPlace.notAJournal, relativePath)
                } else {
                    source.skipped.add("files that are no photos by their names", relativePath)
                }
            }
        }
        do { try scan(Folder.open(path, [], making: false), []) } catch let error as FileError {
            throw Failure(.importUnknown, "“\(path)” cannot be read: \(error).", kind: .missingInput)
        }
        if !days.isEmpty {
            source.journal = source.journal?.adding(Journal(.markdown, days)) ?? Journal(.markdown, days)
        }
        source.includesUnmatchedPhotos = true
        return source
    }

    /// Returns a diary from JSON.
    ///
    /// Other or damaged JSON returns nil, because it is skipped like any other file.
    private func journal(_ folder: Folder, _ name: String, _ size: Int) -> Journal? {
        guard size <= ImportPlace.journalSizeLimit,
            let bytes = try? folder.read(name, limit: ImportPlace.journalSizeLimit)
        else { return nil }
        return try? JournalFormat.read(bytes, by: zoneLookup)
    }

    /// Returns whether a file name extension may belong to a photo, so that other files need not be
    /// read.
    private static func mayBePhoto(_ name: String) -> Bool {
        ["jpg", "jpeg", "jpe", "heic", "heif", "png", "webp"].contains(name.fileExtension)
    }

    /// Reads the entry in a Markdown file, or returns nil if it has none.
    private static func day(_ folder: Folder, _ name: String, _ size: Int) -> JournalEntry? {
        guard size <= MarkdownDay.largest, let bytes = try? folder.read(name, limit: MarkdownDay.largest) else {
            return nil
        }
        return MarkdownDay.read(bytes)
    }

    private static func openPhoto(_ path: String) throws -> ByteSource {
        do {
            let file = try RegularFile(path: path)
            return ByteSource(name: path.split(separator: "/").last.map(String.init) ?? "", size: file.size) {
                offset, count in
                do { return try file.bytes(at: offset, count: count) } catch { throw Failure.missing(path) }
            }
        } catch let failure as Failure { throw failure } catch { throw Failure.missing(path) }
    }

    // MARK: - Archives

    private func readArchive(_ file: RegularFile, _ path: String) throws -> ImportSource {
        do {
            let archive = try ZipArchive(size: file.size, names: .folders) { try file.bytes(at: $0, count: $1) }
            let names = archive.names.filter { !$0.hasPrefix("__MACOSX/") }.sorted()
            var source = ImportSource()
            for name in names where name.lowercased().hasSuffix(".json") {
                let folders = name.split(separator: "/").dropLast().map(String.init)
                guard folders.count <= ImportPlace.maximumJournalDepth,
                    let bytes = try archive.contents(of: name, limit: ImportPlace.journalSizeLimit)
                else { continue }
                // Damaged JSON at the top is an error. JSON in a folder may be unrelated.
                let parsed =
                    folders.isEmpty
                    ? try JournalFormat.read(bytes, by: zoneLookup) : try? JournalFormat.read(bytes, by: zoneLookup)
                guard let journal = parsed?.relocated(to: folders) else {
                    source.skipped.add(ImportPlace.notAJournal, name)
                    continue
                }
                source.journal = source.journal?.adding(journal) ?? journal
            }
            source.photos = names.filter(ImportPlace.mayBePhoto).map { name in
                ImportSource.Photo(name: name, bytes: archive.size(of: name) ?? 0) {
                    try ImportPlace.openPhoto(name, in: archive, path)
                }
            }
            source.includesUnmatchedPhotos = true
            guard source.journal != nil || !source.photos.isEmpty else {
                throw Failure.notImportable(
                    path,
                    names.contains("daily_you.db")
                        ? "It is a backup of Daily You, which is a database: in Daily You choose Export, JSON."
                        : "The archive holds neither photos nor JSON of a diary.")
            }
            return source
        } catch let error as ZipArchive.ArchiveError { throw Failure.damagedArchive(path, error) }
    }

    private static func openPhoto(_ name: String, in archive: ZipArchive, _ path: String) throws -> ByteSource {
        do {
            guard let bytes = try archive.contents(of: name, limit: PictureLimits.largestPicture) else {
                throw Failure.missing(name)
            }
            return ByteSource(name: name.split(separator: "/").last.map(String.init) ?? "", bytes)
        } catch let error as ZipArchive.ArchiveError { throw Failure.damagedArchive("\(path): \(name)", error) }
    }
}

extension Journal {
    /// Returns the journal with the paths of its photos relative to an outer folder.
    fileprivate func relocated(to folders: [String]) -> Journal {
        var journal = self
        journal.entries = entries.map { $0.relocated(to: folders) }
        return journal
    }
}

extension JournalEntry {
    /// Returns the entry with its photos in a folder.
    fileprivate func relocated(to folders: [String]) -> JournalEntry {
        var entry = self
        entry.photos = photos.map { (folders + [$0]).joined(separator: "/") }
        return entry
    }
}

extension Failure {
    fileprivate static func missing(_ path: String) -> Failure {
        Failure(
            .importUnknown, "“\(path)” does not exist or cannot be read.", advice: "Nothing was changed.",
            kind: .missingInput)
    }

    fileprivate static func notImportable(_ path: String, _ why: String) -> Failure {
        Failure(
            .importUnknown, "“\(path)” cannot be imported. \(why)",
            advice:
                "Known are folders of photos, and what Day One, jrnl, Daily You and Grain export: ZIP archives, the same unpacked, JSON, Markdown.",
            kind: .badData)
    }

    fileprivate static func damagedArchive(_ path: String, _ fault: ZipArchive.ArchiveError) -> Failure {
        let why =
            switch fault {
            case .broken: "it is no ZIP archive, or it is cut short or damaged"
            case .unsafeName(let name): "it holds a file called “\(name.prefix(100))”, which leads out of its folder"
            case .tooLarge: "a file in it is larger than the limit, or than the archive says"
            case .unsupportedMethod: "it is encrypted or packed in an unknown way"
            case .checksumMismatch: "a checksum is wrong"
            }
        return Failure(
            .archiveBroken, "“\(path)” cannot be read: \(why).", advice: "Export it once more.", kind: .badData)
    }
}
