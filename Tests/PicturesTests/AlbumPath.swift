import Kernel
import Pictures
import PicturesTesting

/// Paths with four components, such as `Photos/2026/11/a1.jpg`.
struct AlbumPath: BlobPath {
    static let roots = ["Photos", "Thumbnails"]
    static let depth = 4
    static let some = BlobStoreContract.album.compactMap { AlbumPath($0) }

    let components: [String]

    init?(_ text: String) { self.init(components: text.split(separator: "/").map(String.init)) }

    init?(components: [String]) {
        let parts = components.last?.split(separator: ".", omittingEmptySubsequences: false).map(String.init) ?? []
        guard components.count == AlbumPath.depth, AlbumPath.roots.contains(components[0]), parts.count == 2,
            AlbumPath.isSafe(parts[0]), PictureFormat(fileExtension: parts[1]) != nil,
            components[1...2].allSatisfy({ Int($0) != nil })
        else { return nil }
        self.components = components
    }

    var description: String { components.joined(separator: "/") }

    func failure(_ failure: BlobError) -> Failure {
        switch failure {
        case .exists: Failure(.init("exists"), "\(self) exists.")
        case .missing: Failure(.init("missing"), "\(self) is missing.")
        case .unreadable(let why): Failure(.init("unreadable"), "\(self): \(why).")
        case .writeFailed(let root, let why): Failure(.init("notKept"), "\(root)/\(self): \(why).")
        case .notRemoved(let why): Failure(.init("notRemoved"), "\(self): \(why).")
        }
    }
}
