import Groups
import Kernel

/// What somebody is in a club.
public enum ClubRole: String, CaseIterable, Sendable {
    /// Leads the club: everything, fees among it.
    case head
    /// Teaches: sees what is shared, assigns, announces; no fees.
    case instructor
    /// Answers for a child, and acts for it.
    case guardian
    /// Trains.
    case student

    /// For people: `head instructor`.
    public var title: String { self == .head ? "head instructor" : rawValue }
}

/// What a student may share, each by itself.
public enum SharedKind: String, CaseIterable, Codable, Sendable {
    /// Words and pages of theory.
    case theory
    /// How well the forms are known.
    case patterns
    /// On which days they practised.
    case attendance
    /// Gradings that they noted.
    case gradings
}

/// The kinds of papers in a club.
enum ClubPaper {
    static let (notice, assignment, done) = ("notice", "assignment", "done")
    static let (result, bill, mark) = ("result", "bill", "mark")
    static let (board, suggestion, tip, directory) = ("board", "suggestion", "tip", "directory")
    static let (pack, credit, words) = ("pack", "credit", "words")
    /// From so many people on a label is counted.
    static let floor = 5
}

extension Statutes {
    /// Who may do what in a club. Everything that is not said is forbidden.
    public static let club = Statutes(
        "dojang.club", roles: ClubRole.allCases.map(\.rawValue),
        kinds: SharedKind.allCases.map { PaperKind($0.rawValue, limit: 32_768, floor: ClubPaper.floor) } + [
            PaperKind(ClubPaper.notice, limit: 8192, goesWith: []), PaperKind(ClubPaper.assignment, limit: 4096, goesWith: []),
            PaperKind(ClubPaper.done, limit: 256, answers: [ClubPaper.assignment: [.toMe]], isOnce: true),
            PaperKind(ClubPaper.result, limit: 4096, goesWith: [.about]),
            PaperKind(ClubPaper.bill, limit: 8192, goesWith: [.about]),
            PaperKind(ClubPaper.mark, limit: 8192, goesWith: [.about]),
            PaperKind(ClubPaper.board, limit: 256, floor: ClubPaper.floor),
            PaperKind(ClubPaper.suggestion, limit: 2048), PaperKind(ClubPaper.tip, limit: 2048, goesWith: []),
            PaperKind(ClubPaper.directory, limit: 2048), PaperKind(ClubPaper.credit, limit: 256),
            PaperKind(ClubPaper.words, answers: [ClubPaper.assignment: [.own]], goesWith: [], isOnce: true),
            PaperKind(ClubPaper.pack, limit: PaperKind.mostBytes, goesWith: []),
        ], rules: sharing + teaching + everybody + people, wording: wording)

    private static let wording = StatuteWording(
        group: "club",
        plurals: [
            "head": "head instructors", "theory": "what students share", "patterns": "what students share",
            "attendance": "what students share", "gradings": "what students share", ClubPaper.notice: "announcements",
            ClubPaper.assignment: "tasks", ClubPaper.done: "tasks as done", ClubPaper.mark: "attendance",
            ClubPaper.board: "lines of the board", ClubPaper.suggestion: "tips that were handed in",
            ClubPaper.directory: "lines of the directory", ClubPaper.credit: "names of contributors",
            ClubPaper.pack: "packs of the club", ClubPaper.words: "words of a set",
        ])

    private static let staff = ["head", "instructor"]
    private static let all = ClubRole.allCases.map(\.rawValue)

    /// What students share, and what is about one of them.
    private static var sharing: [Lines] {
        SharedKind.allCases.map(\.rawValue).flatMap { kind in
            // Who shared as a student, and teaches now, takes it back still.
            staff.flatMap { [Lines.may($0, [.read, .count], kind, .all), .may($0, [.withdraw], kind, .own)] }
                + [
                    .may("student", [.read, .write, .change, .withdraw], kind, .own),
                    .may("guardian", [.read, .write, .change, .withdraw], kind, .ofWards),
                ]
        }
            + [ClubPaper.result, ClubPaper.mark].flatMap { kind in
                staff.flatMap { [Lines.may($0, [.read], kind, .all), .may($0, [.write, .change, .withdraw], kind, .own)] }
                    + [.may("student", [.read], kind, .aboutMe), .may("guardian", [.read], kind, .ofWards)]
            }
            + [
                .may("head", [.read], ClubPaper.bill, .all), .may("head", [.write, .change, .withdraw], ClubPaper.bill, .own),
                .may("student", [.read], ClubPaper.bill, .aboutMe), .may("guardian", [.read], ClubPaper.bill, .ofWards),
            ]
    }

