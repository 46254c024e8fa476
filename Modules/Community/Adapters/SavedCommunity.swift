import Community
import Files
import Kernel

/// The saved community of a person and its last location.
///
/// It is a file of two lines next to the identity, with mode 0600, shared by all apps. The id
/// identifies the community, and the location is a hint.
struct SavedCommunity {
    /// The maximum size of the file in bytes.
    private static let maximumSize = 1 << 13

    let path: String

    /// Reads the file.
    ///
    /// - Returns: nil if there is no file.
    /// - Throws: `pinDamaged` if the file has another format.
    func load() throws -> BoardPlace? {
        let bytes: [UInt8]?
        do { bytes = try file.read() } catch { throw damagedFailure }
        guard let bytes else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 2, lines[0].hasPrefix("community "), lines[1].hasPrefix("place ") else {
            throw damagedFailure
        }
        let path = String(lines[1].dropFirst(6))
        guard path.hasPrefix("/") || SharedLocation(path).isDatabase else { throw damagedFailure }
        return BoardPlace(id: String(lines[0].dropFirst(10)), path: path)
    }

    /// Saves a community atomically.
    ///
    /// - Throws: `pinNotKept`, or `folderUnusable` if the folder's name has several lines.
    func save(_ place: BoardPlace) throws {
        guard let id = place.id else { return }
        guard !place.path.contains(where: \.isNewline), place.path.utf8.count < SavedCommunity.maximumSize / 2 else {
            throw Failure(.folderUnusable, "A folder with such a name cannot be used.", kind: .usage)
        }
        do {
            try file.replace(Array("community \(id)\nplace \(place.path)\n".utf8))
        } catch {
            throw Failure(
                .pinNotKept, "\(path) cannot be written: \(error).",
                advice: "Give a folder that you may write to with --data DIR.", kind: .cannotCreate)
        }
    }

    private var file: SmallFile { SmallFile(path, limit: SavedCommunity.maximumSize) }

    private var damagedFailure: Failure {
        Failure(
            .pinDamaged, "The file \(path), which says which community is yours, cannot be read.",
            advice: "Name the community's folder again: community connect DIR.", kind: .temporary)
    }
}
