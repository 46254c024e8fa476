import Kernel

/// Where a group's members and papers are, as one member sees it. Who asks was settled when it was opened: by a secret, or by a login.
///
/// Every call is one unit of work, which asks the statutes for itself. Nothing here can be undone by `undo`.
public protocol GroupHall: Sendable {
    /// What the place says of the group that lies there.
    func group() throws -> Group
    /// Who asks.
    ///
    /// - Throws: `notMember` for somebody who has left or was removed; every other call does as well.
    func me() throws -> Member
    /// Whether the place keeps an older table than the program has, so that some of what it offers is refused there.
    func isBehind() throws -> Bool
    /// Those whom they may see, in the order in which they came; who left is not among them.
    func members() throws -> [Member]

    /// The papers that they may read, of these kinds or of all, by the time of writing.
    func papers(_ kinds: Set<String>?) throws -> [Paper]
    /// Takes a paper, once: its id says whether it was taken before, and one that was taken back stays so.
    ///
    /// - Returns: false when it had been taken.
    /// - Throws: `groupNotAllowed`, `memberNotFound` (about or for nobody here), `paperNotFound` (what it answers), `paperIDTaken`,
    ///   `paperKindUnknown`, `paperTooLarge`; `papersFull` of kind `temporary` behind 500 a day.
    func write(_ paper: Paper) throws -> Bool
    /// Gives a paper another content, label and audience.
    ///
    /// - Throws: `groupNotAllowed`, `paperNotFound`, `memberNotFound`, `paperTooLarge`.
    func change(_ id: Identifier<Paper>, to content: [UInt8], label: String?, for audience: Audience) throws
    /// Takes a paper back, with what answers it. One that is gone already is no trouble.
    ///
    /// - Throws: `groupNotAllowed`; `paperNotFound` for one that never was, or that they may not read.
    func withdraw(_ id: Identifier<Paper>) throws
    /// How many people wrote papers of a kind, by label; labels of fewer people than the kind's floor are left out.
    ///
    /// - Throws: `groupNotAllowed`, `paperKindUnknown`.
    func counts(of kind: String) throws -> [LabelCount]

    /// A code that lets people in. It is told once.
    ///
    /// - Parameters:
    ///   - uses: how many people, 1–200.
    ///   - until: the last day; nil for no end.
    /// - Throws: `groupNotAllowed`, `roleUnknown`.
    func invite(as role: String, uses: Int, until: Day?) throws -> String
    /// What still lets people in, of the roles for which they may see that.
    func invitations() throws -> [GroupInvitation]
    /// Ends an invitation.
    ///
    /// - Throws: `groupNotAllowed`; `invitationUnknown`.
    func revoke(_ invitation: Identifier<GroupInvitation>) throws

    /// Is called otherwise from now on.
    func rename(to name: String) throws
    /// Gives somebody another role. Codes of theirs that they could not make now are over.
    ///
    /// - Throws: `groupNotAllowed` (whoever gives a role must be allowed to change those who have it, and to change into it), `memberNotFound`,
    ///   `roleUnknown`, `lastKeeper`.
    func appoint(_ member: Identifier<Member>, as role: String) throws
    /// Takes in somebody who has no device of their own, with whoever asks as their guardian.
    ///
    /// - Parameter id: made by whoever asks, so that asking twice is asking once.
    /// - Throws: `groupNotAllowed`, `roleUnknown`, `memberTwice`, `groupFull`.
    func admit(_ id: Identifier<Member>, called name: String, as role: String, consent: String) throws -> Member
    /// Ends somebody's membership, as if they had left; their codes end with them, and those whom they keep go along.
    ///
    /// - Throws: `groupNotAllowed`, `memberNotFound`, `lastKeeper`.
    func remove(_ member: Identifier<Member>) throws
    /// Leaves: what goes with them by the statutes goes, their name too, and guardianships end. The last one takes everything along.
    ///
    /// - Returns: what was about them or theirs and is gone from the group.
    /// - Throws: `lastKeeper` while there are others.
    func leave() throws -> [Paper]

    /// The guardianships that they are part of, or all of them for whoever may write them for others; withdrawn ones too.
    func guardianships() throws -> [Guardianship]
    /// Notes that one acts for another. One that was withdrawn holds again.
    ///
    /// - Throws: `groupNotAllowed`, `memberNotFound`.
    func consent(that guardian: Identifier<Member>, actsFor ward: Identifier<Member>, to what: String) throws
    /// Ends that.
    ///
    /// - Throws: `groupNotAllowed`, `guardianshipNotFound`.
    func withdrawConsent(_ id: Identifier<Guardianship>) throws
}

extension GroupHall {
    /// Where the program decides there is no other table than its own.
    public func isBehind() throws -> Bool { false }

    /// One paper that they may read.
    ///
    /// - Throws: `paperNotFound`.
    public func paper(_ id: Identifier<Paper>) throws -> Paper {
        guard let paper = try papers(nil).first(where: { $0.id == id }) else { throw Failure.paperNotFound(id) }
        return paper
    }
}
