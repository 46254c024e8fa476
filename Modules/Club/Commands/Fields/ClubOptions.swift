import Club
import Groups
import Interface
import Kernel

/// The options and dependencies that several commands share.
struct ClubOptions: Sendable {
    let registry: @Sendable () throws -> ClubRegistry
    let circle: @Sendable () throws -> ClubCircle
    let progress: LearnerProgress
    let packStorage: PackStorage
    let sets: WordSetStorage
    /// Resolves a path to an absolute one.
    let absolutePath: @Sendable (String) -> String

    var club: Parameter<String?> {
        .option(
            "club",
            .text("NAME", limit: ClubRecord.longestName).completed { [registry] typed in
                ((try? registry().clubs()) ?? []).map(\.name).filter { $0.hasPrefix(typed) }
            }, "which club, if you are in several")
    }

    var student: ValueKind<String> {
        ValueKind<String>.text("STUDENT", limit: Student.longestName).completed { [registry] typed in
            guard let book = try? registry(), let clubs = try? book.clubs() else { return [] }
            return clubs.flatMap { (try? book.roll(of: $0.id.rawValue).students().map(\.name)) ?? [] }.filter {
                $0.hasPrefix(typed)
            }
        }
    }

    static let studentHelp = "the student: name, first name, alias, or row in `club student list`"

    static let lesson = Parameter<String?>.option(
        "class", .text("NAME", limit: FeePlan.longestName), "which class, if there are several a day, such as kids")

    func roll(_ club: String?) throws -> ClubRoll { try registry().roll(of: club) }

    /// Returns the user's view of a shared club.
    func snapshot(_ club: String?, _ waitLimit: WaitLimit = .userInitiated) throws -> (
        circle: ClubCircle, snapshot: ClubSnapshot
    ) {
        let circle = try circle()
        let group = try circle.group(club)
        // The outbox is sent first, so that the user sees what was sent. A later refusal is
        // reported with the next attempt.
        _ = try circle.membership.deliver(.brief)
        do {
            let snapshot = try circle.snapshot(of: group, waitLimit)
            return (circle, sendChangedShares(snapshot, circle) ? try circle.snapshot(of: group, waitLimit) : snapshot)
        } catch let failure as Failure
            where failure.code == .notMember
        {
            // A removed member keeps nothing of the club.
            try ClubPacks(circle, in: packStorage).dropAll(of: group)
            throw failure
        }
    }

    /// Sends changed values that are shared continuously. A failure does not stop the command.
    ///
    /// - Returns: Whether any value was sent, so that the snapshot is out of date.
    private func sendChangedShares(_ snapshot: ClubSnapshot, _ circle: ClubCircle) -> Bool {
        guard !snapshot.isStaff,
            let sentCount = try? ShareSubscriptions(registry(), circle, progress).sendChanges(in: snapshot)
        else {
            return false
        }
        return sentCount > 0
    }

    /// Returns the shared group with the name of a local club, or nil if there is none.
    func snapshot(of roll: ClubRoll, _ waitLimit: WaitLimit = .brief) throws -> (
        circle: ClubCircle, snapshot: ClubSnapshot
    )? {
        let circle = try circle()
        guard
            let group = try circle.membership.groups().first(where: {
                Folding.folded($0.name) == Folding.folded(roll.club.name)
            })
        else { return nil }
        return (circle, try circle.snapshot(of: group, waitLimit))
    }

    /// Updates the reports to students after a change of the roll, if the club is shared. A failure
    /// does not stop the command.
    ///
    /// - Returns: The resulting view of the club, or nil if there is none.
    @discardableResult
    func updateReports(_ roll: ClubRoll) -> (
        circle: ClubCircle, snapshot: ClubSnapshot, visitors: Int, sending: SubmissionOutcome
    )? {
        // The outbox is sent first, so that nothing is reported twice.
        guard let circle = try? circle(), (try? circle.membership.deliver(.brief)) != nil,
            let snapshot = (try? snapshot(of: roll))?.snapshot
        else { return nil }
        let report = (try? circle.updateReports(roll, in: snapshot)) ?? (visitors: 0, sending: .arrived)
        return (circle, snapshot, report.visitors, report.sending)
    }

    /// Returns the mastery that students share, or nothing without a group or a copy of it.
    func mastery(of roll: ClubRoll) -> SharedMastery {
        {
            guard let (_, snapshot) = try? snapshot(of: roll) else { return [:] }
            return try roll.mastery(snapshot)
        }
    }

    /// Returns a sentence about a sent message: that it arrived, or why it waits.
    static func deliveryMessage(_ doneText: String, _ sending: SubmissionOutcome) -> String {
        guard !sending.hasArrived else { return doneText }
        let waitingText = "It waits on this device and is sent later."
        return sending.trouble.map { "\(waitingText) \($0.message)" } ?? waitingText
    }

    /// Returns the learner for whom the user shares: the user, the named child, or the only child.
    ///
    /// - Parameter isTakingBack: Whether an instructor may withdraw values shared earlier as a
    ///   student.
    static func learner(_ name: String?, in snapshot: ClubSnapshot, takingBack isTakingBack: Bool = false) throws
        -> Member
    {
        let learners = isTakingBack && snapshot.isStaff ? [snapshot.me] : snapshot.learners
        guard let first = learners.first else {
            throw Failure(
                .nobodyToShare,
                "As \(snapshot.role.title) you have nothing of your own there: students have, and guardians for their children."
            )
        }
        guard let name else {
            guard learners.count == 1 else {
                throw Failure(
                    .nobodyToShare, "You answer for \(listed(learners.map(\.name))).",
                    advice: "Say for whom with --for NAME.", kind: .usage)
            }
            return first
        }
        guard let match = learners.first(where: { Folding.folded($0.name) == Folding.folded(name) }) else {
            throw Failure(
                .nobodyToShare, "You do not answer for “\(name.prefix(40))”.",
                advice: "Choose from \(learners.map(\.name).joined(separator: ", ")).", kind: .usage)
        }
        return match
    }

    static let childOption = Parameter<String?>.option(
        "for", .text("CHILD", limit: 60), "which child, if you answer for several")
}
