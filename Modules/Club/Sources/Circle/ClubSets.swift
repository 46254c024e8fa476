import Groups
import Kernel

/// A word of a set that travels with a task.
public struct ClubWord: Codable, Hashable, Sendable {
    /// How long each part may be.
    public static let longest = 200

    /// What it means, its letters, how it is spelled, and a word about it; those that are not known are empty.
    public let english, hangul, romanization, note: String

    /// A word from its parts.
    public init(_ english: String, _ hangul: String, _ romanization: String, note: String = "") {
        (self.english, self.hangul, self.romanization, self.note) = (english, hangul, romanization, note)
    }

    func judged() throws -> ClubWord {
        ClubWord(
            try ClubNames.kept(english, "A word", ClubWord.longest),
            try ClubNames.optional(hangul, "A word", ClubWord.longest),
            try ClubNames.optional(romanization, "A word", ClubWord.longest),
            note: try ClubNames.optional(String(note.prefix(ClubWord.longest)), "What is said of a word", ClubWord.longest))
    }
}

/// A set of words that an instructor hands out.
public struct ClubSet: Hashable, Sendable {
    /// So many words it has at most.
    public static let most = 100

    /// What the instructor calls it.
    public let name: String
    /// In their order.
    public let words: [ClubWord]

    /// A set under a name.
    public init(_ name: String, _ words: [ClubWord]) { (self.name, self.words) = (name, words) }

    /// As it may travel, and as whoever it reaches believes it.
    ///
    /// - Throws: `badSet`, and what is wrong with a text.
    public func judged() throws -> ClubSet {
        guard (1...ClubSet.most).contains(words.count) else {
            throw Failure(
                .badSet, "A set that is handed out has 1 to \(ClubSet.most) words; “\(name.short)” has \(words.count).",
                advice: "Make several sets, each of what is learned in a week.", kind: .usage)
        }
        return ClubSet(try ClubNames.kept(name, "The name of a set", ClubSet.longestName), try words.map { try $0.judged() })
    }

    private static let longestName = 60

    /// What it is called on the device of whoever takes it, so that it is told from sets of their own.
    public func name(from club: String) -> String { String("\(club): \(name)".prefix(ClubSet.longestName)) }
}

/// The port: where sets of words lie on this device. The app fills it.
public struct SetPlace: Sendable {
    /// The words of a set of one's own. Throws where there is none.
    public let read: @Sendable (_ name: String) throws -> ClubSet
    /// Whether there is a set of this name: one's own, or of a child with a profile of that name on this device.
    public let has: @Sendable (_ name: String, _ child: String?) throws -> Bool
    /// Puts words into a set of this name, and makes it where there is none; tells how many were new.
    public let lay: @Sendable (_ words: [ClubWord], _ name: String, _ child: String?) throws -> Int

    /// A place from functions.
    public init(
        read: @escaping @Sendable (String) throws -> ClubSet, has: @escaping @Sendable (String, String?) throws -> Bool,
        lay: @escaping @Sendable ([ClubWord], String, String?) throws -> Int
    ) { (self.read, self.has, self.lay) = (read, has, lay) }
}

extension ClubSight {
    /// The words that travel with a task; nil for one without, and for words that cannot be.
    public func set(of task: Told<ClubTask>) -> ClubSet? {
        guard task.value.kind == .set else { return nil }
        let papers = sight.view.answers(to: task.paper.id, of: ClubPaper.words).filter { $0.author == task.paper.author }
        return papers.first?.value([ClubWord].self).flatMap { try? ClubSet(task.value.piece.title, $0).judged() }
    }
}

extension ClubCircle {
    /// Gives students a set of words to learn, and the words with it; everybody where nobody is named. It stands or falls as a whole.
    public func assign(_ set: ClubSet, until: Day, to students: Set<Identifier<Member>>, in group: KnownGroup) throws
        -> GroupSending
    {
        let set = try set.judged()
        let audience: Audience = students.isEmpty ? .everyone : .members(students)
        let task = try paper(
            judged(ClubTask(.set, Piece(set.name, set.name), until: until)),
            Cover(kind: ClubPaper.assignment, audience: audience), in: group)
        let words = try paper(set.words, Cover(kind: ClubPaper.words, answers: task.id, audience: audience), in: group)
        do { return try membership.send([.paper(task), .paper(words)], to: group) } catch {
            _ = try? membership.send(.withdrawal(task.id), to: group)
            throw error
        }
    }
}
