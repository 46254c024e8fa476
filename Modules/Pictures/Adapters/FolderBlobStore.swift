import Files
import Kernel
import Pictures

/// A blob store in a folder, with each blob at the components of its path, folders 0700 and files
/// 0600.
///
/// A blob is written to a draft file, synced, and then linked to its name. Finally its folder is
/// synced. Folders are opened one inside the other without following symbolic links, so a link in
/// the store cannot redirect a write.
package struct FolderBlobStore<Path: BlobPath>: BlobStore {
    private let root: String

    /// Creates a store in the folder at an absolute path, which the first blob creates.
    package init(root: String) { self.root = root }

    package func save(_ path: Path, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        do {
            let folder = try Folder.open(root, path.components.dropLast(), making: true)
            try folder.writeNew(named: path.fileName, draft: path.draft(UInt64.random(in: .min ... .max)), fill: fill)
        } catch FileError.exists {
            throw path.failure(.exists)
        } catch let error as FileError {
            throw path.failure(.writeFailed(root: root, why: "\(error)"))
        }
    }

    package func source(at path: Path) throws -> ByteSource {
        do {
            return ByteSource(name: path.fileName, try folder(of: path).openFile(path.fileName)) { error in
                path.failure(.unreadable(why: "\(error)"))
            }
        } catch FileError.missing {
            throw path.failure(.missing)
        } catch {
            throw path.failure(.unreadable(why: "\(error)"))
        }
    }

    package func remove(_ path: Path) throws {
        do { try folder(of: path).remove(path.fileName) } catch FileError.missing { return } catch {
            throw path.failure(.notRemoved(why: "\(error)"))
        }
    }

    package func contents() throws -> [Blob<Path>] {
        try Path.roots.flatMap { try blobs(below: [$0]) }.sorted { $0.path.description < $1.path.description }
    }

    package func file(at path: Path) -> String? { ([root] + path.components).joined(separator: "/") }

    private func folder(of path: Path) throws -> Folder {
        try Folder.open(root, path.components.dropLast(), making: false)
    }

    private func blobs(below components: [String]) throws -> [Blob<Path>] {
        do {
            let folder = try Folder.open(root, components[...], making: false)
            return try folder.names().flatMap { name -> [Blob<Path>] in
                let childComponents = components + [name]
                guard childComponents.count == Path.depth else { return try blobs(below: childComponents) }
                guard let path = Path(components: childComponents), let metadata = folder.metadata(of: name) else {
                    return []
                }
                return [Blob(path: path, bytes: metadata.bytes, keptAt: metadata.changedAt)]
            }
        } catch FileError.missing { return [] } catch FileError.notAFolder { return [] }
    }
}

extension BlobPath {
    fileprivate var fileName: String { components.last ?? "" }

    /// Returns a unique draft name in the form of a valid blob name.
    ///
    /// A crash may leave a draft. Because no entry refers to it, the cleanup of unreferenced blobs
    /// deletes it.
    fileprivate func draft(_ randomNumber: UInt64) -> String {
        let dot = fileName.firstIndex(of: ".") ?? fileName.endIndex
        return "\(fileName[..<dot].prefix(40))-\(String(randomNumber, radix: 36))\(fileName[dot...])"
    }
}
