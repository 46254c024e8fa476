import Club
import Groups
import Kernel
import Terminal

/// What several commands take, and what all of them stand on.
struct ClubOptions: Sendable {
    let book: @Sendable () throws -> ClubBook
    let circle: @Sendable () throws -> ClubCircle
    let own: OwnLearning
    let shelf: PackPlace
    let sets: SetPlace
    /// A path as the person meant it, seen from the root.
    let whole: @Sendable (String) -> String

    /// Which club, where there are several.
    var club: Parameter<String?> {
        .option(
            "club",
            .text("NAME", limit: Club.longestName).completed { [book] typed in
                ((try? book().clubs()) ?? []).map(\.name).filter { $0.hasPrefix(typed) }
            }, "which club, if you are in several")
    }

    /// Somebody on the roll.
    var student: ValueKind<String> {
        ValueKind<String>.text("STUDENT", limit: Student.longestName).completed { [book] typed in
            guard let book = try? book(), let clubs = try? book.clubs() else { return [] }
            return clubs.flatMap { (try? book.roll(of: $0.id.rawValue).students().map(\.name)) ?? [] }.filter {
                $0.hasPrefix(typed)
            }
        }
    }

    /// What a student is called on the command line.
    static let studentHelp = "the student: name, first name, alias, or row in `club student list`"

    /// Which class of a day.
    static let lesson = Parameter<String?>.option(
        "class", .text("NAME", limit: FeePlan.longestName), "which class, if there are several a day, such as kids")

    func roll(_ club: String?) throws -> ClubRoll { try book().roll(of: club) }

    /// What the person sees of a club that others share.
    func sight(_ club: String?, _ patience: Patience = .asked) throws -> (circle: ClubCircle, sight: ClubSight) {
        let circle = try circle()
        let group = try circle.group(club)
        // What waits goes first, so that one sees what one has sent; what is refused behind it is said when it is sent anew.
        _ = try circle.membership.deliver(.glance)
        do {
            let sight = try circle.sight(of: group, patience)
            return (circle, told(sight, circle) ? try circle.sight(of: group, patience) : sight)
        } catch let failure as Failure
            where failure.code == .notMember
        {
            // Whoever was removed has nothing of the club any more.
            try ClubPacks(circle, on: shelf).dropAll(of: group)
            throw failure
        }
    }

    /// Tells what is followed and has changed; that it cannot be told now keeps nobody from what they are about to do.
    private func told(_ sight: ClubSight, _ circle: ClubCircle) -> Bool {
        guard !sight.isStaff, let told = try? ClubFollowing(book(), circle, own).tell(in: sight) else { return false }
        return told > 0
    }

    /// The group of a club that is kept here, where it has one: it is called alike.
    func sight(of roll: ClubRoll, _ patience: Patience = .glance) throws -> (circle: ClubCircle, sight: ClubSight)? {
        let circle = try circle()
        guard
            let group = try circle.membership.groups().first(where: { Folding.folded($0.name) == Folding.folded(roll.club.name) })
        else { return nil }
        return (circle, try circle.sight(of: group, patience))
    }

    /// A name, a code or a place as it is typed into a shell.
    static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || "_-./:@,+=%".contains($0) }
        return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }

    /// Brings what students were told in line with a roll, where its club is shared; that it cannot be now keeps nobody from their work.
    ///
    /// - Returns: what is seen of the club then; nil where there is none.
    @discardableResult
    func bring(_ roll: ClubRoll) -> (circle: ClubCircle, sight: ClubSight, visitors: Int, sending: GroupSending)? {
        // What waits goes first, so that nothing is told twice.
        guard let circle = try? circle(), (try? circle.membership.deliver(.glance)) != nil,
            let sight = (try? sight(of: roll))?.sight
        else { return nil }
        let told = (try? circle.bring(roll, in: sight)) ?? (visitors: 0, sending: .arrived)
        return (circle, sight, told.visitors, told.sending)
    }

    /// What students of a roll share; nothing where there is no group, or it is away and no copy was kept.
    func mastery(of roll: ClubRoll) -> SharedMastery {
        {
            guard let (_, sight) = try? sight(of: roll) else { return [:] }
            return try roll.mastery(sight)
        }
    }

    /// What is said of something that was sent: that it is done, or that it waits, and why.
    static func said(_ done: String, _ sending: GroupSending) -> String {
        guard !sending.hasArrived else { return done }
        let waits = "It waits on this device and is sent later."
        return sending.trouble.map { "\(waits) \($0.message)" } ?? waits
    }

    /// For whom somebody shares: themselves, or the child they name, or the only one.
    ///
    /// - Parameter isTakingBack: whoever teaches now takes back what they shared as a student.
    static func learner(_ name: String?, in sight: ClubSight, takingBack isTakingBack: Bool = false) throws -> Member {
        let learners = isTakingBack && sight.isStaff ? [sight.me] : sight.learners
        guard let first = learners.first else {
            throw Failure(
                .nobodyToShare,
                "As \(sight.role.title) you have nothing of your own there: students have, and guardians for their children.")
        }
        guard let name else {
            guard learners.count == 1 else {
                throw Failure(
                    .nobodyToShare, "You answer for \(listed(learners.map(\.name))).",
                    advice: "Say for whom with --for NAME.", kind: .usage)
            }
            return first
        }
        guard let found = learners.first(where: { Folding.folded($0.name) == Folding.folded(name) }) else {
            throw Failure(
                .nobodyToShare, "You do not answer for “\(name.prefix(40))”.",
                advice: "Choose from \(learners.map(\.name).joined(separator: ", ")).", kind: .usage)
        }
        return found
    }

    static let whose = Parameter<String?>.option("for", .text("CHILD", limit: 60), "which child, if you answer for several")
}
