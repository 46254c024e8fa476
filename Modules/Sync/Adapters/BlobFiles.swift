import Kernel
import Pictures
import Sync

/// The files of a feature for sync: a blob store, limited to its own paths.
package struct BlobFiles<Path: BlobPath>: FileHome {
    private let blobStore: any BlobStore<Path>

    package init(_ blobStore: any BlobStore<Path>) { self.blobStore = blobStore }

    /// Returns the path of a file in Sync's form.
    package static func text(of path: Path) -> String { path.components.joined(separator: "/") }

    private func read(_ text: String) throws -> Path {
        guard let path = Path(components: text.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
        else { throw Failure(.fileUnreadable, "That is no path of a file that this app keeps.", kind: .badData) }
        return path
    }

    package func accepts(_ path: String) -> Bool { (try? read(path)) != nil }

    package func size(of path: String) throws -> Int? {
        let path = try read(path)
        do { return try blobStore.source(at: path).size } catch let failure as Failure
            where failure == path.failure(.missing)
        {
            return nil
        }
    }

    package func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8] {
        try blobStore.source(at: read(path)).bytes(offset, count)
    }

    package func save(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        let path = try read(path)
        do { try blobStore.save(path, fill: fill) } catch let failure as Failure where failure == path.failure(.exists)
        { return }
    }
}
