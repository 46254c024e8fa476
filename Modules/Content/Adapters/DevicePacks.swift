import Content
import Kernel
import Synchronization

/// The packs of one device: those that came with the program, and the user's own on top of them, in the order of their names.
///
/// Read at the first question and kept. A pack of the user's that cannot be read is left out, and `content check` names it; the rest works.
public final class DevicePacks: Sendable {
    private struct Loaded: Sendable {
        let packs: [ContentPack]
        var libraries: [String?: Library] = [:]
    }

    private let bundled: [PackSource]
    private let folder: String
    private let loaded = Mutex<Loaded?>(nil)

    /// The bundled packs and a folder that may hold the user's own: folders with `pack.json`, and single `.json` files.
    public init(bundled: [PackSource] = BundledPacks.sources, folder: String) {
        (self.bundled, self.folder) = (bundled, folder)
    }

    /// Everything that can be read, laid on each other, without any variant.
    ///
    /// - Throws: the `Failure` of a bundled pack that cannot be read.
    public func library() throws -> Library { try library(variant: nil) }

    /// The same with the chosen variant on top.
    public func library(variant: String?) throws -> Library {
        let packs = try all().packs
        return loaded.withLock { kept in
            if let known = kept?.libraries[variant] { return known }
            let fresh = Library(packs.filter { !$0.isVariant } + packs.filter { $0.isVariant && $0.id == variant })
            kept?.libraries[variant] = fresh
            return fresh
        }
    }

    /// Where they are read, the user's after the bundled; and those that cannot be opened.
    public func sources() -> (readable: [PackSource], unreadable: [String: Failure]) {
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

    private func all() throws -> Loaded {
        try loaded.withLock { kept in
            if let kept { return kept }
            let bundled = try bundled.map { try PackReading($0).whole() }
            let own = userPaths.compactMap { try? PackReading(DiskPack.source(at: $0)).pack }
            let fresh = Loaded(packs: bundled + own)
            kept = fresh
            return fresh
        }
    }
}
