import Groups

extension GroupPolicy {
    /// The permissions in a team.
    ///
    /// A lead manages the members and reads no more feedback than others.
    package static let team = GroupPolicy(
        "coin.team", roles: ["lead", "member"],
        kinds: [
            PostKind(TeamPost.request), PostKind(TeamPost.feedback, limit: 1 << 19, deletedWith: [.about]),
            PostKind(
                TeamPost.acknowledgement, limit: 1024, answers: [TeamPost.feedback: [.aboutMe]], deletedWith: [],
                isLimitedToOne: true),
            PostKind(
                TeamPost.comment,
                answers: [TeamPost.feedback: [.own, .aboutMe, .toMe], TeamPost.request: [.own, .toMe]]),
        ],
        rules: ["lead", "member"].flatMap { role -> [Lines] in
            [
                .may(role, [.read], TeamPost.request, .own, .toMe), .may(role, [.write], TeamPost.request, .aboutMe),
                .may(role, [.withdraw], TeamPost.request, .own),
                .may(role, [.read], TeamPost.feedback, .own, .aboutMe, .toMe),
                .may(role, [.write, .change, .withdraw], TeamPost.feedback, .own),
                .may(role, [.read, .write], TeamPost.acknowledgement, .own, .toMe),
                .may(role, [.read, .write], TeamPost.comment, .own, .toMe),
                .may(role, [.withdraw], TeamPost.comment, .own),
                .may(role, [.read], GroupResource.member("lead"), .all),
                .may(role, [.read], GroupResource.member("member"), .all),
            ]
        }
            + ["lead", "member"].flatMap { role -> [Lines] in
                [
                    .may("lead", [.change, .withdraw], GroupResource.member(role), .all),
                    .may("lead", [.read, .write, .withdraw], GroupResource.invitation(role), .all),
                ]
            }, wording: GroupTerminology(group: "team", option: "--in"))
}

/// The kinds of posts in a team.
package enum TeamPost {
    package static let request = "request"
    package static let feedback = "feedback"
    package static let acknowledgement = "acknowledgement"
    package static let comment = "comment"
}
