import Groups
import Kernel

/// The role of a member in a club.
package enum ClubRole: String, CaseIterable, Sendable {
    /// Leads the club, with all rights including fees.
    case head
    /// Teaches: sees shared values, assigns and announces, without fees.
    case instructor
    /// Acts for children who are students.
    case guardian
    case student

    /// The title for people, such as `head instructor`.
    package var title: String { self == .head ? "head instructor" : rawValue }
}

/// The kinds of values that a student may share, each separately.
package enum SharedKind: String, CaseIterable, Codable, Sendable {
    case theory
    case patterns
    case attendance
    case gradings
}

/// The kinds of posts in a club.
enum ClubPost {
    static let (notice, assignment, done) = ("notice", "assignment", "done")
    static let (result, bill, mark) = ("result", "bill", "mark")
    static let (board, suggestion, tip, directory) = ("board", "suggestion", "tip", "directory")
    static let (pack, credit, words) = ("pack", "credit", "words")
    /// The smallest group for which a label is counted.
    static let floor = 5
}

extension GroupPolicy {
    /// The access policy of a club. Everything else is forbidden.
    package static let club = GroupPolicy(
        "dojang.club", roles: ClubRole.allCases.map(\.rawValue),
        kinds: SharedKind.allCases.map { PostKind($0.rawValue, limit: 32_768, minimumCount: ClubPost.floor) } + [
            PostKind(ClubPost.notice, limit: 8192, deletedWith: []),
            PostKind(ClubPost.assignment, limit: 4096, deletedWith: []),
            PostKind(ClubPost.done, limit: 256, answers: [ClubPost.assignment: [.toMe]], isLimitedToOne: true),
            PostKind(ClubPost.result, limit: 4096, deletedWith: [.about]),
            PostKind(ClubPost.bill, limit: 8192, deletedWith: [.about]),
            PostKind(ClubPost.mark, limit: 8192, deletedWith: [.about]),
            PostKind(ClubPost.board, limit: 256, minimumCount: ClubPost.floor),
            PostKind(ClubPost.suggestion, limit: 2048), PostKind(ClubPost.tip, limit: 2048, deletedWith: []),
            PostKind(ClubPost.directory, limit: 2048), PostKind(ClubPost.credit, limit: 256),
            PostKind(ClubPost.words, answers: [ClubPost.assignment: [.own]], deletedWith: [], isLimitedToOne: true),
            PostKind(ClubPost.pack, limit: PostKind.maximumBytes, deletedWith: []),
        ], rules: sharingRights + teachingRights + memberRights + administrationRights, wording: wording)

    private static let wording = GroupTerminology(
        group: "club",
        plurals: [
            "head": "head instructors", "theory": "what students share", "patterns": "what students share",
            "attendance": "what students share", "gradings": "what students share", ClubPost.notice: "announcements",
            ClubPost.assignment: "tasks", ClubPost.done: "tasks as done", ClubPost.mark: "attendance",
            ClubPost.board: "lines of the board", ClubPost.suggestion: "tips that were handed in",
            ClubPost.directory: "lines of the directory", ClubPost.credit: "names of contributors",
            ClubPost.pack: "packs of the club", ClubPost.words: "words of a set",
        ])

    private static let staff = ["head", "instructor"]
    private static let roles = ClubRole.allCases.map(\.rawValue)

    /// The rights on values that students share, and on posts about one student.
    private static var sharingRights: [Lines] {
        SharedKind.allCases.map(\.rawValue).flatMap { kind in
            // An instructor can still withdraw values shared earlier as a student.
            staff.flatMap { [Lines.may($0, [.read, .count], kind, .all), .may($0, [.withdraw], kind, .own)] }
                + [
                    .may("student", [.read, .write, .change, .withdraw], kind, .own),
                    .may("guardian", [.read, .write, .change, .withdraw], kind, .ofWards),
                ]
        }
            + [ClubPost.result, ClubPost.mark].flatMap { kind in
                staff.flatMap {
                    [Lines.may($0, [.read], kind, .all), .may($0, [.write, .change, .withdraw], kind, .own)]
                }
                    + [.may("student", [.read], kind, .aboutMe), .may("guardian", [.read], kind, .ofWards)]
            }
            + [
                .may("head", [.read], ClubPost.bill, .all),
                .may("head", [.write, .change, .withdraw], ClubPost.bill, .own),
                .may("student", [.read], ClubPost.bill, .aboutMe), .may("guardian", [.read], ClubPost.bill, .ofWards),
            ]
    }

