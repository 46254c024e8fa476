import Kernel
import Synchronization

/// A place for files in memory: for tests, for devices of one process, and for stores that are forgotten with it.
public final class MemoryFiles: FilePlace {
    private let lying = Mutex<[String: [Int: [UInt8]]]>([:])

    /// An empty place.
    public init() {}

    /// Which parts lie here.
    public func parts() throws -> [String: Set<Int>] { lying.withLock { $0.mapValues { Set($0.keys) } } }

    /// The names of the parts, as a number.
    public func tally() throws -> String { "\(try parts().hashValue)" }

    /// Keeps a part.
    public func put(_ bytes: [UInt8], as part: FilePart) throws {
        guard part.isSound else { throw Failure.unsoundPart }
        lying.withLock { $0[part.name, default: [:]][part.number] = bytes }
    }

    /// A part.
    public func bytes(of part: FilePart) throws -> [UInt8]? { lying.withLock { $0[part.name]?[part.number] } }

    /// Removes a part.
    public func remove(_ part: FilePart) throws {
        lying.withLock { lying in
            lying[part.name]?[part.number] = nil
            if lying[part.name]?.isEmpty == true { lying[part.name] = nil }
        }
    }

    /// Removes a file.
    public func remove(_ name: String) throws { lying.withLock { $0[name] = nil } }

    /// How many bytes lie here.
    public func size() throws -> Int { lying.withLock { $0.values.joined().reduce(0) { $0 + $1.value.count } } }
}

extension Failure {
    package static var unsoundPart: Failure { Failure(.syncUnreadable, "That is no name of a part of a file.", kind: .badData) }
}
