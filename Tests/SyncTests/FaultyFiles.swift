import Kernel
import Sync
import SyncTesting
import Synchronization

/// Kills the process after a number of steps.
final class Fuse: Sendable {
    private let left = Mutex<Int?>(nil)

    func light(_ steps: Int?) { left.withLock { $0 = steps } }

    func pass() throws {
        let isKilled = left.withLock { remaining in
            guard let now = remaining else { return false }
            remaining = now - 1
            return now <= 0
        }
        if isKilled { throw Killed() }
    }
}

/// A file place that fails randomly or at regular calls, and can kill the process before or after a
/// call.
final class FaultyFiles: FilePlace {
    private struct State {
        var random: RandomSource
        var calls = 0
        var isFaulty = true
        var put: [FilePart: Int] = [:]
        var given: [FilePart: Int] = [:]
        var listed = 0
    }

    private let place: any FilePlace
    /// Faults in a hundred calls.
    private let faults: Int
    /// Every such call loses the connection.
    private let cutAfter: Int?
    private let fuse: Fuse
    private let state: Mutex<State>

    init(over place: any FilePlace, faults: Int = 0, cutAfter: Int? = nil, fuse: Fuse = Fuse(), seed: UInt64 = 1) {
        self.place = place
        self.faults = faults
        self.cutAfter = cutAfter
        self.fuse = fuse
        state = Mutex(State(random: RandomSource(seed: seed)))
    }

    var isFaulty: Bool {
        get { state.withLock { $0.isFaulty } }
        set { state.withLock { $0.isFaulty = newValue } }
    }

    /// The number of uploads and downloads of each part.
    var traffic: (put: [FilePart: Int], given: [FilePart: Int]) { state.withLock { ($0.put, $0.given) } }

    private func happens() -> Bool { state.withLock { $0.isFaulty && Int($0.random.next() % 100) < faults } }

    private func passing<Value>(_ body: () throws -> Value) throws -> Value {
        try fuse.pass()
        let isCut = state.withLock { state in
            state.calls += 1
            return state.isFaulty && cutAfter.map { state.calls % $0 == 0 } ?? false
        }
        if isCut || happens() { throw FaultyTransport.fault }
        let value = try body()
        try fuse.pass()
        if happens() { throw FaultyTransport.fault }
        return value
    }

    /// The number of complete listings.
    var listed: Int { state.withLock { $0.listed } }

    func parts() throws -> [String: Set<Int>] {
        state.withLock { $0.listed += 1 }
        return try passing { try place.parts() }
    }

    func fingerprint() throws -> String { try passing { try place.fingerprint() } }

    func put(_ bytes: [UInt8], as part: FilePart) throws {
        try passing {
            try place.put(bytes, as: part)
            state.withLock { $0.put[part, default: 0] += 1 }
        }
    }

    func bytes(of part: FilePart) throws -> [UInt8]? {
        let bytes = try passing { try place.bytes(of: part) }
        state.withLock { $0.given[part, default: 0] += 1 }
        guard happens(), var edited = bytes, !edited.isEmpty else { return bytes }
        edited[edited.count / 2] ^= 1
        return edited
    }

    func remove(_ part: FilePart) throws { try passing { try place.remove(part) } }
    func remove(_ name: String) throws { try passing { try place.remove(name) } }
    func size() throws -> Int { try passing { try place.size() } }
}

/// Files of a device that may be killed while it stores one.
struct FusedHome: FileHome {
    let home: MemoryFileHome
    let fuse: Fuse

    func accepts(_ path: String) -> Bool { home.accepts(path) }
    func size(of path: String) throws -> Int? { try home.size(of: path) }
    func bytes(of path: String, at offset: Int, count: Int) throws -> [UInt8] {
        try home.bytes(of: path, at: offset, count: count)
    }

    func save(_ path: String, fill: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        try home.save(path) { write in
            var pieces: [[UInt8]] = []
            try fill { pieces.append($0) }
            for piece in pieces {
                try fuse.pass()
                try write(piece)
            }
            try fuse.pass()
        }
        try fuse.pass()
    }
}

/// A record that refers to a file.
struct Shot: Storable {
    let id: Identifier<Shot>
    var path: String
    static let collection = RecordCollection<Shot>("shots")
}
