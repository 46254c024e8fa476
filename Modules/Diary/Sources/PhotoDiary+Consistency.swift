import Kernel
import Pictures

/// The inconsistencies between entries and photos.
package struct DiaryCheck: Sendable {
    /// The photos and thumbnails without an entry in the diary or trash.
    ///
    /// A crash or an undone `add` leaves them.
    package let orphans: [Blob<PhotoPath>]
    package let missing: [Entry]
    package let truncated: [Entry]

    /// Returns the findings for `doctor`.
    ///
    /// - Parameter mayCome: whether missing photos may still arrive from other devices.
    package func findings(mayCome: Bool = false) -> [StoreReport.Finding] {
        let space = orphans.reduce(0) { $0 + $1.bytes }
        let orphanFindings =
            orphans.isEmpty
            ? []
            : [
                "\(counted(orphans.count, "photo belongs to no entry and takes", "photos belong to no entry and take")) \(counted(space, "byte")); `trash sweep` removes them."
            ]
        return orphanFindings.map { .init(.notice, $0) }
            + missing.map { entry in
                mayCome
                    ? .init(.notice, "The photo of \(entry.day) has not come to this device yet.")
                    : .init(.damage, "The photo of \(entry.day) is missing: \(entry.photo.path).")
            }
            + truncated.map {
                .init(.damage, "The photo of \($0.day) is damaged: \($0.photo.path) has a different size than before.")
            }
    }
}

extension PhotoDiary {
    /// The findings for `doctor` about the programs that prepare photos.
    package var toolFindings: [StoreReport.Finding] {
        guard !tool.converts else { return [] }
        return [
            .init(
                .notice,
                "No program for photos is installed: photos are kept as they are, with their location. Install: apt-get install libvips-tools libheif-examples"
            )
        ]
    }

    /// Compares entries and photos without changing anything.
    package func check() throws -> DiaryCheck {
        // Photos are listed before entries are read, so a photo that is added in between is not an
        // orphan.
        let blobs = try photos.contents()
        let (entries, trash) = try repository.read { (try $0.entries(EntryRange()), try $0.trash(deletedThrough: nil)) }
        let referenced = Set(
            (try entries + trash.map(\.entry) + recoverableEntries()).flatMap {
                [$0.photo.path] + $0.photo.path.derivedPaths
            }
        )
        let latestOrphanTime = time.now().adding(seconds: -PhotoDiary.orphanAge)
        let sizes = Dictionary(blobs.map { ($0.path, $0.bytes) }, uniquingKeysWith: max)
        return DiaryCheck(
            orphans: blobs.filter { !referenced.contains($0.path) && $0.keptAt <= latestOrphanTime },
            missing: entries.filter { sizes[$0.photo.path] == nil },
            truncated: entries.filter { sizes[$0.photo.path].map { [bytes = $0.photo.bytes] in $0 != bytes } ?? false })
    }

    /// Returns the photos of all entries, including the trash and recoverable ones.
    ///
    /// Copies that can be made again are not included.
    package func namedFiles() throws -> [NamedFile] {
        let (entries, trash) = try repository.read { (try $0.entries(EntryRange()), try $0.trash(deletedThrough: nil)) }
        var seen: Set<PhotoPath> = []
        func named(_ entries: [Entry], isPending: Bool) -> [NamedFile] {
            entries.map(\.photo).filter { seen.insert($0.path).inserted }.map {
                NamedFile(path: $0.path.description, bytes: $0.bytes, isPending: isPending)
            }
        }
        return named(entries + trash.map(\.entry), isPending: false) + named(try recoverableEntries(), isPending: true)
    }

    /// Deletes the photos without an entry and returns them.
    package func sweep() throws -> [Blob<PhotoPath>] {
        let orphans = try check().orphans
        for orphan in orphans { try photos.remove(orphan.path) }
        return orphans
    }
}
