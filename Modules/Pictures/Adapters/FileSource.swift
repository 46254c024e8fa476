import Files
import Kernel
import Pictures

extension ByteSource {
    /// A file that a command line names. Links are not followed: what is shown must be what was meant.
    ///
    /// - Throws: `fileNotFound`, `fileUnreadable` of kind `missingInput`.
    public static func disk(_ path: String) throws -> ByteSource {
        do {
            return ByteSource(name: String(path.split(separator: "/").last ?? ""), try RegularFile(path: path)) { trouble in
                Failure(.fileUnreadable, "The file cannot be read: \(trouble).", kind: .missingInput)
            }
        } catch FileTrouble.missing {
            throw Failure(.fileNotFound, "There is no file “\(path)”.", advice: "Check the name.", kind: .missingInput)
        } catch FileTrouble.notAFolder {
            throw Failure(
                .fileUnreadable, "“\(path)” is a link, or its path contains something that is not a folder.",
                advice: "Name the file itself.", kind: .missingInput)
        } catch {
            throw Failure(.fileUnreadable, "“\(path)” cannot be read: \(error).", advice: "Name a file.", kind: .missingInput)
        }
    }

    init(name: String, _ file: RegularFile, failure: @escaping @Sendable (any Error) -> Failure) {
        self.init(name: name, size: file.size) { offset, count in
            do { return try file.bytes(at: offset, count: count) } catch { throw failure(error) }
        }
    }
}
