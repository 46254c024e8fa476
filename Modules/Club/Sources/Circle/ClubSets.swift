import Groups
import Kernel

/// A word of a set that is sent with a task.
package struct ClubWord: Codable, Hashable, Sendable {
    /// The maximum length of each part in characters.
    package static let longest = 200

    /// The meaning, the letters, the spelling and a comment, each empty if unknown.
    package let english, hangul, romanization, note: String

    package init(_ english: String, _ hangul: String, _ romanization: String, note: String = "") {
        self.english = english
        self.hangul = hangul
        self.romanization = romanization
        self.note = note
    }

    /// Returns a copy with valid texts, and the comment shortened to the limit.
    func validated() throws -> ClubWord {
        ClubWord(
            try ClubNames.validated(english, "A word", ClubWord.longest),
            try ClubNames.optional(hangul, "A word", ClubWord.longest),
            try ClubNames.optional(romanization, "A word", ClubWord.longest),
            note: try ClubNames.optional(
                String(note.prefix(ClubWord.longest)), "What is said of a word", ClubWord.longest))
    }
}

/// A set of words that an instructor distributes.
package struct ClubSet: Hashable, Sendable {
    /// The largest number of words.
    package static let most = 100

    package let name: String
    package let words: [ClubWord]

    package init(_ name: String, _ words: [ClubWord]) {
        self.name = name
        self.words = words
    }

    /// Returns a validated copy, used before sending and after receiving.
    ///
    /// - Throws: `badSet`, and the failure of an invalid text.
    package func validated() throws -> ClubSet {
        guard (1...ClubSet.most).contains(words.count) else {
            throw Failure(
                .badSet,
                "A set that is handed out has 1 to \(ClubSet.most) words; “\(name.truncated)” has \(words.count).",
                advice: "Make several sets, each of what is learned in a week.", kind: .usage)
        }
        return ClubSet(
            try ClubNames.validated(name, "The name of a set", ClubSet.longestName),
            try words.map { try $0.validated() })
    }

    private static let longestName = 60

    /// Returns the name on the receiving device: the club, a colon and the name, at most 60
    /// characters.
    package func name(from club: String) -> String { String("\(club): \(name)".prefix(ClubSet.longestName)) }
}

/// A port: the word sets on this device. The app implements it.
package struct WordSetStorage: Sendable {
    /// Returns the words of the user's own set, or throws if there is none.
    package let read: @Sendable (_ name: String) throws -> ClubSet
    /// Returns whether a set of this name exists: the user's own set, or that of a child with a
    /// profile of that name on this device.
    package let has: @Sendable (_ name: String, _ child: String?) throws -> Bool
    /// Adds words to the set of this name, creates it if it is missing, and returns the number of
    /// new words.
    package let addWords: @Sendable (_ words: [ClubWord], _ name: String, _ child: String?) throws -> Int

    package init(
        read: @escaping @Sendable (String) throws -> ClubSet, has: @escaping @Sendable (String, String?) throws -> Bool,
        addWords: @escaping @Sendable ([ClubWord], String, String?) throws -> Int
    ) {
        self.read = read
        self.has = has
        self.addWords = addWords
    }
}

extension ClubSnapshot {
    /// Returns the words sent with a task, or nil for a task without a readable set.
    package func wordSet(sentWith task: PostedValue<ClubTask>) -> ClubSet? {
        guard task.value.kind == .set else { return nil }
        let posts = groupSnapshot.view.answers(to: task.post.id, of: ClubPost.words).filter {
            $0.author == task.post.author
        }
        return posts.first?.value([ClubWord].self).flatMap { try? ClubSet(task.value.piece.title, $0).validated() }
    }
}

extension ClubCircle {
    /// Assigns a set of words to students, and sends the words with it. Without names it goes to
    /// everyone. All of it is sent, or nothing.
    package func assign(_ set: ClubSet, until: Day, to students: Set<Identifier<Member>>, in group: KnownGroup) throws
        -> SubmissionOutcome
    {
        let set = try set.validated()
        let audience: Audience = students.isEmpty ? .everyone : .members(students)
        let task = try post(
            validated(ClubTask(.set, Piece(set.name, set.name), until: until)),
            PostAttributes(kind: ClubPost.assignment, audience: audience), in: group)
        let words = try post(
            set.words, PostAttributes(kind: ClubPost.words, answers: task.id, audience: audience), in: group)
        do { return try membership.send([.post(task), .post(words)], to: group) } catch {
            _ = try? membership.send(.withdrawal(task.id), to: group)
            throw error
        }
    }
}
