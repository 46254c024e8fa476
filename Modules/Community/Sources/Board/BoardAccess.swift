import Kernel
import Outbox

/// The access to a shared board: which community it is, and whether it is reachable. Opening never
/// creates one.
package struct BoardAccess: Sendable {
    /// Returns the community and its location, or nil if none is known. It does not check that the
    /// community exists.
    package let place: @Sendable () throws -> BoardPlace?
    /// Opens the board of the known community. The first community that a device opens becomes
    /// the known one.
    ///
    /// Throws `notConnected`, `communityUnreachable`, `communityEmptied`, `communityForeign` and
    /// `communitySilent`, all of kind `temporary`, and the errors of a damaged store.
    package let open: @Sendable (_ waitLimit: WaitLimit) throws -> any CommunityBoard
    /// Returns the community in a folder. Throws as `open`.
    package let find: @Sendable (_ folder: String) throws -> BoardPlace
    /// Saves this community as the person's.
    package let connect: @Sendable (_ place: BoardPlace) throws -> Void
    /// Makes sure that the person can log in to a community in a database, with a code if there is
    /// one.
    ///
    /// It does nothing for a folder, which admits every user with write access. Throws
    /// `notInvited`, `codeRefused`, `authorForgotten`, `tooMany`.
    package let enter: @Sendable (_ place: BoardPlace, _ code: String?) throws -> Void
    /// Creates a community in an empty or new folder, or in a database, and connects to it. Throws
    /// `communityExists`, `folderNotEmpty`.
    package let create: @Sendable (_ folder: String) throws -> BoardPlace
    /// Migrates the schema of a community in a database to this program's version. Returns nil for
    /// a folder, which needs no migration.
    package let migrate: @Sendable (_ place: String) throws -> (before: Int, after: Int)?
    /// Returns the schema state of the known community, even if this program does not support it.
    /// Returns nil for a folder. Throws as `open`.
    package let schema: @Sendable (_ waitLimit: WaitLimit) throws -> BoardSchema?
    /// Rewrites the board's files without unused data and returns whether they no longer contain
    /// the given name.
    ///
    /// Every user with write access may call it.
    package let compact: @Sendable (_ name: String) throws -> Bool

    package init(
        place: @escaping @Sendable () throws -> BoardPlace?,
        open: @escaping @Sendable (WaitLimit) throws -> any CommunityBoard,
        find: @escaping @Sendable (String) throws -> BoardPlace,
        connect: @escaping @Sendable (BoardPlace) throws -> Void,
        create: @escaping @Sendable (String) throws -> BoardPlace, compact: @escaping @Sendable (String) throws -> Bool,
        enter: @escaping @Sendable (BoardPlace, String?) throws -> Void = { _, _ in },
        migrate: @escaping @Sendable (String) throws -> (before: Int, after: Int)? = { _ in nil },
        schema: @escaping @Sendable (WaitLimit) throws -> BoardSchema? = { _ in nil }
    ) {
        self.place = place
        self.open = open
        self.find = find
        self.connect = connect
        self.create = create
        self.compact = compact
        self.enter = enter
        self.migrate = migrate
        self.schema = schema
    }

    /// Creates access to a board with a fixed location, such as one in memory, which needs no
    /// connection.
    package init(
        name: String, open: @escaping @Sendable (WaitLimit) throws -> any CommunityBoard,
        compact: @escaping @Sendable (_ name: String) throws -> Bool = { _ in false }
    ) {
        let fixedPlace = BoardPlace(id: nil, path: name)
        self.init(
            place: { fixedPlace }, open: open, find: { _ in fixedPlace }, connect: { _ in },
            create: { _ in fixedPlace }, compact: compact
        )
    }
}

/// A community and its location.
package struct BoardPlace: Hashable, Sendable {
    /// The id of the community wherever its folder is.
    ///
    /// It is nil for a location that was never opened, and for a fixed location.
    package let id: String?
    /// The folder, or the address of a database after `postgres:`.
    package let path: String

    package init(id: String?, path: String) {
        self.id = id
        self.path = path
    }
}

/// The schema state of a community in a database.
package struct BoardSchema: Hashable, Sendable {
    /// The version of the database.
    package let version: Int
    /// The version that this program supports.
    package let newest: Int
    /// Whether the server is a read-only standby.
    package let isStandby: Bool
    /// The number of pending migration steps.
    package var waiting: Int { max(0, newest - version) }

    package init(version: Int, newest: Int, isStandby: Bool) {
        self.version = version
        self.newest = newest
        self.isStandby = isStandby
    }
}

extension Failure {
    /// The failure of a participant's command before a community is known, with the next step.
    package static let notConnected = Failure(
        .notConnected, "You are not connected to a community yet.",
        advice: "Ask the person who gave you the app for the community's folder, then type: community connect DIR.",
        kind: .temporary)

    /// Returns the temporary failure of an unreachable community.
    package static func communityUnreachable(_ path: String, _ reason: String = "") -> Failure {
        .unreachable(
            .communityUnreachable, path, reason,
            advice: "If its folder has moved, name the new place: community connect DIR.")
    }

    /// Returns the failure of a folder without its community.
    package static func communityEmptied(_ path: String) -> Failure {
        Failure(
            .communityEmptied, "There is no longer a community in \(path).",
            advice: "Put the folder back from a copy, or name its new place: community connect DIR.", kind: .temporary)
    }

    /// Returns the failure of a folder with another community.
    package static func communityForeign(_ path: String) -> Failure {
        Failure(
            .communityForeign, "\(path) holds a different community, not yours.",
            advice: "Name the folder of your community, or join this one: community connect DIR.", kind: .temporary)
    }

    /// Returns the failure of a folder that does not respond.
    package static func communitySilent(_ path: String) -> Failure { .silent(.communitySilent, path) }
}
