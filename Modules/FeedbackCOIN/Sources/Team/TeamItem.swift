import Groups
import Kernel

/// An item in a team as its reader sees it.
package struct TeamItem: Sendable, Hashable {
    /// The kind of an item as shown to people.
    package enum ItemKind: String, CaseIterable, Sendable {
        case request, feedback, comment
    }

    package let post: Post
    package let itemKind: ItemKind
    /// The author, or nil for a former member.
    package let author: String?
    /// The subject or addressee, or nil for all members and for a former member.
    package let subject: String?
    package let isOwn: Bool
    package let isAboutMe: Bool
    package let isUnread: Bool
    /// The text of a request or a comment, or empty.
    package let words: String
    /// The sections of feedback, or nil for other items.
    package let text: FeedbackText?
    package let kind: FeedbackKind?
    /// The time at which its subject acknowledged it, or nil before.
    package let acknowledgedAt: Instant?
    package let comments: [TeamItem]
    /// The number of answers to the reader's own request, or of the reader's answers to another
    /// one.
    package let answerCount: Int

    package var preview: String { text?.preview ?? FeedbackText(context: words).preview }
    package var visibility: TeamVisibility {
        switch post.audience {
        case .author: .private
        case .members: .recipient
        case .role, .everyone: .team
        }
    }
    /// Whether a member waits for an answer of the reader.
    package var waitsForMe: Bool { itemKind == .request && !isOwn && answerCount == 0 }
}

extension TeamItem {
    /// Returns all items of a team by time, with comments inside the items to which they belong.
    static func all(in snapshot: GroupSnapshot) -> [TeamItem] {
        let view = snapshot.view
        return view.posts.compactMap { post in
            switch post.kind {
            case TeamPost.request: TeamItem(post, .request, snapshot)
            case TeamPost.feedback: TeamItem(post, .feedback, snapshot)
            default: nil
            }
        }
    }

    /// Returns the feedback about the reader among posts returned when the reader left.
    static func received(among posts: [Post], in snapshot: GroupSnapshot) -> [TeamItem] {
        posts.filter { $0.kind == TeamPost.feedback && $0.about == snapshot.view.me.id }.map {
            TeamItem($0, .feedback, snapshot)
        }
    }

    private init(_ post: Post, _ itemKind: ItemKind, _ snapshot: GroupSnapshot) {
        let view = snapshot.view
        let content = TeamContent(post)
        self.post = post
        self.itemKind = itemKind
        author = view.member(post.author)?.name
        let other = itemKind == .feedback ? post.about : post.audience.named.first { $0 != post.author }
        self.subject = other.flatMap { view.member($0)?.name }
        isOwn = post.author == view.me.id
        isAboutMe = post.about == view.me.id
        words = content.words ?? ""
        text = content.text
        kind = content.kind
        acknowledgedAt = view.answers(to: post.id, of: TeamPost.acknowledgement).first?.writtenAt
        comments =
            itemKind == .comment
            ? [] : view.answers(to: post.id, of: TeamPost.comment).map { TeamItem($0, .comment, snapshot) }
        isUnread = snapshot.unread.contains(post.id) || comments.contains(where: \.isUnread)
        let answers =
            itemKind == .request
            ? view.posts(of: TeamPost.feedback).filter { TeamContent($0).request == post.id } : []
        answerCount = Set(answers.filter { post.author == view.me.id || $0.author == view.me.id }.map(\.author)).count
    }
}
