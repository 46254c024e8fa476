import Community
import Kernel
import Storage
import Synchronization

extension BoardAccess {
    /// The board in a directory that many people may write: opened when it is needed, once, and never made anew where it was before.
    ///
    /// - Parameters:
    ///   - path: the directory; where nothing lies yet, the board is empty until somebody writes.
    ///   - notes: where it is noted, outside the directory, how far the store has got.
    ///   - isRehearsal: what is written is forgotten, and nothing is made.
    ///   - opening: hears of the store once it is open, so that somebody closes it.
    public static func directory(
        _ path: String, notes: String?, isRehearsal: Bool, now: @escaping @Sendable () -> Instant,
        opening: @escaping @Sendable (any Store) -> Void
    ) -> BoardAccess {
        let board = SharedBoard(path, notes: notes, isRehearsal: isRehearsal, now: now, opening: opening)
        return BoardAccess(
            name: path, open: { try board.board(isKnown: $0, toWrite: $1) }, compact: board.compact)
    }
}

private final class SharedBoard: Sendable {
    private let path: String
    private let notes: String?
    private let isRehearsal: Bool
    private let now: @Sendable () -> Instant
    private let opening: @Sendable (any Store) -> Void
    private let opened = Mutex<(any Store)?>(nil)
    private let empty: MemoryStore
    private let box: any BallotBox

    init(
        _ path: String, notes: String?, isRehearsal: Bool, now: @escaping @Sendable () -> Instant,
        opening: @escaping @Sendable (any Store) -> Void
    ) {
        (self.path, self.notes, self.isRehearsal, self.now, self.opening) = (path, notes, isRehearsal, now, opening)
        empty = MemoryStore(now: now)
        let kept = FileBallotBox(path, now: now)
        box = isRehearsal ? RehearsedBallots(over: kept) : kept
    }

    func board(isKnown: Bool, toWrite: Bool) throws -> StoredCommunityBoard {
        let store = try store(isKnown: isKnown, toWrite: toWrite)
        guard !(store is MemoryStore) else { return StoredCommunityBoard(store) }
        return StoredCommunityBoard(store, box: box)
    }

    func store(isKnown: Bool, toWrite: Bool) throws -> any Store {
        if let store = opened.withLock({ $0 }) { return store }
        if !FileManager.default.fileExists(atPath: path + "/CURRENT") {
            if isKnown { throw Failure.communityUnreachable(path) }
            if !toWrite || isRehearsal { return empty }
        }
        do {
            let file = try FileStore(directory: path, access: .group, notes: notes, now: now)
            opening(file)
            let store: any Store = isRehearsal ? try DryRunStore(over: file, now: now) : file
            StoredCommunityBoard(store, box: box).partBallots(rewriting: isRehearsal ? nil : path)
            opened.withLock { $0 = store }
            return store
        } catch let failure as Failure where failure.kind != .badData {
            let away = Failure.communityUnreachable(path)
            throw Failure(away.code, "\(away.message) \(failure.message)", advice: away.advice, kind: away.kind)
        }
    }

    /// Rewrites the files, and looks whether a name still stands in one of them. What was never opened holds nothing new.
    @Sendable func compact(without name: String) throws -> Bool {
        guard let store = opened.withLock({ $0 }) else { return true }
        // Somebody else may be rewriting what was there before the name was removed: then it is done again after them.
        for _ in 0..<20 {
            _ = try store.engine.maintain(.compact)
            if !mentions(name) { return true }
            usleep(100_000)
        }
        return false
    }

    private func mentions(_ name: String) -> Bool {
        let (files, sought) = ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? [], Array(name.utf8))
        return files.contains { file in
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)"), options: .mappedIfSafe)
            return bytes?.withUnsafeBytes { SharedBoard.holds($0, sought) } ?? false
        }
    }

    private static func holds(_ bytes: UnsafeRawBufferPointer, _ sought: [UInt8]) -> Bool {
        var ahead = bytes[...]
        while let next = ahead.firstIndex(where: { $0 == sought.first }) {
            ahead = ahead[next...]
            if ahead.starts(with: sought) { return true }
            ahead = ahead.dropFirst()
        }
        return false
    }
}
