import Groups
import Kernel

/// What somebody shares in a team, as its reader sees it.
public struct TeamItem: Sendable, Hashable {
    /// As people tell messages apart.
    public enum Sort: String, CaseIterable, Sendable {
        /// A request, feedback, a comment.
        case request, feedback, comment
    }

    /// The paper beneath.
    public let paper: Paper
    /// What it is to people.
    public let sort: Sort
    /// Who wrote it; nil for somebody who has left.
    public let author: String?
    /// Whom it is about or to; nil for everybody, and for somebody who has left.
    public let other: String?
    /// Whether the reader wrote it.
    public let isOwn: Bool
    /// Whether it is about the reader.
    public let isAboutMe: Bool
    /// Whether it was not read here yet.
    public let isUnread: Bool
    /// What a request asks, or a comment says.
    public let words: String
    /// The four sections of feedback.
    public let text: FeedbackText?
    /// Praise or growth.
    public let kind: FeedbackKind?
    /// When whom it is about acknowledged it; nil while they have not.
    public let acknowledgedAt: Instant?
    /// What others and the reader say to it, by time.
    public let comments: [TeamItem]
    /// Of a request: whether the reader has given feedback for it, or, of their own, how many have.
    public let given: Int

    /// What stands for it in a list.
    public var preview: String { text?.preview ?? FeedbackText(context: words).preview }
    /// Who sees it.
    public var visibility: TeamVisibility {
        switch paper.audience {
        case .author: .private
        case .members: .recipient
        case .role, .everyone: .team
        }
    }
    /// Whether somebody asks the reader, and waits.
    public var waitsForMe: Bool { sort == .request && !isOwn && given == 0 }
}

extension TeamItem {
    /// Everything in a team that stands for itself, by time; comments are with what they are to.
    static func all(in sight: GroupSight) -> [TeamItem] {
        let view = sight.view
        return view.papers.compactMap { paper in
            switch paper.kind {
            case TeamPaper.request: TeamItem(paper, .request, sight)
            case TeamPaper.feedback: TeamItem(paper, .feedback, sight)
            default: nil
            }
        }
    }

    /// Feedback about the reader among papers that went with them.
    static func received(among papers: [Paper], in sight: GroupSight) -> [TeamItem] {
        papers.filter { $0.kind == TeamPaper.feedback && $0.about == sight.view.me.id }.map { TeamItem($0, .feedback, sight) }
    }

    private init(_ paper: Paper, _ sort: Sort, _ sight: GroupSight) {
        let (view, content) = (sight.view, TeamContent(paper))
        (self.paper, self.sort) = (paper, sort)
        author = view.member(paper.author)?.name
        let other = sort == .feedback ? paper.about : paper.audience.named.first { $0 != paper.author }
        self.other = other.flatMap { view.member($0)?.name }
        (isOwn, isAboutMe) = (paper.author == view.me.id, paper.about == view.me.id)
        (words, text, kind) = (content.words ?? "", content.text, content.kind)
        acknowledgedAt = view.answers(to: paper.id, of: TeamPaper.acknowledgement).first?.writtenAt
        comments =
            sort == .comment
            ? [] : view.answers(to: paper.id, of: TeamPaper.comment).map { TeamItem($0, .comment, sight) }
        isUnread = sight.unread.contains(paper.id) || comments.contains(where: \.isUnread)
        let answers =
            sort == .request
            ? view.papers(of: TeamPaper.feedback).filter { TeamContent($0).request == paper.id } : []
        given = Set(answers.filter { paper.author == view.me.id || $0.author == view.me.id }.map(\.author)).count
    }
}
