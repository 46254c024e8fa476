import Kernel

/// The participants and developers of a community in a database.
extension CommunityAdmin {
    /// Migrates a community's schema to this program's version.
    ///
    /// - Throws: `communityUnguarded` for a folder, and the server's errors.
    package func migrate(_ url: String) throws -> (before: Int, after: Int) {
        guard let versions = try access.migrate(url) else { throw Failure.communityUnguarded }
        return versions
    }

    /// Returns a new invitation code, which is shown only once.
    ///
    /// - Throws: `notAllowed`, `communityUnguarded`, and the errors of an invalid text.
    package func invite(_ invitation: Invitation) throws -> String {
        let name = try invitation.developer.map { try TextRules.tag.validated($0, "A name") }
        let app = try invitation.app.map(TextRules.app)
        return try guardedBoard().invite(
            Invitation(developer: name, app: app, uses: invitation.uses, until: invitation.until))
    }

    /// Returns the current and former developers.
    ///
    /// - Throws: `notAllowed`, `communityUnguarded`.
    package func developers() throws -> [Developer] { try guardedBoard().developers() }

    /// Ends a developer's access at once.
    ///
    /// - Throws: `notAllowed`, `communityUnguarded`, `developerNotFound`, `lastDeveloper`.
    package func revoke(developer name: String) throws { try guardedBoard().revoke(developer: name) }

    /// Admits the owners of licenses, each by the license file.
    ///
    /// - Returns: the number of new licenses.
    /// - Throws: `notAllowed`, `communityUnguarded`, and the errors of an invalid text.
    package func admit(_ licenses: [[UInt8]], to app: String?) throws -> Int {
        let codes = try licenses.map(Invitation.code(ofLicence:))
        return try guardedBoard().admit(codes, to: app.map(TextRules.app))
    }

    // MARK: - Forgotten authors

    /// Returns the forgotten authors as hashes, to be kept outside the database.
    ///
    /// - Throws: `notAllowed`, `communityUnguarded`.
    package func forgotten() throws -> [String] {
        guard let board = try board() as? any GuardedBoard else { throw Failure.unforgettable }
        return try board.forgotten()
    }

    /// Deletes data of forgotten authors again after a backup has restored it.
    ///
    /// - Parameter list: an earlier result of `forgotten`, one hash a line.
    /// - Throws: `notAllowed`, `communityUnguarded`, or `notForgotten` if the text is no such list.
    package func forgetAgain(_ list: String) throws -> (people: Int, records: Int) {
        guard let board = try board() as? any GuardedBoard else { throw Failure.unforgettable }
        let hashes = list.split(whereSeparator: \.isNewline).map(String.init)
        guard hashes.allSatisfy({ $0.utf8.count == 64 && $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } }) else {
            throw Failure(
                .notForgotten, "This is not a list that `community forgotten` wrote.", advice: "Nobody was forgotten.",
                kind: .badData)
        }
        return try hashes.isEmpty ? (0, 0) : board.forgetAgain(hashes)
    }

    /// Returns the board of a database.
    ///
    /// - Throws: `communityUnguarded` for a folder, which knows no logins.
    private func guardedBoard() throws -> any GuardedBoard {
        guard let board = try board() as? any GuardedBoard else { throw Failure.communityUnguarded }
        return board
    }
}
