import Content
import Kernel
import Synchronization

/// The packs of one device: those that came with the program, and the user's own on top of them, in the order of their names.
///
/// Read at the first question and kept. A pack of the user's that cannot be read is left out and reported; the rest works.
public final class PackShelf: Sendable {
    private struct Loaded: Sendable {
        let packs: [ContentPack]
        var libraries: [String?: Library] = [:]
        let findings: [String: [Finding]]
        let unreadable: [String: Failure]
    }

    private let bundled: [PackSource]
    private let folder: String
    private let loaded = Mutex<Loaded?>(nil)

    /// A shelf over the bundled packs and a folder that may hold the user's own: folders with `pack.json`, and single `.json` files.
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

    /// What was found while reading the user's packs, by pack; and the packs that could not be read at all.
    public func reports() throws -> (findings: [String: [Finding]], unreadable: [String: Failure]) {
        let all = try all()
        return (all.findings, all.unreadable)
    }

    /// The sources on the shelf, the user's after the bundled.
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
            let fresh = try load()
            kept = fresh
            return fresh
        }
    }

    private func load() throws -> Loaded {
        var packs = try bundled.map { try PackReading($0).whole() }
        var findings: [String: [Finding]] = [:]
        var unreadable: [String: Failure] = [:]
        for path in userPaths {
            do {
                let reading = try PackReading(DiskPack.source(at: path))
                packs.append(reading.pack)
                if !reading.findings.isEmpty { findings[path] = reading.findings }
            } catch let failure as Failure {
                unreadable[path] = failure
            }
        }
        return Loaded(packs: packs, findings: findings, unreadable: unreadable)
    }
}
