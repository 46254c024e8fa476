import Content
import Kernel
import Synchronization

/// The packs of one device: those that came with the program, and the user's own on top of them, in the order of their names.
///
/// Read at the first question and kept. A pack of the user's that cannot be read is left out, and `content check` names it; the rest works.
public final class DevicePacks: Sendable {
    private struct Loaded: Sendable {
        let packs: [ContentPack]
        /// What is wrong with the user's own packs: which, and why.
        let faults: [(pack: String, reason: String)]
        var libraries: [String?: Library] = [:]
    }

    private let bundled: [PackSource]
    private let folder: String
    private let loaded = Mutex<Loaded?>(nil)
    private let wasAsked = Mutex(false)

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
        wasAsked.withLock { $0 = true }
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
        wasAsked.withLock { $0 = true }
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
            var (own, faults) = ([ContentPack](), [(pack: String, reason: String)]())
            for path in userPaths {
                let name = path.split(separator: "/").last.map(String.init) ?? path
                do {
                    let reading = try PackReading(DiskPack.source(at: path))
                    own.append(reading.pack)
                    let errors = reading.findings.filter { $0.severity == .error }
                    if let first = errors.first { faults.append((name, "\(first.place): \(first.sentence)")) }
                } catch {
                    faults.append((name, (error as? Failure)?.message ?? "It cannot be read."))
                }
            }
            let fresh = Loaded(packs: bundled + own, faults: faults)
            kept = fresh
            return fresh
        }
    }

    /// A line on packs of the user's that are not read, or not whole; nil where there are none, or where nobody asked for any content.
    public func complaint() -> String? {
        guard wasAsked.withLock({ $0 }), !userPaths.isEmpty, let faults = try? all().faults, let first = faults.first else {
            return nil
        }
        let others = faults.count > 1 ? " Nor are \(faults.count - 1) more." : ""
        let place = first.reason.hasPrefix(first.pack) ? "" : "\(first.pack): "
        return "A pack could only be read in part: \(place)\(first.reason)\(others) See: content check"
    }
}
