import Content
import Files
import Kernel

/// Single-file packs that another feature installs on a device, recognized by a common prefix of
/// their names.
package struct InstalledPacks: Sendable {
    private let folder: String
    private let prefix: String
    private let isDryRun: Bool

    /// Creates access to the installed packs in the user's folder.
    ///
    /// - Parameters:
    ///   - prefix: the prefix of their names in that folder.
    ///   - isDryRun: whether nothing is written.
    package init(in folder: String, prefix: String, isDryRun: Bool) {
        self.folder = folder
        self.prefix = prefix
        self.isDryRun = isDryRun
    }

    /// Returns the installed packs, keyed by their names without the prefix.
    package func files() throws -> [String: [UInt8]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var files: [String: [UInt8]] = [:]
        for name in names where name.hasPrefix(prefix) {
            files[String(name.dropFirst(prefix.count))] = (try? file(name).read()) ?? []
        }
        return files
    }

    /// Installs a pack atomically and replaces one of the same name.
    ///
    /// - Throws: `packNotLaid`.
    package func put(_ name: String, _ bytes: [UInt8]) throws {
        guard !isDryRun else { return }
        do { try file(prefix + name).replace(bytes) } catch { throw changeFailure(name, error) }
    }

    /// Removes a pack, and does nothing if it is already gone.
    ///
    /// - Throws: `packNotLaid`.
    package func remove(_ name: String) throws {
        guard !isDryRun else { return }
        do { try file(prefix + name).remove() } catch { throw changeFailure(name, error) }
    }

    private func file(_ name: String) -> SmallFile { SmallFile("\(folder)/\(name)", limit: PackSource.sizeLimit) }

    /// Returns the failure for a file of the folder that cannot be changed.
    private func changeFailure(_ name: String, _ error: any Error) -> Failure {
        Failure(
            .packNotLaid, "\(folder)/\(prefix)\(name) cannot be changed: \(error).",
            advice: "See that there is space.", kind: .cannotCreate)
    }
}
