import Files
import Kernel
import Pictures

extension ByteSource {
    /// Opens a file named on the command line.
    ///
    /// Symbolic links are not followed, so the opened file is the named one.
    ///
    /// - Throws: `fileNotFound`, `fileUnreadable` of kind `missingInput`.
    package static func disk(_ path: String) throws -> ByteSource {
        do {
            return ByteSource(name: String(path.split(separator: "/").last ?? ""), try RegularFile(path: path)) {
                error in
                Failure(.fileUnreadable, "The file cannot be read: \(error).", kind: .missingInput)
            }
        } catch FileError.missing {
            throw Failure(.fileNotFound, "There is no file “\(path)”.", advice: "Check the name.", kind: .missingInput)
        } catch FileError.notAFolder {
            throw Failure(
                .fileUnreadable, "“\(path)” is a symbolic link, or its path contains something that is not a folder.",
                advice: "Name the file itself.", kind: .missingInput)
        } catch {
            throw Failure(
                .fileUnreadable, "“\(path)” cannot be read: \(error).", advice: "Name a file.", kind: .missingInput)
        }
    }

    init(name: String, _ file: RegularFile, failure: @escaping @Sendable (any Error) -> Failure) {
        self.init(name: name, size: file.size) { offset, count in
            do { return try file.bytes(at: offset, count: count) } catch { throw failure(error) }
        }
    }
}
