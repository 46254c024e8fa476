import Content
import Kernel

/// A promise of a port that an implementation did not keep.
public struct BrokenPromise: Hashable, Sendable, CustomStringConvertible {
    /// The case that failed.
    public let promise: String
    /// What was seen instead.
    public let seen: String

    /// Case and observation.
    public var description: String { "\(promise): \(seen)" }
}

/// What every `PackSource` must keep: the bytes of its files, the same each time, and a refusal with the right kind for everything else.
public struct PackSourceContract {
    private let files: [String: [UInt8]]
    private let build: () throws -> PackSource

    /// Judges the source that `build` makes over exactly these files; paths are inside the pack.
    public init(files: [String: [UInt8]], _ build: @escaping () throws -> PackSource) {
        self.files = files
        self.build = build
    }

    /// Every promise that is broken; empty when all are kept.
    public func brokenPromises() -> [BrokenPromise] {
        do {
            let source = try build()
            return givesItsBytes(source) + refuses(source)
        } catch {
            return [BrokenPromise(promise: "can be built", seen: "\(error)")]
        }
    }

    private func givesItsBytes(_ source: PackSource) -> [BrokenPromise] {
        files.keys.sorted().flatMap { path in
            (1...2).compactMap { turn in
                do {
                    return try source.read(path) == files[path]
                        ? nil : BrokenPromise(promise: "gives the bytes of \(path)", seen: "others, turn \(turn)")
                } catch {
                    return BrokenPromise(promise: "gives the bytes of \(path)", seen: "\(error), turn \(turn)")
                }
            }
        }
    }

    private func refuses(_ source: PackSource) -> [BrokenPromise] {
        let missing = ["no-such-file.json", "no/such/folder.json"].map { ($0, Failure.Kind.missingInput) }
        let leaving = [
            "../pack.json", "/etc/hosts.json", "terms/../../x.json", "./pack.json", "terms//x.json", "", "pack.txt", "a\\b.json",
        ]
        .map { ($0, Failure.Kind.badData) }
        return (missing + leaving).compactMap { path, kind in
            let promise = "refuses “\(path)” as \(kind.rawValue)"
            do {
                _ = try source.read(path)
                return BrokenPromise(promise: promise, seen: "bytes")
            } catch {
                return (error as? Failure)?.kind == kind ? nil : BrokenPromise(promise: promise, seen: "\(error)")
            }
        }
    }
}
