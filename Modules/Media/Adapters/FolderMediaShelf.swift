import Files
import Kernel
import Media

/// Photos and videos in a folder: `Media/<name>.<ending>`. Folder 0700, files 0600.
public struct FolderMediaShelf: MediaShelf {
    private static let folder = "Media"
    private let root: String
    private let chance: @Sendable () -> UInt64

    /// A shelf in a folder, which is made when the first file is kept.
    public init(root: String) {
        self.root = root
        chance = { UInt64.random(in: .min ... .max) }
    }

    public func keep(_ place: MediaPlace, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        do {
            let folder = try Folder.open(root, [FolderMediaShelf.folder], making: true)
            // The draft looks like a file that belongs to nothing, so that a sweep finds what a crash leaves; no two writers share one.
            let draft = "\(place.name.prefix(40))-\(String(chance(), radix: 36)).\(place.format.fileExtension)"
            try folder.writeNew(named: place.description, draft: draft, fill: fill)
        } catch FileTrouble.exists {
            throw Failure.mediaExists(place)
        } catch let trouble as FileTrouble {
            throw Failure(
                .mediaNotKept, "The file cannot be kept in \(root)/\(FolderMediaShelf.folder): \(trouble).",
                advice: "Nothing was added. See that there is space and that the folder is yours.", kind: .cannotCreate)
        }
    }

    public func source(at place: MediaPlace) throws -> MediaSource {
        do {
            return MediaSource(name: place.description, try opened().openFile(place.description))
        } catch FileTrouble.missing {
            throw Failure.mediaMissing(place)
        } catch let trouble as FileTrouble {
            throw Failure(.mediaMissing, "The file \(place) cannot be read: \(trouble).", kind: .missingInput)
        }
    }

    public func remove(_ place: MediaPlace) throws {
        do { try opened().remove(place.description) } catch FileTrouble.missing { return } catch {
            throw Failure(
                .mediaNotRemoved, "The file \(place) cannot be removed: \(error).", advice: "`media sweep` tries again.")
        }
    }

    public func contents() throws -> [KeptMedia] {
        do {
            let folder = try opened()
            return try folder.names().compactMap { name in
                guard let place = MediaPlace(name), let facts = folder.facts(of: name) else { return nil }
                return KeptMedia(place: place, bytes: facts.bytes, keptAt: facts.changedAt)
            }
        } catch FileTrouble.missing { return [] } catch FileTrouble.notAFolder { return [] }
    }

    public func file(at place: MediaPlace) -> String? { "\(root)/\(FolderMediaShelf.folder)/\(place)" }

    private func opened() throws -> Folder { try Folder.open(root, [FolderMediaShelf.folder], making: false) }
}

extension MediaSource {
    /// A file that a command line names. Links are not followed: what is shown must be what was meant.
    ///
    /// - Throws: `fileNotFound`, `fileUnreadable` of kind `missingInput`.
    public static func disk(_ path: String) throws -> MediaSource {
        do {
            return MediaSource(name: String(path.split(separator: "/").last ?? ""), try RegularFile(path: path))
        } catch FileTrouble.missing {
            throw Failure(.fileNotFound, "There is no file “\(path)”.", advice: "Check the name.", kind: .missingInput)
        } catch FileTrouble.notAFolder {
            throw Failure(
                .fileUnreadable, "“\(path)” is a link, or leads through something that is no folder.",
                advice: "Name the file itself.",
                kind: .missingInput)
        } catch {
            throw Failure(.fileUnreadable, "“\(path)” cannot be read: \(error).", advice: "Name a file.", kind: .missingInput)
        }
    }

    fileprivate init(name: String, _ file: RegularFile) {
        self.init(name: name, size: file.size) { offset, count in
            do { return try file.bytes(at: offset, count: count) } catch {
                throw Failure(.fileUnreadable, "The file cannot be read: \(error).", kind: .missingInput)
            }
        }
    }
}
