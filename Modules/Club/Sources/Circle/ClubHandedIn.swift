import Groups
import Kernel

/// A study tip: suggested by a member, or published by an instructor.
package struct StudyTip: Codable, Hashable, Sendable {
    /// The maximum length in characters.
    package static let longest = 500

    package let text: String

    package init(_ text: String) { self.text = text }
}

/// An instructor's entry in the directory, with exactly the parts that they consented to show.
package struct DirectoryLine: Codable, Hashable, Sendable {
    /// The maximum length of each part in characters.
    package static let longest = 200

    package let name: String
    /// The subjects and times of teaching, which may be empty.
    package let teaches: String
    /// The contact, which may be empty.
    package let contact: String

    package init(name: String, teaches: String, contact: String) {
        self.name = name
        self.teaches = teaches
        self.contact = contact
    }
}

/// A member who is credited for contributions by consent.
package struct Contributor: Hashable, Sendable {
    /// The number of contributors named by `about`.
    package static let mostNamed = 10

    package let name: String
    /// The number of tips and packs.
    package let count: Int
}

extension ClubSnapshot {
    /// The suggestions without a decision. Members who do not teach see their own.
    package var suggestions: [PostedValue<StudyTip>] { postedValues(ClubPost.suggestion) }

    package var tips: [PostedValue<StudyTip>] { postedValues(ClubPost.tip).reversed() }

    /// The listed instructors by name, each once.
    package var directory: [PostedValue<DirectoryLine>] {
        var listedAuthors: Set<Identifier<Member>> = []
        return postedValues(ClubPost.directory, DirectoryLine.self).reversed().filter {
            listedAuthors.insert($0.post.author).inserted
        }
        .sorted { ($0.value.name, $0.post.id) < ($1.value.name, $1.post.id) }
    }

    /// The names for credits by member. Members without consent are missing.
    package var credits: [Identifier<Member>: String] {
        Dictionary(
            postedValues(ClubPost.credit, String.self).map { ($0.post.author, $0.value) }, uniquingKeysWith: { $1 })
    }

    /// The credited authors of tips and packs, most contributions first.
    package var contributors: [Contributor] {
        let authors = (tips.map(\.post) + packs.map(\.post)).compactMap(\.about)
        let counts = Dictionary(grouping: authors, by: \.self).mapValues(\.count)
        return credits.compactMap { id, name in counts[id].map { Contributor(name: name, count: $0) } }
            .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}

extension ClubCircle {
    /// Suggests a tip for review. An instructor's tip is published at once.
    package func propose(_ text: String, in snapshot: ClubSnapshot) throws -> SubmissionOutcome {
        let tip = StudyTip(try InputTextRule(upTo: StudyTip.longest, .many).validated(text, "The tip"))
        guard snapshot.isStaff else {
            return try send(
                tip, PostAttributes(kind: ClubPost.suggestion, audience: .role(ClubRole.instructor.rawValue)),
                to: snapshot.group
            )
        }
        return try send(
            tip, PostAttributes(kind: ClubPost.tip, about: snapshot.me.id, audience: .everyone), to: snapshot.group)
    }

    /// Publishes a suggested tip. The author stays known, and is named by consent.
    package func approve(_ suggestion: ClubSnapshot.PostedValue<StudyTip>, in snapshot: ClubSnapshot) throws
        -> SubmissionOutcome
    {
        // Several instructors may approve a tip, and it is published once.
        let id = Identifier<Post>(SHA256.name(of: "tip of \(suggestion.post.id)"))
        let cover = PostAttributes(kind: ClubPost.tip, id: id, about: suggestion.post.author, audience: .everyone)
        let publication = try ignoringAlreadyDone(.paperIDTaken) {
            try send(suggestion.value, cover, to: snapshot.group)
        }
        return try publication.combined(
            ignoringAlreadyDone(.paperNotFound) {
                try membership.send(.withdrawal(suggestion.post.id), to: snapshot.group)
            })
    }

    /// Sends a message. A failure with this code counts as success, because another member has done
    /// the same before.
    private func ignoringAlreadyDone(_ code: Failure.Code, _ send: () throws -> SubmissionOutcome) throws
        -> SubmissionOutcome
    {
        do { return try send() } catch let failure as Failure where failure.code == code { return .arrived }
    }

    /// Rejects a tip, and reports that to its author only.
    package func reject(_ suggestion: ClubSnapshot.PostedValue<StudyTip>, why: String, in snapshot: ClubSnapshot) throws
        -> SubmissionOutcome
    {
        let why = try why.isEmpty ? "" : " " + InputTextRule(upTo: StudyTip.longest, .many).validated(why, "The reason")
        let notice = ClubNotice(
            kind: .news, text: "Your tip “\(suggestion.value.text.prefix(120))” was not taken.\(why)")
        let cover = PostAttributes(kind: ClubPost.notice, audience: .members([suggestion.post.author]))
        _ = try membership.send(.withdrawal(suggestion.post.id), to: snapshot.group)
        return try send(notice, cover, to: snapshot.group)
    }

    /// Withdraws a published or suggested post.
    package func withdraw(_ post: Post, in snapshot: ClubSnapshot) throws -> SubmissionOutcome {
        try membership.send(.withdrawal(post.id), to: snapshot.group)
    }

    /// Lists the user in the directory, in place of the previous entry.
    package func addToDirectory(_ line: DirectoryLine, in snapshot: ClubSnapshot) throws -> SubmissionOutcome {
        try replace(
            ClubCircle.validated(line),
            PostAttributes(kind: ClubPost.directory, author: snapshot.me.id, audience: .everyone),
            of: snapshot.me.id, in: snapshot)
    }

    /// Returns the validated entry.
    ///
    /// - Throws: The failure of an invalid text.
    package static func validated(_ line: DirectoryLine) throws -> DirectoryLine {
        DirectoryLine(
            name: try ClubNames.validated(line.name, "Your name", Student.longestName),
            teaches: try ClubNames.optional(line.teaches, "What you teach", DirectoryLine.longest),
            contact: try ClubNames.optional(line.contact, "How you are reached", DirectoryLine.longest))
    }

    /// Removes the user from the directory at once.
    ///
    /// - Returns: The number of removed entries, which may be 0.
    package func leaveDirectory(in snapshot: ClubSnapshot) throws -> Int {
        try withdraw(snapshot.posts(ClubPost.directory, of: snapshot.me.id), in: snapshot)
    }

    /// Credits the user's contributions by name from now on.
    package func credit(as name: String, in snapshot: ClubSnapshot) throws -> SubmissionOutcome {
        try replace(
            ClubNames.validated(name, "Your name", Student.longestName),
            PostAttributes(kind: ClubPost.credit, author: snapshot.me.id, audience: .everyone), of: snapshot.me.id,
            in: snapshot)
    }

    /// Ends the credits by name at once. The contributions remain.
    package func leaveCredits(in snapshot: ClubSnapshot) throws -> Int {
        try withdraw(snapshot.posts(ClubPost.credit, of: snapshot.me.id), in: snapshot)
    }
}
