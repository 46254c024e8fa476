import Community
import DiskKit
import Files
import Kernel
import Storage
import Synchronization

/// The locations where an app looks for the shared board.
package struct BoardPlaces: Sendable {
    /// The folder named for this call with `--community`.
    let named: String?
    /// The file that contains the person's community.
    let savedCommunityPath: @Sendable () throws -> String
    /// The folder outside the community in which the store's durability notes are kept.
    let notes: String?
    let system: any FileSystem
    let login: BoardLogin

    /// Creates the locations from absolute paths.
    ///
    /// - Parameters:
    ///   - home: the folder of the identity and the saved community. Throws if the location is
    ///     unknown.
    ///   - login: the user's logins.
    package init(
        named: String?, home: @escaping @Sendable () throws -> String, notes: String?, login: BoardLogin
    ) {
        self.init(named: named, savedCommunityPath: { try home() + "/community" }, notes: notes, login: login)
    }

    /// Returns the absolute location from `--community`, else from COMMONPLACE_COMMUNITY, else nil.
    package static func named(_ option: String?, _ variables: [String: String], from absolute: (String) -> String)
        -> String?
    {
        let variable = variables["COMMONPLACE_COMMUNITY"].flatMap { $0.isEmpty ? nil : $0 }
        return (option ?? variable).map { SharedLocation.resolved($0, absolute: absolute) }
    }

    package init(
        named: String?, savedCommunityPath: @escaping @Sendable () throws -> String, notes: String?,
        system: any FileSystem = SystemCalls(), login: BoardLogin? = nil
    ) {
        self.named = named
        self.savedCommunityPath = savedCommunityPath
        self.notes = notes
        self.system = system
        self.login =
            login
            ?? BoardLogin(
                "logins", in: { try savedCommunityPath() + ".d" }, of: .memory(randomBytes: IdentityStore.randomBytes))
    }
}

extension BoardAccess {
    /// Creates access to a shared board, which is identified by its id, opened once on demand, and
    /// created only on request.
    ///
    /// - Parameters:
    ///   - isDryRun: discards all writes, creates nothing and saves nothing.
    ///   - onOpen: receives the open store, so that the caller can close it.
    ///   - sharingReads: returns the store that takes part in the app's shared reads.
    package static func shared(
        _ places: BoardPlaces, isDryRun: Bool, now: @escaping @Sendable () -> Instant,
        onOpen: @escaping @Sendable (any Store) -> Void,
        sharingReads: @escaping @Sendable (any Store) -> any Store = { $0 }
    ) -> BoardAccess {
        let board = SharedBoard(places, isDryRun: isDryRun, now: now, onOpen: onOpen, sharingReads: sharingReads)
        return BoardAccess(
            place: board.place, open: board.board, find: board.find, connect: board.connect, create: board.create,
            compact: board.compact, enter: board.enter, migrate: board.migrate, schema: board.schema)
    }
}

/// The known community of a process, opened once on demand.
private final class SharedBoard: Sendable {
    private let places: BoardPlaces
    private let isDryRun: Bool
    private let now: @Sendable () -> Instant
    private let onOpen: @Sendable (any Store) -> Void
    private let sharingReads: @Sendable (any Store) -> any Store
    private let opened = Mutex<(store: (any Store)?, board: any CommunityBoard)?>(nil)

    init(
        _ places: BoardPlaces, isDryRun: Bool, now: @escaping @Sendable () -> Instant,
        onOpen: @escaping @Sendable (any Store) -> Void, sharingReads: @escaping @Sendable (any Store) -> any Store
    ) {
        self.places = places
        self.isDryRun = isDryRun
        self.now = now
        self.onOpen = onOpen
        self.sharingReads = sharingReads
    }

    /// Returns the named location if it has the known community, else the saved location.
    @Sendable func place() throws -> BoardPlace? {
        let saved = try SavedCommunity(path: places.savedCommunityPath()).load()
        return places.named.map { BoardPlace(id: saved?.id, path: $0) } ?? saved
    }

    /// Returns the open board, or opens the known community and saves its id and location.
    @Sendable func board(_ waitLimit: WaitLimit) throws -> any CommunityBoard {
        if let board = opened.withLock({ $0?.board }) { return board }
        guard let place = try place() else { throw Failure.notConnected }
        if let database = database(place.path) {
            let (id, board) = try withTimeout(waitLimit.seconds, at: place.path) { [isDryRun] in
                try database.open(place.id, waitLimit, isDryRun: isDryRun)
            }
            if !isDryRun { try? savePlace(BoardPlace(id: id, path: place.path)) }
            opened.withLock { $0 = (nil, board) }
            return board
        }
        let (id, store) = try withTimeout(
            waitLimit.seconds, at: place.path, late: { try? $0.store.close() }, opener(of: place))
        onOpen(store)
        // A new community or location is saved for later calls. A failure to save is ignored.
        if !isDryRun { try? savePlace(BoardPlace(id: id, path: place.path)) }
        return try makeBoard(store, at: place.path)
    }

    @Sendable func find(_ folder: String) throws -> BoardPlace {
        let path = SharedLocation.absolute(folder)
        if let database = database(path) {
            return BoardPlace(
                id: try withTimeout(WaitLimit.userInitiated.seconds, at: path) { try database.id(.userInitiated) },
                path: database.publicPath)
        }
        let (id, store) = try withTimeout(
            WaitLimit.userInitiated.seconds, at: path, late: { try? $0.store.close() },
            opener(of: BoardPlace(id: nil, path: path))
        )
        try? store.close()
        return BoardPlace(id: id, path: path)
    }

