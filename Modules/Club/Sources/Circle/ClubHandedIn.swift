import Groups
import Kernel

/// A tip for studying: handed in by a member, or told to everybody by an instructor.
public struct StudyTip: Codable, Hashable, Sendable {
    /// How long it may be.
    public static let longest = 500

    /// What it says.
    public let text: String

    /// A tip in words.
    public init(_ text: String) { self.text = text }
}

/// An instructor's line in the directory: exactly what they consented to show, and nothing else.
public struct DirectoryLine: Codable, Hashable, Sendable {
    /// How long each part may be.
    public static let longest = 200

    /// What they want to be called.
    public let name: String
    /// What they teach, and when.
    public let teaches: String
    /// How they are reached; may be empty.
    public let contact: String

    /// Somebody who wants to be found.
    public init(name: String, teaches: String, contact: String) {
        (self.name, self.teaches, self.contact) = (name, teaches, contact)
    }
}

/// Somebody who is named for what they have brought, because they want to be.
public struct Contributor: Hashable, Sendable {
    /// As many are named in `about`.
    public static let mostNamed = 10

    /// What they want to be called.
    public let name: String
    /// How many tips and packs are theirs.
    public let count: Int
}

extension ClubSight {
    /// What members handed in and nobody has decided on; one's own for who does not teach.
    public var suggestions: [Told<StudyTip>] { told(ClubPaper.suggestion) }

    /// Tips that were approved, the latest first.
    public var tips: [Told<StudyTip>] { told(ClubPaper.tip).reversed() }

    /// Instructors who want to be found, by name; everybody once.
    public var directory: [Told<DirectoryLine>] {
        var seen: Set<Identifier<Member>> = []
        return told(ClubPaper.directory, DirectoryLine.self).reversed().filter { seen.insert($0.paper.author).inserted }
            .sorted { ($0.value.name, $0.paper.id) < ($1.value.name, $1.paper.id) }
    }

    /// What members want to be called beside what they brought; who did not say so is not among them.
    public var credits: [Identifier<Member>: String] {
        Dictionary(told(ClubPaper.credit, String.self).map { ($0.paper.author, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// Who brought tips and packs and wants to be named, who brought most first.
    public var contributors: [Contributor] {
        let brought = (tips.map(\.paper) + packs.map(\.paper)).compactMap(\.about)
        let counts = Dictionary(grouping: brought, by: \.self).mapValues(\.count)
        return credits.compactMap { id, name in counts[id].map { Contributor(name: name, count: $0) } }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}

extension ClubCircle {
    /// Hands a tip in; an instructor decides. Who teaches tells theirs to everybody at once.
    public func propose(_ text: String, in sight: ClubSight) throws -> GroupSending {
        let tip = StudyTip(try TypedText(upTo: StudyTip.longest, .many).kept(text, "The tip"))
        guard sight.isStaff else {
            return try send(
                tip, Cover(kind: ClubPaper.suggestion, audience: .role(ClubRole.instructor.rawValue)), to: sight.known)
        }
        return try send(tip, Cover(kind: ClubPaper.tip, about: sight.me.id, audience: .everyone), to: sight.known)
    }

    /// Tells everybody a tip that somebody handed in; it stays known whose it is, and they are named if they want to be.
    public func approve(_ suggestion: ClubSight.Told<StudyTip>, in sight: ClubSight) throws -> GroupSending {
        // Several instructors may approve it; it is told once.
        let id = Identifier<Paper>(SHA256.name(of: "tip of \(suggestion.paper.id)"))
        let cover = Cover(kind: ClubPaper.tip, id: id, about: suggestion.paper.author, audience: .everyone)
        let told = try unlessDone(.paperIDTaken) { try send(suggestion.value, cover, to: sight.known) }
        return try told.and(
            unlessDone(.paperNotFound) { try membership.send(.withdrawal(suggestion.paper.id), to: sight.known) })
    }

    /// Sends something, where a refusal says that somebody else was quicker.
    private func unlessDone(_ code: Failure.Code, _ send: () throws -> GroupSending) throws -> GroupSending {
        do { return try send() } catch let failure as Failure where failure.code == code { return .arrived }
    }

    /// Does not take a tip; whoever handed it in is told so, and nobody else.
    public func refuse(_ suggestion: ClubSight.Told<StudyTip>, why: String, in sight: ClubSight) throws -> GroupSending {
        let why = try why.isEmpty ? "" : " " + TypedText(upTo: StudyTip.longest, .many).kept(why, "The reason")
        let notice = ClubNotice(kind: .news, text: "Your tip “\(suggestion.value.text.prefix(120))” was not taken.\(why)")
        let cover = Cover(kind: ClubPaper.notice, audience: .members([suggestion.paper.author]))
        _ = try membership.send(.withdrawal(suggestion.paper.id), to: sight.known)
        return try send(notice, cover, to: sight.known)
    }

    /// Takes back what was told to everybody, or what was handed in.
    public func takeBack(_ paper: Paper, in sight: ClubSight) throws -> GroupSending {
        try membership.send(.withdrawal(paper.id), to: sight.known)
    }

    /// Stands in the directory with exactly this, in place of what stood there.
    public func list(_ line: DirectoryLine, in sight: ClubSight) throws -> GroupSending {
        try replace(
            ClubCircle.judged(line), Cover(kind: ClubPaper.directory, author: sight.me.id, audience: .everyone), of: sight.me.id,
            in: sight)
    }

    /// The line as it would be shown.
    ///
    /// - Throws: what is wrong with a text.
    public static func judged(_ line: DirectoryLine) throws -> DirectoryLine {
        DirectoryLine(
            name: try ClubNames.kept(line.name, "Your name", Student.longestName),
            teaches: try ClubNames.optional(line.teaches, "What you teach", DirectoryLine.longest),
            contact: try ClubNames.optional(line.contact, "How you are reached", DirectoryLine.longest))
    }

    /// Leaves the directory at once.
    ///
    /// - Returns: how much there was; nothing is no trouble.
    public func leaveDirectory(in sight: ClubSight) throws -> Int {
        try takeBack(sight.papers(ClubPaper.directory, of: sight.me.id), in: sight)
    }

    /// Is named beside what one has brought, from now on.
    public func credit(as name: String, in sight: ClubSight) throws -> GroupSending {
        try replace(
            ClubNames.kept(name, "Your name", Student.longestName),
            Cover(kind: ClubPaper.credit, author: sight.me.id, audience: .everyone), of: sight.me.id, in: sight)
    }

    /// Is named no more, at once, with whatever stays.
    public func leaveCredits(in sight: ClubSight) throws -> Int {
        try takeBack(sight.papers(ClubPaper.credit, of: sight.me.id), in: sight)
    }
}
