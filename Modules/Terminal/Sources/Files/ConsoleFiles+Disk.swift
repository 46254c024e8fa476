import Interface
import Kernel

extension ConsoleFiles {
    /// Returns access to the files of this machine, without standard input and output.
    ///
    /// - Parameter stores: the stores in whose folders nothing may be written.
    static func disk(protecting stores: [StoreProvider]) -> ConsoleFiles {
        let isProtected: @Sendable (String) -> Bool = { folder in stores.contains { $0.hasStore(folder) } }
        return ConsoleFiles(
            read: LocalFiles.read,
            write: { path, bytes, replacing in
                try LocalFiles.write(path, bytes, replacing: replacing, protecting: isProtected)
            },
            pieces: Pieces(
                read: LocalFiles.pieces,
                write: { path, replacing, fill in
                    try LocalFiles.write(path, replacing: replacing, protecting: isProtected, fill: fill)
                },
                size: LocalFiles.size))
    }
}

extension InputFile {
    /// Returns a file of this machine, for a path that does not come from a command line.
    package static func onDisk(_ path: String) -> InputFile { InputFile(path: path, files: .disk(protecting: [])) }
}

extension OutputFile {
    /// Returns a file of this machine, for a path that does not come from a command line.
    package static func onDisk(_ path: String) -> OutputFile { OutputFile(path: path, files: .disk(protecting: [])) }
}
