import Kernel
import Terminal

/// Copies that an app keeps unasked, before it takes something away: files of their own in a folder that nobody else can read.
public struct KeptCopies: Sendable {
    private let folder: @Sendable () throws -> String
    private let isRehearsal: Bool

    /// Copies in a folder, which is made for the first of them.
    ///
    /// - Parameters:
    ///   - folder: asked for when a copy is kept; throws when nothing says where it belongs.
    ///   - isRehearsal: no file is written.
    public init(in folder: @escaping @Sendable () throws -> String, isRehearsal: Bool) {
        (self.folder, self.isRehearsal) = (folder, isRehearsal)
    }

    func keep(_ name: String, _ bytes: [UInt8]) throws -> String {
        let folder = try folder()
        guard !isRehearsal else { return "\(folder)/\(name)" }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(
                .cannotKeep, "The folder \(folder) cannot be made.", advice: "Nothing was changed.", kind: .cannotCreate)
        }
        try ConsoleFiles.disk.write("\(folder)/\(name)", bytes, false)
        return "\(folder)/\(name)"
    }
}