    @Sendable func connect(_ place: BoardPlace) throws {
        opened.withLock { $0 = nil }
        if !isDryRun { try SavedCommunity(path: places.savedCommunityPath()).save(place) }
    }

    @Sendable func enter(_ place: BoardPlace, _ code: String?) throws {
        guard !isDryRun, let id = place.id, let database = database(place.path) else { return }
        try database.enter(id, code: code)
    }

    @Sendable func migrate(_ place: String) throws -> (before: Int, after: Int)? { try database(place)?.migrate() }

    @Sendable func schema(_ waitLimit: WaitLimit) throws -> BoardSchema? {
        guard let place = try place(), let database = database(place.path) else { return nil }
        return try withTimeout(waitLimit.seconds, at: place.path) { try database.schema(waitLimit) }
    }

    /// Returns the database that a location names, or nil for a folder.
    private func database(_ path: String) -> CommunityDatabase? {
        SharedLocation(path).isDatabase ? CommunityDatabase(path: path, login: places.login) : nil
    }

    @Sendable func create(_ folder: String) throws -> BoardPlace {
        let path = SharedLocation.absolute(folder)
        let now = now
        if let database = database(path), !isDryRun {
            let place = BoardPlace(id: try database.create(), path: database.publicPath)
            try connect(place)
            return place
        }
        guard BoardFolder(path: path).isFree else {
            if (try? BoardFolder(path: path).id()) != nil {
                throw Failure(
                    .communityExists, "There is already a community in \(path).",
                    advice: "Join it: community connect \(path).")
            }
            throw Failure(
                .folderNotEmpty, "\(path) is not empty.", advice: "Name a folder that is empty or does not exist yet.",
                kind: .cannotCreate)
        }
        if isDryRun {
            let unsaved = MemoryStore(now: now)
            opened.withLock { $0 = (unsaved, StoredCommunityBoard(unsaved)) }
            return BoardPlace(id: "rehearsed", path: path)
        }
        let store = try FileStore(directory: path, access: .group, notes: places.notes, now: now)
        onOpen(store)
        let place = BoardPlace(id: try BoardFolder(path: path).id(), path: path)
        try SavedCommunity(path: places.savedCommunityPath()).save(place)
        _ = try makeBoard(store, at: path)
        return place
    }

    /// Returns a closure that opens a community's folder, to be run within a time limit.
    private func opener(of place: BoardPlace) -> @Sendable () throws -> (id: String, store: FileStore) {
        { [places, now] in
            try BoardFolder(path: place.path, system: places.system).open(place.id, notes: places.notes, now: now)
        }
    }

    /// Returns the result of the work within a time limit, in case a disk hangs or another process
    /// holds a lock.
    ///
    /// - Parameter late: receives a result that arrives after the limit.
    private func withTimeout<Value: Sendable>(
        _ seconds: Double, at path: String, late: @escaping @Sendable (Value) -> Void = { _ in },
        _ work: @escaping @Sendable () throws -> Value
    ) throws -> Value {
        guard let value = try WaitTimeout.result(within: seconds, work, late: late) else {
            throw Failure.communitySilent(path)
        }
        return value
    }

    /// Saves the community's id and location if they have changed.
    private func savePlace(_ place: BoardPlace) throws {
        let saved = SavedCommunity(path: try places.savedCommunityPath())
        if try saved.load() != place { try saved.save(place) }
    }

    /// Creates the board over an open store, with ballots in a file beside it.
    private func makeBoard(_ file: FileStore, at path: String) throws -> StoredCommunityBoard {
        let store: any Store = isDryRun ? try DryRunStore(over: sharingReads(file), now: now) : sharingReads(file)
        let ballots = FileBallotBox(path, system: places.system, now: now)
        let board = StoredCommunityBoard(store, box: isDryRun ? DryRunBallots(over: ballots) : ballots)
        opened.withLock { $0 = (store, board) }
        return board
    }

    /// Rewrites the files and reports whether one still contains the name. A store that was never
    /// opened has nothing new.
    @Sendable func compact(without name: String) throws -> Bool {
        // A server erases the remaining copies when it next cleans up.
        if let place = try place(), database(place.path) != nil { return false }
        guard let store = opened.withLock({ $0?.store }) ?? nil, let path = try place()?.path else { return true }
        // Another process may be rewriting files from before the removal. In that case this process
        // repeats its rewrite.
        for _ in 0..<20 {
            _ = try store.engine.maintain(.compact)
            if !SharedBoard.mentions(name, in: path) { return true }
            usleep(100_000)
        }
        return false
    }

    /// Returns whether a file in a folder contains the name.
    private static func mentions(_ name: String, in path: String) -> Bool {
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        let pattern = Array(name.utf8)
        return files.contains { file in
            let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)"), options: .mappedIfSafe)
            return bytes?.withUnsafeBytes { SharedBoard.contains($0, pattern) } ?? false
        }
    }

    /// Returns whether the bytes contain a pattern.
    private static func contains(_ bytes: UnsafeRawBufferPointer, _ pattern: [UInt8]) -> Bool {
        var remaining = bytes[...]
        while let next = remaining.firstIndex(where: { $0 == pattern.first }) {
            remaining = remaining[next...]
            if remaining.starts(with: pattern) { return true }
            remaining = remaining.dropFirst()
        }
        return false
    }
}
