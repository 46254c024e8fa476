import Kernel

/// Who takes part in a community that a database guards, and who answers.
extension Stewardship {
    /// Makes a community in a database, by whoever administers it, and founds it: the first developer is whoever asks.
    ///
    /// - Throws: `communityExists`, and what the server says.
    public func initialise(_ url: String) throws -> BoardPlace { try create(in: url) }

    /// Brings the schema of a community to this program's version.
    ///
    /// - Throws: `communityUnguarded` for one in a folder, and what the server says.
    public func migrate(_ url: String) throws -> (before: Int, after: Int) {
        guard let versions = try access.migrate(url) else { throw Failure.communityUnguarded }
        return versions
    }

    /// A code that lets people in. It is told once.
    ///
    /// - Throws: `notAllowed`, `communityUnguarded`, and what a wrong text throws.
    public func invite(_ invitation: Invitation) throws -> String {
        let name = try invitation.developer.map { try Wording.tag.kept($0, "A name") }
        let app = try invitation.app.map(Wording.app)
        return try guarded().invite(Invitation(developer: name, app: app, uses: invitation.uses, until: invitation.until))
    }

    /// Who answers, and who did.
    ///
    /// - Throws: `notAllowed`, `communityUnguarded`.
    public func developers() throws -> [Developer] { try guarded().developers() }

    /// Ends what a developer may do, at once.
    ///
    /// - Throws: `notAllowed`, `communityUnguarded`, `developerNotFound`, `lastDeveloper`.
    public func revoke(developer name: String) throws { try guarded().revoke(developer: name) }

    private func guarded() throws -> any GuardedBoard {
        guard let board = try board() as? any GuardedBoard else { throw Failure.communityUnguarded }
        return board
    }
}
