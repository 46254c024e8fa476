import Content
import Kernel
import Synchronization

/// The packs of one device: the bundled packs, with the user's own packs on top in the order of
/// their names.
///
/// The first query reads the packs and caches them. An unreadable user pack is left out, and
/// `content check` names it.
package final class DevicePacks: Sendable {
    /// The packs after the first query, with a library for each requested variant.
    private struct LoadedPacks: Sendable {
        let packs: [ContentPack]
        /// The user's own packs that have errors, with the reasons.
        let faults: [(pack: String, reason: String)]
        var libraries: [String?: Library] = [:]
    }

    private let bundled: [PackSource]
    private let folder: String
    private let loaded = Mutex<LoadedPacks?>(nil)
    private let wasRequested = Mutex(false)

    /// Creates the packs from bundled sources and an optional folder of user packs.
    ///
    /// - Parameter folder: a folder with subfolders that contain `pack.json`, and single `.json`
    ///   files.
    package init(bundled: [PackSource] = BundledPacks.sources, folder: String) {
        self.bundled = bundled
        self.folder = folder
    }

    /// Returns the merged library of all readable packs, without any variant.
    ///
    /// - Throws: the `Failure` of a bundled pack that cannot be read.
    package func library() throws -> Library { try library(variant: nil) }

    /// Returns the merged library with the chosen variant on top.
    package func library(variant: String?) throws -> Library {
        wasRequested.withLock { $0 = true }
        let packs = try loadedOnce().packs
        return loaded.withLock { cache in
            if let library = cache?.libraries[variant] { return library }
            let library = Library(packs.filter { !$0.isVariant } + packs.filter { $0.isVariant && $0.id == variant })
            cache?.libraries[variant] = library
            return library
        }
    }

    /// Returns the readable packs, with the user's after the bundled ones, and the packs that
    /// cannot be opened.
    package func sources() -> (readable: [PackSource], unreadable: [String: Failure]) {
        wasRequested.withLock { $0 = true }
        var sources = bundled
        var unreadable: [String: Failure] = [:]
        for path in userPaths {
            do { sources.append(try DiskPack.source(at: path)) } catch { unreadable[path] = error as? Failure }
        }
        return (sources, unreadable)
    }

    private var userPaths: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted().map { "\(folder)/\($0)" }
    }

    /// Returns the packs, read at the first call.
    private func loadedOnce() throws -> LoadedPacks {
        try loaded.withLock { cache in
            if let cache { return cache }
            let bundled = try bundled.map { try PackReading($0).validPack() }
            var userPacks = [ContentPack]()
            var faults = [(pack: String, reason: String)]()
            for path in userPaths {
                let name = path.split(separator: "/").last.map(String.init) ?? path
                do {
                    let reading = try PackReading(DiskPack.source(at: path))
                    userPacks.append(reading.pack)
                    let errors = reading.findings.filter { $0.severity == .error }
                    if let first = errors.first { faults.append((name, "\(first.place): \(first.sentence)")) }
                } catch {
                    faults.append((name, (error as? Failure)?.message ?? "It cannot be read."))
                }
            }
            let loadedPacks = LoadedPacks(packs: bundled + userPacks, faults: faults)
            cache = loadedPacks
            return loadedPacks
        }
    }

    /// Returns a line about user packs that are unreadable or incomplete.
    ///
    /// - Returns: nil if there are none, or if no caller has requested any content.
    package func warning() -> String? {
        guard wasRequested.withLock({ $0 }), !userPaths.isEmpty, let faults = try? loadedOnce().faults,
            let first = faults.first
        else { return nil }
        let otherNote = faults.count > 1 ? " Nor are \(faults.count - 1) more." : ""
        let packName = first.reason.hasPrefix(first.pack) ? "" : "\(first.pack): "
        return "A pack could only be read in part: \(packName)\(first.reason)\(otherNote) See: content check"
    }
}
