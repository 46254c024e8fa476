import Files
import Kernel
import Pictures

/// Blobs in a folder, each at the components of its path. Folders 0700, files 0600.
///
/// A blob is written beside its place, synced, linked to its name, and its folder synced. Folders are opened one below the other without
/// following symbolic links, so a link that somebody left leads nowhere.
public struct FolderShelf<Path: BlobPath>: BlobShelf {
    private let root: String

    /// A shelf in a folder, which is made when the first blob is kept. The path is absolute.
    public init(root: String) { self.root = root }

    public func keep(_ path: Path, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        do {
            let folder = try Folder.open(root, path.components.dropLast(), making: true)
            try folder.writeNew(named: path.fileName, draft: path.draft(UInt64.random(in: .min ... .max)), fill: fill)
        } catch FileTrouble.exists {
            throw path.failure(.exists)
        } catch let trouble as FileTrouble {
            throw path.failure(.notKept(root: root, why: "\(trouble)"))
        }
    }

    public func source(at path: Path) throws -> ByteSource {
        do {
            return ByteSource(name: path.fileName, try folder(of: path).openFile(path.fileName)) { trouble in
                path.failure(.unreadable(why: "\(trouble)"))
            }
        } catch FileTrouble.missing {
            throw path.failure(.missing)
        } catch {
            throw path.failure(.unreadable(why: "\(error)"))
        }
    }

    public func remove(_ path: Path) throws {
        do { try folder(of: path).remove(path.fileName) } catch FileTrouble.missing { return } catch {
            throw path.failure(.notRemoved(why: "\(error)"))
        }
    }

    public func contents() throws -> [Blob<Path>] {
        try Path.roots.flatMap { try blobs(below: [$0]) }.sorted { $0.path.description < $1.path.description }
    }

    public func file(at path: Path) -> String? { ([root] + path.components).joined(separator: "/") }

    private func folder(of path: Path) throws -> Folder { try Folder.open(root, path.components.dropLast(), making: false) }

    private func blobs(below components: [String]) throws -> [Blob<Path>] {
        do {
            let folder = try Folder.open(root, components[...], making: false)
            return try folder.names().flatMap { name -> [Blob<Path>] in
                let inside = components + [name]
                guard inside.count == Path.depth else { return try blobs(below: inside) }
                guard let path = Path(components: inside), let facts = folder.facts(of: name) else { return [] }
                return [Blob(path: path, bytes: facts.bytes, keptAt: facts.changedAt)]
            }
        } catch FileTrouble.missing { return [] } catch FileTrouble.notAFolder { return [] }
    }
}

extension BlobPath {
    fileprivate var fileName: String { components.last ?? "" }

    /// A draft looks like a blob that belongs to nothing, so that a sweep finds what a crash leaves; no two writers share one.
    fileprivate func draft(_ chance: UInt64) -> String {
        let dot = fileName.firstIndex(of: ".") ?? fileName.endIndex
        return "\(fileName[..<dot].prefix(40))-\(String(chance, radix: 36))\(fileName[dot...])"
    }
}
