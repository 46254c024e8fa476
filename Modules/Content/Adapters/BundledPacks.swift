import Content
import ContentData
import Kernel

/// The packs that are compiled into the program.
package enum BundledPacks {
    /// One source for each pack, in the order of the folder names.
    ///
    /// A source reads and copies its files only on request.
    package static var sources: [PackSource] { folders.map(source) }

    /// Returns the bundled pack of a folder.
    ///
    /// Reading a file that the pack lacks throws `.missingInput`.
    package static func source(_ folder: String) -> PackSource {
        PackSource(name: "bundled pack \(folder)") { path in
            try PackSource.checkPath(path)
            let fullPath = "\(folder)/\(path)"
            guard let file = table.first(where: { BundledPacks.path($0) == fullPath }) else {
                throw PackSource.missing(path, in: "bundled pack \(folder)")
            }
            return bytes(file)
        }
    }

    /// Returns the sorted file paths of one bundled pack.
    package static func paths(in folder: String) -> [String] {
        table.map(path).filter { $0.hasPrefix("\(folder)/") }.map { String($0.dropFirst(folder.utf8.count + 1)) }
    }

    private static var table: UnsafeBufferPointer<content_file> {
        UnsafeBufferPointer(start: content_file_table(), count: content_file_count)
    }

    private static var folders: [String] {
        table.reduce(into: []) { folders, file in
            guard let folder = path(file).split(separator: "/").first.map(String.init), folders.last != folder else {
                return
            }
            folders.append(folder)
        }
    }

    private static func bytes(_ file: content_file) -> [UInt8] {
        Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
    }

    private static func path(_ file: content_file) -> String { String(cString: file.path) }
}
