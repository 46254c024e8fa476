import Content
import Files
import Kernel

/// Packs of one file each that another feature lays on the shelf of a device, under names that begin alike, so that they are known again.
public struct LaidPacks: Sendable {
    private let folder: String
    private let start: String
    private let isRehearsal: Bool

    /// Packs in the folder of a person's own.
    ///
    /// - Parameters:
    ///   - start: with which their names begin there.
    ///   - isRehearsal: whether nothing is written.
    public init(in folder: String, beginning start: String, isRehearsal: Bool) {
        (self.folder, self.start, self.isRehearsal) = (folder, start, isRehearsal)
    }

    /// Those that lie there, by what follows the beginning.
    public func files() throws -> [String: [UInt8]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var files: [String: [UInt8]] = [:]
        for name in names where name.hasPrefix(start) {
            files[String(name.dropFirst(start.count))] = (try? file(name).read()) ?? []
        }
        return files
    }

    /// Lays one there, whole or not at all, in place of one of its name.
    ///
    /// - Throws: `packNotLaid`.
    public func put(_ name: String, _ bytes: [UInt8]) throws {
        guard !isRehearsal else { return }
        do { try file(start + name).replace(bytes) } catch { throw notLaid(name, error) }
    }

    /// Takes one away; one that is gone already is no trouble.
    ///
    /// - Throws: `packNotLaid`.
    public func remove(_ name: String) throws {
        guard !isRehearsal else { return }
        do { try file(start + name).remove() } catch { throw notLaid(name, error) }
    }

    private func file(_ name: String) -> SmallFile { SmallFile("\(folder)/\(name)", limit: PackSource.sizeLimit) }

    private func notLaid(_ name: String, _ trouble: any Error) -> Failure {
        Failure(
            .packNotLaid, "\(folder)/\(start)\(name) cannot be changed: \(trouble).", advice: "See that there is space.",
            kind: .cannotCreate)
    }
}
