import Content
import Kernel

/// Drawings for another program to open, each in its own private folder among the system's
/// temporary files.
package struct DrawingDrafts: Sendable {
    private let isDryRun: Bool

    package init(isDryRun: Bool = false) { self.isDryRun = isDryRun }

    /// Writes a drawing and returns its path.
    ///
    /// - Throws: `noDraft`.
    package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let folder = FileManager.default.temporaryDirectory.path
        guard !isDryRun else { return "\(folder)/\(name)" }
        var template = Array("\(folder)/dojang-XXXXXX".utf8CString)
        guard let folderPath = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } })
        else {
            throw Failure(.noDraft, "No folder can be made in \(folder).", advice: "Set TMPDIR.", kind: .cannotCreate)
        }
        let path = "\(String(cString: folderPath))/\(name)"
        guard
            FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        else {
            throw Failure(
                .noDraft, "\(path) cannot be written.", advice: "See that there is space.", kind: .cannotCreate)
        }
        return path
    }
}
