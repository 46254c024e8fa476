import Diary
import Files
import Kernel

/// Photos in a folder: `Photos/2026/11/<name>.heic` and `Thumbnails/…`. Folders 0700, files 0600.
///
/// A photo is written beside its place, synced, renamed, and its folder synced. Folders are opened one below the other without
/// following symbolic links, so a link that somebody left leads nowhere.
public struct FolderPhotoLibrary: PhotoLibrary {
    /// The absolute path of the folder.
    public let root: String

    /// A library in a folder, which is made when the first photo is kept.
    public init(root: String) { self.root = root }

    public func keep(_ bytes: [UInt8], at path: PhotoPath) throws {
        do {
            let folder = try Folder.open(root, path.components.dropLast(), making: true)
            // The draft looks like a photo that belongs to nothing, so that a sweep finds what a crash leaves; no two writers share one.
            let chance = String(UInt64.random(in: .min ... .max), radix: 36)
            let draft = "\(path.name)-\(chance).\(path.type.fileExtension)"
            try folder.writeNew(bytes, named: path.components[3], draft: draft)
        } catch FileTrouble.exists {
            throw Failure.photoExists(path)
        } catch {
            throw Failure(
                .photoNotKept, "The photo cannot be kept at \(root)/\(path): \(error).",
                advice: "Nothing was added. See that there is space and that the folder is yours.", kind: .cannotCreate)
        }
    }

    public func bytes(at path: PhotoPath) throws -> [UInt8] {
        do {
            let folder = try Folder.open(root, path.components.dropLast(), making: false)
            return try folder.read(path.components[3], limit: ImageHeader.largestFile)
        } catch FileTrouble.missing {
            throw Failure.photoMissing(path)
        } catch {
            throw Failure(.loadFailed, "The photo \(path) cannot be read: \(error).", kind: .missingInput)
        }
    }

    public func remove(_ path: PhotoPath) throws {
        do {
            try Folder.open(root, path.components.dropLast(), making: false).remove(path.components[3])
        } catch FileTrouble.missing {
            return
        } catch {
            throw Failure(.photoNotRemoved, "The photo \(path) cannot be removed: \(error).", advice: "`doctor` tries again.")
        }
    }

    public func contents() throws -> [KeptPhoto] {
        try PhotoPath.Shelf.allCases.flatMap { shelf in
            try names([shelf.rawValue]).flatMap { year in
                try names([shelf.rawValue, year]).flatMap { month in try photos(in: [shelf.rawValue, year, month]) }
            }
        }
        .sorted { $0.path.description < $1.path.description }
    }

    public func file(at path: PhotoPath) -> String? { "\(root)/\(path)" }

    private func names(_ components: [String]) throws -> [String] {
        do { return try Folder.open(root, components[...], making: false).names() } catch FileTrouble.missing {
            return []
        } catch FileTrouble.notAFolder { return [] }
    }

    private func photos(in components: [String]) throws -> [KeptPhoto] {
        do {
            let folder = try Folder.open(root, components[...], making: false)
            return try folder.names().compactMap { name in
                guard let path = PhotoPath((components + [name]).joined(separator: "/")), let facts = folder.facts(of: name)
                else {
                    return nil
                }
                return KeptPhoto(path: path, bytes: facts.bytes, keptAt: facts.changedAt)
            }
        } catch FileTrouble.missing { return [] } catch FileTrouble.notAFolder { return [] }
    }
}
