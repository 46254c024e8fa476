import Community
import Files
import Kernel

/// Which community a person takes part in, and where it was last: a file of two lines beside the identity, 0600, the same for all apps.
///
/// A community is known by its id. The place is where to look for it.
struct BoardPin {
    private static let greatestSize = 1 << 13

    /// Where the file is.
    let path: String

    /// What the file says; nil when there is none.
    ///
    /// - Throws: `pinDamaged` for a file that is not one of ours.
    func load() throws -> BoardPlace? {
        let bytes: [UInt8]?
        do { bytes = try file.read() } catch { throw damaged }
        guard let bytes else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 2, lines[0].hasPrefix("community "),
            lines[1].hasPrefix("place /") || lines[1].hasPrefix("place postgres")
        else { throw damaged }
        return BoardPlace(id: String(lines[0].dropFirst(10)), path: String(lines[1].dropFirst(6)))
    }

    /// Notes a community; whole or not at all.
    ///
    /// - Throws: `pinNotKept`, `folderUnusable` for a folder whose name has several lines.
    func save(_ place: BoardPlace) throws {
        guard let id = place.id else { return }
        guard !place.path.contains(where: \.isNewline), place.path.utf8.count < BoardPin.greatestSize / 2 else {
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

    private var file: SmallFile { SmallFile(path, limit: BoardPin.greatestSize) }

    private var damaged: Failure {
        Failure(
            .pinDamaged, "The file \(path), which says which community is yours, cannot be read.",
            advice: "Name the community's folder again: community connect DIR.", kind: .temporary)
    }
}
