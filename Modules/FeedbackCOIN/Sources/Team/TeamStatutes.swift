import Groups

extension Statutes {
    /// Who may do what in a team. A lead looks after who is in it, and reads no feedback more than anybody else.
    public static let team = Statutes(
        "coin.team", roles: ["lead", "member"],
        kinds: [
            PaperKind(TeamPaper.request), PaperKind(TeamPaper.feedback, limit: 1 << 19, goesWith: [.about]),
            PaperKind(
                TeamPaper.acknowledgement, limit: 1024, answers: [TeamPaper.feedback: [.aboutMe]], goesWith: [], isOnce: true),
            PaperKind(
                TeamPaper.comment, answers: [TeamPaper.feedback: [.own, .aboutMe, .toMe], TeamPaper.request: [.own, .toMe]]),
        ],
        rules: ["lead", "member"].flatMap { role -> [Lines] in
            [
                .may(role, [.read], TeamPaper.request, .own, .toMe), .may(role, [.write], TeamPaper.request, .aboutMe),
                .may(role, [.withdraw], TeamPaper.request, .own),
                .may(role, [.read], TeamPaper.feedback, .own, .aboutMe, .toMe),
                .may(role, [.write, .change, .withdraw], TeamPaper.feedback, .own),
                .may(role, [.read, .write], TeamPaper.acknowledgement, .own, .toMe),
                .may(role, [.read, .write], TeamPaper.comment, .own, .toMe), .may(role, [.withdraw], TeamPaper.comment, .own),
                .may(role, [.read], Matter.member("lead"), .all), .may(role, [.read], Matter.member("member"), .all),
            ]
        }
            + ["lead", "member"].flatMap { role -> [Lines] in
                [
                    .may("lead", [.change, .withdraw], Matter.member(role), .all),
                    .may("lead", [.read, .write, .withdraw], Matter.invitation(role), .all),
                ]
            }, wording: StatuteWording(group: "team", option: "--in"))
}

/// The kinds of what a team shares.
public enum TeamPaper {
    /// Somebody asks others what they saw.
    public static let request = "request"
    /// The four sections, about somebody.
    public static let feedback = "feedback"
    /// That whom it is about has read it.
    public static let acknowledgement = "acknowledgement"
    /// A word to feedback or to a request.
    public static let comment = "comment"
}