    /// The rights on assignments and their answers.
    private static var teachingRights: [Lines] {
        staff.flatMap { role in
            [
                Lines.may(role, [.read], ClubPost.assignment, .all),
                .may(role, [.write, .change, .withdraw], ClubPost.assignment, .own),
                .may(role, [.read], ClubPost.done, .all),
                .may(role, [.read], ClubPost.words, .all), .may(role, [.write, .withdraw], ClubPost.words, .own),
                .may(role, [.write, .withdraw], ClubPost.notice, .own),
                .may(role, [.write, .withdraw], ClubPost.tip, .own),
                .may(role, [.write, .change, .withdraw], ClubPost.directory, .own),
            ]
        }
            + [
                .may("head", [.withdraw], ClubPost.notice, .all), .may("head", [.withdraw], ClubPost.tip, .all),
                .may("head", [.read, .withdraw], ClubPost.suggestion, .all),
                .may("instructor", [.read, .withdraw], ClubPost.suggestion, .all),
                .may("head", [.write, .change, .withdraw], ClubPost.pack, .own),
                // The authors may have left the club.
                .may("head", [.withdraw], ClubPost.pack, .all), .may("head", [.withdraw], ClubPost.assignment, .all),
                .may("head", [.withdraw], ClubPost.words, .all), .may("head", [.withdraw], ClubPost.board, .all),
                .may("instructor", [.withdraw], ClubPost.board, .own),
            ]
            + [ClubPost.assignment, ClubPost.words].flatMap { kind in
                [Lines.may("student", [.read], kind, .toMe), .may("guardian", [.read], kind, .toMe, .ofWards)]
            }
            + [
                .may("student", [.read, .write, .withdraw], ClubPost.done, .own),
                .may("guardian", [.read, .write, .withdraw], ClubPost.done, .ofWards),
            ]
    }

    /// The rights of every member.
    private static var memberRights: [Lines] {
        roles.flatMap { role in
            [ClubPost.notice, ClubPost.tip, ClubPost.directory, ClubPost.pack, ClubPost.board, ClubPost.credit].map {
                Lines.may(role, [.read], $0, .own, .toMe)
            }
                + [
                    .may(role, [.read, .write, .withdraw], ClubPost.suggestion, .own),
                    .may(role, [.write, .change, .withdraw], ClubPost.credit, .own),
                ]
        }
            + [
                .may("student", [.write, .change, .withdraw], ClubPost.board, .own),
                .may("guardian", [.write, .change, .withdraw], ClubPost.board, .ofWards),
            ]
    }

    /// The rights to see, invite, appoint and remove members. Students do not see each other.
    private static var administrationRights: [Lines] {
        roles.flatMap { role in
            [
                Lines.may("head", [.read, .change, .withdraw], GroupResource.member(role), .all),
                .may("instructor", [.read], GroupResource.member(role), .all),
                .may("head", [.read, .write, .withdraw], GroupResource.invitation(role), .all),
            ]
        }
            + staff.flatMap { role in
                ["student", "guardian"].map { Lines.may($0, [.read], GroupResource.member(role), .all) }
            }
            + ["student", "guardian"].map {
                Lines.may("instructor", [.read, .write, .withdraw], GroupResource.invitation($0), .all)
            }
            + [
                .may("guardian", [.read, .write, .withdraw], GroupResource.member("student"), .ofWards),
                .may("head", [.write, .withdraw], GroupResource.guardianship, .all),
                .may("student", [.write, .withdraw], GroupResource.guardianship, .aboutMe),
                .may("guardian", [.withdraw], GroupResource.guardianship, .own),
            ]
    }
}
