import Kernel

/// The way to the shared board: which community it is, and whether it can be reached. Opening never makes one.
public struct BoardAccess: Sendable {
    /// Which community this is and where it is looked for; nil before one is known. Does not ask whether it is there.
    public let place: @Sendable () throws -> BoardPlace?
    /// Opens the board of the community that is known. One that is met for the first time is known from then on.
    ///
    /// Throws `notConnected`, `communityUnreachable`, `communityEmptied`, `communityForeign`, `communitySilent`, all of kind `temporary`,
    /// and what a damaged store throws.
    public let open: @Sendable (_ patience: Patience) throws -> any CommunityBoard
    /// Looks which community lies in a folder. Throws as `open`.
    public let find: @Sendable (_ folder: String) throws -> BoardPlace
    /// From now on this is the community.
    public let connect: @Sendable (_ place: BoardPlace) throws -> Void
    /// Sees to it that the person may log in to a community that a database guards, by a code where one is given; nothing for one in a folder,
    /// which lets in whoever may write there. Throws `notInvited`, `codeRefused`, `authorForgotten`, `tooMany`.
    public let enter: @Sendable (_ place: BoardPlace, _ code: String?) throws -> Void
    /// Makes a new community in a folder that is empty or not there yet, or in a database, and connects to it. Throws `communityExists`,
    /// `folderNotEmpty`.
    public let create: @Sendable (_ folder: String) throws -> BoardPlace
    /// Brings the schema of a community in a database to this program's version; nil for one in a folder, where no step is needed.
    public let migrate: @Sendable (_ place: String) throws -> (before: Int, after: Int)?
    /// How far the schema of the community that is known has come, whether or not this program speaks it; nil for one in a folder. Throws as `open`.
    public let schema: @Sendable (_ patience: Patience) throws -> BoardSchema?
    /// Rewrites the board's files without what nothing refers to any more; whether the name that is given stands nowhere in them then.
    /// Whoever may write the board may do it.
    public let compact: @Sendable (_ name: String) throws -> Bool

    /// A way to a board.
    public init(
        place: @escaping @Sendable () throws -> BoardPlace?, open: @escaping @Sendable (Patience) throws -> any CommunityBoard,
        find: @escaping @Sendable (String) throws -> BoardPlace, connect: @escaping @Sendable (BoardPlace) throws -> Void,
        create: @escaping @Sendable (String) throws -> BoardPlace, compact: @escaping @Sendable (String) throws -> Bool,
        enter: @escaping @Sendable (BoardPlace, String?) throws -> Void = { _, _ in },
        migrate: @escaping @Sendable (String) throws -> (before: Int, after: Int)? = { _ in nil },
        schema: @escaping @Sendable (Patience) throws -> BoardSchema? = { _ in nil }
    ) {
        (self.place, self.open, self.find, self.connect) = (place, open, find, connect)
        (self.create, self.compact, self.enter, self.migrate, self.schema) = (create, compact, enter, migrate, schema)
    }

    /// A board that has one place for good, as one in memory has: there is nothing to connect to.
    public init(
        name: String, open: @escaping @Sendable (Patience) throws -> any CommunityBoard,
        compact: @escaping @Sendable (_ name: String) throws -> Bool = { _ in false }
    ) {
        let only = BoardPlace(id: nil, path: name)
        self.init(place: { only }, open: open, find: { _ in only }, connect: { _ in }, create: { _ in only }, compact: compact)
    }
}

/// A community and where it is.
public struct BoardPlace: Hashable, Sendable {
    /// What the community is known by, wherever its folder lies; nil for one that was named and not seen yet, or that has one place for good.
    public let id: String?
    /// The folder, or the address of a database behind `postgres:`.
    public let path: String

    /// A community in a folder.
    public init(id: String?, path: String) { (self.id, self.path) = (id, path) }
}

/// How far the schema of a community in a database has come.
public struct BoardSchema: Hashable, Sendable {
    /// The version of the database.
    public let version: Int
    /// The version that this program speaks.
    public let newest: Int
    /// Whether it is a copy that follows another server, and only read.
    public let isStandby: Bool
    /// How many steps lead from the one to the other.
    public var waiting: Int { max(0, newest - version) }

    /// What a server said.
    public init(version: Int, newest: Int, isStandby: Bool) {
        (self.version, self.newest, self.isStandby) = (version, newest, isStandby)
    }
}

extension Failure {
    /// No community is known yet.
    public static let notConnected = Failure(
        .notConnected, "You are not connected to a community yet.",
        advice: "Ask the person who gave you the app for the community's folder, then type: community connect DIR.",
        kind: .temporary)

    /// The community is away for now.
    public static func communityUnreachable(_ name: String) -> Failure {
        Failure(
            .communityUnreachable, "The community at \(name) cannot be reached now.",
            advice: "If its folder has moved, name the new place: community connect DIR.", kind: .temporary)
    }

    /// The same, with a reason in a sentence of its own.
    public static func communityUnreachable(_ name: String, _ reason: String) -> Failure {
        let away = communityUnreachable(name)
        return Failure(away.code, "\(away.message) \(reason)", advice: away.advice, kind: away.kind)
    }

    /// The folder is there, and the community is not in it.
    public static func communityEmptied(_ path: String) -> Failure {
        Failure(
            .communityEmptied, "There is no longer a community in \(path).",
            advice: "Put the folder back from a copy, or name its new place: community connect DIR.", kind: .temporary)
    }

    /// The folder holds another community.
    public static func communityForeign(_ path: String) -> Failure {
        Failure(
            .communityForeign, "\(path) holds a different community, not yours.",
            advice: "Name the folder of your community, or join this one: community connect DIR.", kind: .temporary)
    }

    /// The folder does not answer.
    public static func communitySilent(_ path: String) -> Failure {
        Failure(
            .communitySilent, "The community at \(path) does not answer.",
            advice: "Its disk or network may be stuck, or another program may be using it. Try again later.",
            kind: .temporary)
    }
}