    /// What instructors hand out, and what comes back.
    private static var teaching: [Lines] {
        staff.flatMap { role in
            [
                Lines.may(role, [.read], ClubPaper.assignment, .all),
                .may(role, [.write, .change, .withdraw], ClubPaper.assignment, .own), .may(role, [.read], ClubPaper.done, .all),
                .may(role, [.read], ClubPaper.words, .all), .may(role, [.write, .withdraw], ClubPaper.words, .own),
                .may(role, [.write, .withdraw], ClubPaper.notice, .own), .may(role, [.write, .withdraw], ClubPaper.tip, .own),
                .may(role, [.write, .change, .withdraw], ClubPaper.directory, .own),
            ]
        }
            + [
                .may("head", [.withdraw], ClubPaper.notice, .all), .may("head", [.withdraw], ClubPaper.tip, .all),
                .may("head", [.read, .withdraw], ClubPaper.suggestion, .all),
                .may("instructor", [.read, .withdraw], ClubPaper.suggestion, .all),
                .may("head", [.write, .change, .withdraw], ClubPaper.pack, .own),
                // Whoever made them may be gone.
                .may("head", [.withdraw], ClubPaper.pack, .all), .may("head", [.withdraw], ClubPaper.assignment, .all),
                .may("head", [.withdraw], ClubPaper.words, .all), .may("head", [.withdraw], ClubPaper.board, .all),
                .may("instructor", [.withdraw], ClubPaper.board, .own),
            ]
            + [ClubPaper.assignment, ClubPaper.words].flatMap { kind in
                [Lines.may("student", [.read], kind, .toMe), .may("guardian", [.read], kind, .toMe, .ofWards)]
            }
            + [
                .may("student", [.read, .write, .withdraw], ClubPaper.done, .own),
                .may("guardian", [.read, .write, .withdraw], ClubPaper.done, .ofWards),
            ]
    }

    /// What everybody reads, and what everybody may say.
    private static var everybody: [Lines] {
        all.flatMap { role in
            [ClubPaper.notice, ClubPaper.tip, ClubPaper.directory, ClubPaper.pack, ClubPaper.board, ClubPaper.credit].map {
                Lines.may(role, [.read], $0, .own, .toMe)
            }
                + [
                    .may(role, [.read, .write, .withdraw], ClubPaper.suggestion, .own),
                    .may(role, [.write, .change, .withdraw], ClubPaper.credit, .own),
                ]
        }
            + [
                .may("student", [.write, .change, .withdraw], ClubPaper.board, .own),
                .may("guardian", [.write, .change, .withdraw], ClubPaper.board, .ofWards),
            ]
    }

    /// Who sees, invites, appoints and removes whom. Students do not see each other.
    private static var people: [Lines] {
        all.flatMap { role in
            [
                Lines.may("head", [.read, .change, .withdraw], Matter.member(role), .all),
                .may("instructor", [.read], Matter.member(role), .all),
                .may("head", [.read, .write, .withdraw], Matter.invitation(role), .all),
            ]
        } + staff.flatMap { role in ["student", "guardian"].map { Lines.may($0, [.read], Matter.member(role), .all) } }
            + ["student", "guardian"].map { Lines.may("instructor", [.read, .write, .withdraw], Matter.invitation($0), .all) }
            + [
                .may("guardian", [.read, .write, .withdraw], Matter.member("student"), .ofWards),
                .may("head", [.write, .withdraw], Matter.guardianship, .all),
                .may("student", [.write, .withdraw], Matter.guardianship, .aboutMe),
                .may("guardian", [.withdraw], Matter.guardianship, .own),
            ]
    }
}
