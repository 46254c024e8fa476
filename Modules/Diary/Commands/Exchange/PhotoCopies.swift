import Diary
import Kernel
import Pictures

extension Entry {
    /// The path of the photo's copy in the folder of `export --photos`.
    var copyPath: PhotoPath? { PhotoPath(day: day, name: day.description, type: photo.type) }
}

/// Copies photos into a folder, one per day.
///
/// An error on one day does not stop the others.
struct PhotoCopies {
    private let target: any BlobStore<PhotoPath>
    private let isReplacing: Bool
    private let existing: Set<PhotoPath>
    private(set) var copied = 0
    private var conflictingDays: [Day] = []
    private var failures: [Failure] = []

    init(into target: any BlobStore<PhotoPath>, replacing: Bool) throws {
        self.target = target
        isReplacing = replacing
        existing = Set(try target.contents().map(\.path))
    }

    /// Copies the photo of a day.
    ///
    /// An identical existing file counts as copied.
    ///
    /// - Throws: errors that affect every day, such as a read-only folder.
    mutating func add(_ entry: Entry, from diary: PhotoDiary) throws {
        let name = entry.day.description
        guard let path = entry.copyPath else { return }
        let photo: [UInt8]
        do { photo = try diary.datedPhoto(of: entry) } catch let failure as Failure {
            failures.append(failure)
            return
        }
        // The older photo may have another format and therefore another extension.
        let otherCopies = PictureFormat.allCases.compactMap { PhotoPath(day: entry.day, name: name, type: $0) }.filter {
            $0 != path && existing.contains($0)
        }
        let isSame = try existing.contains(path) && target.bytes(at: path) == photo
        guard isReplacing || otherCopies.isEmpty && (isSame || !existing.contains(path)) else {
            return conflictingDays.append(entry.day)
        }
        for copy in otherCopies { try target.remove(copy) }
        if !isSame {
            if existing.contains(path) { try target.remove(path) }
            try target.save(photo, at: path)
        }
        copied += 1
    }

    /// The failure that reports the days without a copy, or nil if all were copied.
    var failure: Failure? {
        if !conflictingDays.isEmpty {
            let firstDays = conflictingDays.prefix(5).map(\.description)
            let days =
                conflictingDays.count > 5
                ? listed(firstDays + [counted(conflictingDays.count - 5, "other day")])
                : firstDays.joined(separator: ", ")
            return Failure(
                .photosDiffer, "A different photo is already there for \(days).",
                advice: (["Add --replace to replace them."] + failureMessages.map { "\($0)" }).joined(separator: " "),
                kind: .cannotCreate)
        }
        guard let first = failures.first else { return nil }
        return Failure(
            first.code,
            "\(counted(failures.count, "photo")) could not be copied. \(failureMessages.joined(separator: " "))",
            advice: first.advice, kind: first.kind)
    }

    private var failureMessages: [String] { failures.prefix(5).map(\.message) }
}
