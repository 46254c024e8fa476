import Kernel

/// The relation of a member to a post or another resource of the group.
package enum Relation: String, CaseIterable, Codable, Sendable {
    /// The member wrote the post, or it was written in the member's name.
    case own
    /// The member is the subject.
    case aboutMe
    /// The post is for the member by name, by role or as for everyone.
    case toMe
    /// One of these holds for a ward of the member.
    case ofWards
    /// It always holds, except for posts that are for their author only.
    case all
}

extension Relation {
    /// Returns the relations of a member to a post.
    ///
    /// - Parameter wards: the members for whom the member may act.
    static func of(_ member: Member, to post: Post, wards: [Member]) -> Set<Relation> {
        var relations = direct(member, to: post)
        if wards.contains(where: { !direct($0, to: post).isEmpty }) { relations.insert(.ofWards) }
        if post.audience != .author || post.author == member.id { relations.insert(.all) }
        return relations
    }

    /// Returns the relations of a member to a post, without those through wards.
    private static func direct(_ member: Member, to post: Post) -> Set<Relation> {
        var relations: Set<Relation> = []
        if post.author == member.id { relations.insert(.own) }
        if post.about == member.id && post.audience != .author { relations.insert(.aboutMe) }
        if post.audience.includes(member, author: post.author) { relations.insert(.toMe) }
        return relations
    }
}
