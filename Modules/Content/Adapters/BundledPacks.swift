import Content
import ContentData
import Kernel

/// The packs that were compiled into the program.
public enum BundledPacks {
    /// One source a pack, by the names of their folders. Nothing is read or copied before a source is asked.
    public static var sources: [PackSource] { folders.map(source) }

    /// The bundled pack of that folder; reading a file it has not throws `.missingInput`.
    public static func source(_ folder: String) -> PackSource {
        PackSource(name: "bundled pack \(folder)") { inside in
            try PackSource.checkPath(inside)
            let wanted = "\(folder)/\(inside)"
            guard let file = table.first(where: { path($0) == wanted }) else {
                throw PackSource.missing(inside, in: "bundled pack \(folder)")
            }
            return bytes(file)
        }
    }

    /// The paths of the files of one bundled pack, in order.
    public static func paths(in folder: String) -> [String] {
        table.map(path).filter { $0.hasPrefix("\(folder)/") }.map { String($0.dropFirst(folder.utf8.count + 1)) }
    }

    private static var table: UnsafeBufferPointer<content_file> {
        UnsafeBufferPointer(start: content_file_table(), count: content_file_count)
    }

    private static var folders: [String] {
        table.reduce(into: []) { folders, file in
            guard let folder = path(file).split(separator: "/").first.map(String.init), folders.last != folder else { return }
            folders.append(folder)
        }
    }

    private static func bytes(_ file: content_file) -> [UInt8] { Array(UnsafeBufferPointer(start: file.bytes, count: file.size)) }

    private static func path(_ file: content_file) -> String { String(cString: file.path) }
}
