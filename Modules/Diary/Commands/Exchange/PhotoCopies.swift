import Diary
import Kernel
import Pictures

extension Entry {
    /// Where `export --photos` puts the photo, below the folder that it is given.
    var copyPath: PhotoPath? { PhotoPath(day: day, name: day.description, type: photo.type) }
}

/// Photos that are copied into a folder, one a day. A day that cannot be copied stops none of the others.
struct PhotoCopies {
    private let target: any BlobShelf<PhotoPath>
    private let isReplacing: Bool
    private let there: Set<PhotoPath>
    private(set) var copied = 0
    private var exchanged: [Day] = []
    private var troubles: [Failure] = []

    /// - Throws: what the folder throws when it cannot be read.
    init(into target: any BlobShelf<PhotoPath>, replacing: Bool) throws {
        (self.target, isReplacing) = (target, replacing)
        there = Set(try target.contents().map(\.path))
    }

    /// Copies the photo of a day. One that lies there already, with the same bytes, counts as copied.
    ///
    /// - Throws: what no other day would be spared: a folder that cannot be written to.
    mutating func add(_ entry: Entry, from diary: PhotoDiary) throws {
        let name = entry.day.description
        guard let place = entry.copyPath else { return }
        let photo: [UInt8]
        do { photo = try diary.datedPhoto(of: entry) } catch let failure as Failure {
            troubles.append(failure)
            return
        }
        // The older photo may be of another kind, and then it has another ending.
        let others = PictureFormat.allCases.compactMap { PhotoPath(day: entry.day, name: name, type: $0) }.filter {
            $0 != place && there.contains($0)
        }
        let isSame = try there.contains(place) && target.bytes(at: place) == photo
        guard isReplacing || others.isEmpty && (isSame || !there.contains(place)) else { return exchanged.append(entry.day) }
        for old in others { try target.remove(old) }
        if !isSame {
            if there.contains(place) { try target.remove(place) }
            try target.keep(photo, at: place)
        }
        copied += 1
    }

    /// What is to be said of days that were not copied; nil when all were.
    var failure: Failure? {
        if !exchanged.isEmpty {
            let some = exchanged.prefix(5).map(\.description)
            let days =
                exchanged.count > 5
                ? listed(some + [counted(exchanged.count - 5, "other day")]) : some.joined(separator: ", ")
            return Failure(
                .photosDiffer, "A different photo is already there for \(days).",
                advice: (["Add --replace to replace them."] + missing.map { "\($0)" }).joined(separator: " "),
                kind: .cannotCreate)
        }
        guard let first = troubles.first else { return nil }
        return Failure(
            first.code, "\(counted(troubles.count, "photo")) could not be copied. \(missing.joined(separator: " "))",
            advice: first.advice, kind: first.kind)
    }

    private var missing: [String] { troubles.prefix(5).map(\.message) }
}
