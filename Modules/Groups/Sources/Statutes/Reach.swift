import Kernel

/// How somebody stands to a paper, or to another matter of the group.
public enum Reach: String, CaseIterable, Codable, Sendable {
    /// They wrote it.
    case own
    /// It is about them.
    case aboutMe
    /// It is for them, by name, by their role or as for everybody.
    case toMe
    /// One of these holds for somebody whose guardian they are.
    case ofWards
    /// Always; but a paper that is for its author alone is nobody else's.
    case all
}

extension Reach {
    /// How somebody stands to a paper.
    ///
    /// - Parameter wards: for whom they may act.
    static func of(_ member: Member, to paper: Paper, wards: [Member]) -> Set<Reach> {
        var reaches = direct(member, to: paper)
        if wards.contains(where: { !direct($0, to: paper).isEmpty }) { reaches.insert(.ofWards) }
        if paper.audience != .author || paper.author == member.id { reaches.insert(.all) }
        return reaches
    }

    private static func direct(_ member: Member, to paper: Paper) -> Set<Reach> {
        var reaches: Set<Reach> = []
        if paper.author == member.id { reaches.insert(.own) }
        if paper.about == member.id && paper.audience != .author { reaches.insert(.aboutMe) }
        if paper.audience.holds(member, author: paper.author) { reaches.insert(.toMe) }
        return reaches
    }
}
