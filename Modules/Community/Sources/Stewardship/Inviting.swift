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

    /// Lets the owners of licences in, each by the file that they got.
    ///
    /// - Returns: how many of them are new.
    /// - Throws: `notAllowed`, `communityUnguarded`, and what a wrong text throws.
    public func admit(_ licences: [[UInt8]], to app: String?) throws -> Int {
        let codes = try licences.map(Invitation.code(ofLicence:))
        return try guarded().admit(codes, to: app.map(Wording.app))
    }

    // MARK: - Those who are gone

    /// Who wanted to be forgotten, under hashes, to be kept outside of the database.
    ///
    /// - Throws: `notAllowed`, `communityUnguarded`.
    public func forgotten() throws -> [String] {
        guard let board = try board() as? any GuardedBoard else { throw Failure.unforgettable }
        return try board.forgotten()
    }

    /// Forgets again whom a backup has brought back.
    ///
    /// - Parameter list: what `forgotten` said before, a hash a line.
    /// - Throws: `notAllowed`, `communityUnguarded`; `notForgotten` for what is no such list.
    public func forgetAgain(_ list: String) throws -> (people: Int, records: Int) {
        guard let board = try board() as? any GuardedBoard else { throw Failure.unforgettable }
        let hashes = list.split(whereSeparator: \.isNewline).map(String.init)
        guard hashes.allSatisfy({ $0.utf8.count == 64 && $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } }) else {
            throw Failure(
                .notForgotten, "This is not a list that `community forgotten` wrote.", advice: "Nobody was forgotten.",
                kind: .badData)
        }
        return try hashes.isEmpty ? (0, 0) : board.forgetAgain(hashes)
    }

    private func guarded() throws -> any GuardedBoard {
        guard let board = try board() as? any GuardedBoard else { throw Failure.communityUnguarded }
        return board
    }
}
