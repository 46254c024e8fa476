import Kernel
import Pictures
import Sync

/// The files of a feature as Sync sees them: a shelf of Pictures, whose paths alone can be reached.
public struct BlobFiles<Path: BlobPath>: FileHome {
    private let shelf: any BlobShelf<Path>

    /// A feature's shelf.
    public init(_ shelf: any BlobShelf<Path>) { self.shelf = shelf }

    /// The path of a file as Sync names it.
    public static func text(of path: Path) -> String { path.components.joined(separator: "/") }

    private func read(_ text: String) throws -> Path {
        guard let path = Path(components: text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)) else {
            throw Failure(.fileUnreadable, "That is no path of a file that this app keeps.", kind: .badData)
        }
        return path
    }

    public func holds(_ path: String) -> Bool { (try? read(path)) != nil }

    public func size(of path: String) throws -> Int? {
        let path = try read(path)
        do { return try shelf.source(at: path).size } catch let failure as Failure where failure == path.failure(.missing) {
            return nil
        }
    }

    public func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8] {
        try shelf.source(at: read(path)).bytes(offset, count)
    }

    public func keep(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        let path = try read(path)
        do { try shelf.keep(path, fill: fill) } catch let failure as Failure where failure == path.failure(.exists) { return }
    }
}
