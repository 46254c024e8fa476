import Community
import Files
import Kernel
import Storage
import Synchronization

/// Where the shared board is looked for.
public struct BoardPlaces: Sendable {
    /// The folder that was named for this call: `--community`; nil for none.
    let named: String?
    /// The file that says which community is the person's.
    let pin: @Sendable () throws -> String
    /// Where older versions made a community unasked.
    let former: String?
    /// Where it is noted, outside the folder, how far the store has got.
    let notes: String?
    let system: any FileSystem
    /// Where logins are kept for communities that a database guards.
    let login: BoardLogin

    /// Where to look, all of it from the root.
    ///
    /// - Parameters:
    ///   - home: the folder in which the pin lies, and the identity; throws when nothing says where that is.
    ///   - login: the logins of whoever asks.
    public init(
        named: String?, beside home: @escaping @Sendable () throws -> String, former: String?, notes: String?, login: BoardLogin
    ) {
        self.init(named: named, pin: { try home() + "/community" }, former: former, notes: notes, login: login)
    }

    /// The place that was named for this call, from the root: behind `--community`, else by COMMONPLACE_COMMUNITY; nil for none.
    public static func named(_ option: String?, _ variables: [String: String], from absolute: (String) -> String) -> String? {
        let variable = variables["COMMONPLACE_COMMUNITY"].flatMap { $0.isEmpty ? nil : $0 }
        return (option ?? variable).map { seen($0, from: absolute) }
    }

    /// A place as somebody typed it, from the root where it is a folder.
    static func seen(_ place: String, from absolute: (String) -> String) -> String {
        PostgresPlace.isOne(place) ? place : absolute(place)
    }

    package init(
        named: String?, pin: @escaping @Sendable () throws -> String, former: String?, notes: String?,
        system: any FileSystem = SystemCalls(), login: BoardLogin? = nil
    ) {
        (self.named, self.pin, self.former, self.notes, self.system) = (named, pin, former, notes, system)
        self.login = login ?? BoardLogin("logins", in: { try pin() + ".d" }, of: .memory(chance: IdentityStore.chance))
    }
}

extension BoardAccess {
    /// The board in a folder that many people may write: known by its id, opened when it is needed, once, and made only when somebody says so.
    ///
    /// - Parameters:
    ///   - isRehearsal: what is written is forgotten, and nothing is made or noted.
    ///   - opening: hears of the store once it is open, so that somebody closes it.
    ///   - glanced: gives the store that takes part in the looks of the app.
    public static func shared(
        _ places: BoardPlaces, isRehearsal: Bool, now: @escaping @Sendable () -> Instant,
        opening: @escaping @Sendable (any Store) -> Void, glanced: @escaping @Sendable (any Store) -> any Store = { $0 }
    ) -> BoardAccess {
        let board = SharedBoard(places, isRehearsal: isRehearsal, now: now, opening: opening, glanced: glanced)
        return BoardAccess(
            place: board.place, open: board.board, find: board.find, connect: board.connect, create: board.create,
            compact: board.compact, enter: board.enter, migrate: board.migrate, schema: board.schema)
    }
}

private final class SharedBoard: Sendable {
    private let places: BoardPlaces
    private let isRehearsal: Bool
    private let now: @Sendable () -> Instant
    private let opening: @Sendable (any Store) -> Void
    private let glanced: @Sendable (any Store) -> any Store
    private let opened = Mutex<(store: (any Store)?, board: any CommunityBoard)?>(nil)

    init(
        _ places: BoardPlaces, isRehearsal: Bool, now: @escaping @Sendable () -> Instant,
        opening: @escaping @Sendable (any Store) -> Void, glanced: @escaping @Sendable (any Store) -> any Store
    ) {
        (self.places, self.isRehearsal, self.now) = (places, isRehearsal, now)
        (self.opening, self.glanced) = (opening, glanced)
    }

    /// What was named, which must be the community that is known; else where that was last, or where older versions made one.
    @Sendable func place() throws -> BoardPlace? {
        let pinned = try BoardPin(path: places.pin()).load()
        if let named = places.named { return BoardPlace(id: pinned?.id, path: named) }
        if let pinned { return pinned }
        guard let former = places.former, FileManager.default.fileExists(atPath: former + "/CURRENT") else { return nil }
        return BoardPlace(id: nil, path: former)
    }

    @Sendable func board(_ patience: Patience) throws -> any CommunityBoard {
        if let board = opened.withLock({ $0?.board }) { return board }
        guard let place = try place() else { throw Failure.notConnected }
        if let database = database(place.path) {
            let (id, board) = try patiently(patience.seconds, at: place.path) { [isRehearsal] in
                try database.open(place.id, patience, isRehearsal: isRehearsal)
            }
            if !isRehearsal { try? note(BoardPlace(id: id, path: place.path)) }
            opened.withLock { $0 = (nil, board) }
            return board
        }
        let (id, store) = try patiently(patience.seconds, at: place.path, late: { try? $0.store.close() }, opening(place))
        opening(store)
        // A community that is met for the first time, or in a new place, is known there from now on. Where that cannot be noted it works
        // all the same.
        if !isRehearsal { try? note(BoardPlace(id: id, path: place.path)) }
        return try keep(store, at: place.path)
    }

