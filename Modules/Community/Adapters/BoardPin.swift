import Community
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
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw damaged
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: BoardPin.greatestSize)
        let count = read(descriptor, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 2, lines[0].hasPrefix("community "), lines[1].hasPrefix("place /") else { throw damaged }
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
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = "\(path).\(getpid()).\(UInt64.random(in: 0 ... .max))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw notKept(errno) }
        let bytes = Array("community \(id)\nplace \(place.path)\n".utf8)
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let trouble = errno
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else {
            let number = isWritten ? errno : trouble
            unlink(draft)
            throw notKept(number)
        }
    }

    private var damaged: Failure {
        Failure(
            .pinDamaged, "The file \(path), which says which community is yours, cannot be read.",
            advice: "Name the community's folder again: community connect DIR.", kind: .temporary)
    }

    private func notKept(_ number: Int32) -> Failure {
        Failure(
            .pinNotKept, "\(path) cannot be written: \(String(cString: strerror(number))).",
            advice: "Give a folder that you may write to with --data DIR.", kind: .cannotCreate)
    }
}