    @Sendable func find(_ folder: String) throws -> BoardPlace {
        let path = BoardPlaces.seen(folder, from: SharedBoard.absolute)
        if let database = database(path) {
            return BoardPlace(
                id: try patiently(Patience.asked.seconds, at: path) { try database.id(.asked) }, path: database.told)
        }
        let (id, store) = try patiently(
            Patience.asked.seconds, at: path, late: { try? $0.store.close() }, opening(BoardPlace(id: nil, path: path)))
        try? store.close()
        return BoardPlace(id: id, path: path)
    }

    @Sendable func connect(_ place: BoardPlace) throws {
        opened.withLock { $0 = nil }
        if !isRehearsal { try BoardPin(path: places.pin()).save(place) }
    }

    @Sendable func enter(_ place: BoardPlace, _ code: String?) throws {
        guard !isRehearsal, let id = place.id, let database = database(place.path) else { return }
        try database.enter(id, code: code)
    }

    @Sendable func migrate(_ place: String) throws -> (before: Int, after: Int)? { try database(place)?.migrate() }

    @Sendable func schema(_ patience: Patience) throws -> BoardSchema? {
        guard let place = try place(), let database = database(place.path) else { return nil }
        return try patiently(patience.seconds, at: place.path) { try database.schema(patience) }
    }

    /// The database that a place names; nil for a folder.
    private func database(_ path: String) -> PostgresPlace? {
        PostgresPlace.isOne(path) ? PostgresPlace(path: path, login: places.login) : nil
    }

    @Sendable func create(_ folder: String) throws -> BoardPlace {
        let (path, now) = (BoardPlaces.seen(folder, from: SharedBoard.absolute), now)
        if let database = database(path), !isRehearsal {
            let place = BoardPlace(id: try database.create(), path: database.told)
            try connect(place)
            return place
        }
        guard BoardFolder(path: path).isFree else {
            if (try? BoardFolder(path: path).id()) != nil {
                throw Failure(
                    .communityExists, "There is already a community in \(path).", advice: "Join it: community connect \(path).")
            }
            throw Failure(
                .folderNotEmpty, "\(path) is not empty.", advice: "Name a folder that is empty or does not exist yet.",
                kind: .cannotCreate)
        }
        if isRehearsal {
            let unmade = MemoryStore(now: now)
            opened.withLock { $0 = (unmade, StoredCommunityBoard(unmade)) }
            return BoardPlace(id: "rehearsed", path: path)
        }
        let store = try FileStore(directory: path, access: .group, notes: places.notes, now: now)
        opening(store)
        let place = BoardPlace(id: try BoardFolder(path: path).id(), path: path)
        try BoardPin(path: places.pin()).save(place)
        _ = try keep(store, at: path)
        return place
    }

    private func opening(_ place: BoardPlace) -> @Sendable () throws -> (id: String, store: FileStore) {
        { [places, now] in
            try BoardFolder(path: place.path, system: places.system).open(place.id, notes: places.notes, now: now)
        }
    }

    /// What comes of opening, unless it takes too long: a disk that hangs, or a lock that somebody holds.
    private func patiently<Value: Sendable>(
        _ seconds: Double, at path: String, late: @escaping @Sendable (Value) -> Void = { _ in },
        _ work: @escaping @Sendable () throws -> Value
    ) throws -> Value {
        guard let found = try Impatience.result(within: seconds, work, late: late) else {
            throw Failure.communitySilent(path)
        }
        return found
    }

    private func note(_ place: BoardPlace) throws {
        let pin = BoardPin(path: try places.pin())
        if try pin.load() != place { try pin.save(place) }
    }

    private func keep(_ file: FileStore, at path: String) throws -> StoredCommunityBoard {
        let store: any Store = isRehearsal ? try DryRunStore(over: glanced(file), now: now) : glanced(file)
        let kept = FileBallotBox(path, system: places.system, now: now)
        let board = StoredCommunityBoard(store, box: isRehearsal ? RehearsedBallots(over: kept) : kept)
        board.partBallots(rewriting: isRehearsal ? nil : path)
        opened.withLock { $0 = (store, board) }
        return board
    }

    private static func absolute(_ path: String) -> String {
        let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        return URL(fileURLWithPath: whole).standardizedFileURL.path
    }

    /// Rewrites the files, and looks whether a name still stands in one of them. What was never opened holds nothing new.
    @Sendable func compact(without name: String) throws -> Bool {
        // What a server still has of it is gone when it cleans up behind itself, by and by.
        if let place = try place(), database(place.path) != nil { return false }
        guard let store = opened.withLock({ $0?.store }) ?? nil, let path = try place()?.path else { return true }
        // Somebody else may be rewriting what was there before the name was removed: then it is done again after them.
        for _ in 0..<20 {
            _ = try store.engine.maintain(.compact)
            if !SharedBoard.mentions(name, in: path) { return true }
            usleep(100_000)
        }
        return false
    }

    private static func mentions(_ name: String, in path: String) -> Bool {
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
