import Groups
import Kernel

/// What a student shares of one kind: exactly this, and nothing else.
public struct ClubDisclosure: Codable, Hashable, Sendable {
    /// One line of it.
    public struct Part: Codable, Hashable, Sendable {
        /// What it is about.
        public let title: String
        /// How much of it is mastered, in percent; nil where nothing is counted.
        public let percent: Int?

        /// One line.
        public init(_ title: String, percent: Int?) { (self.title, self.percent) = (title, percent) }
    }

    /// Theory, patterns, attendance or gradings.
    public let kind: SharedKind
    /// The student's belt, in its short form.
    public let belt: String
    /// How much of what the belt learns is mastered, in percent; nil where nothing is counted.
    public let percent: Int?
    /// Line by line.
    public let parts: [Part]

    /// What is shared of a kind, from levels of 0…1000, or from what is only noted.
    public init(_ kind: SharedKind, belt: String, levels: [(title: String, level: Int)], noted: [String] = []) {
        self.init(
            kind, belt: belt, percent: levels.isEmpty ? nil : levels.reduce(0) { $0 + $1.level } / levels.count / 10,
            parts: levels.map { Part($0.title, percent: $0.level / 10) } + noted.map { Part($0, percent: nil) })
    }

    /// What is shared of a kind.
    public init(_ kind: SharedKind, belt: String, percent: Int?, parts: [Part]) {
        (self.kind, self.belt, self.percent, self.parts) = (kind, belt, percent, parts)
    }
}

/// Something that the club tells everybody.
public struct ClubNotice: Codable, Hashable, Sendable {
    /// What kind of word it is.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// An announcement.
        case news
        /// The feature of the month.
        case feature
        /// Something to do each day for thirty days.
        case challenge
        /// A hint for studying that an instructor has chosen.
        case tip
    }

    /// How long it may be.
    public static let longest = 1000

    /// What kind of word it is.
    public let kind: Kind
    /// What it says.
    public let text: String

    /// A word to everybody.
    public init(kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }
}

/// What is to be worked on until a day.
public struct ClubTask: Codable, Hashable, Sendable {
    /// What kind of thing it is.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// A set of words that the student has.
        case set
        /// A form, to be practised whole.
        case pattern
        /// A page of theory.
        case page
    }

    /// What kind of thing it is.
    public let kind: Kind
    /// Its name in the content, and what people read.
    public let piece: Piece
    /// The last day.
    public let until: Day

    /// Work until a day.
    public init(_ kind: Kind, _ piece: Piece, until: Day) { (self.kind, self.piece, self.until) = (kind, piece, until) }

    /// What is typed to do it.
    public var command: String {
        switch kind {
        case .set: "set study \(ClubTask.typed(piece.id))"
        case .pattern: "pattern practice \(ClubTask.typed(piece.id))"
        case .page: "theory read \(ClubTask.typed(piece.id))"
        }
    }

    /// A name as a shell takes it for one word, whatever somebody wrote into it: people copy what stands here.
    private static func typed(_ name: String) -> String {
        let isPlain =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
            }
        return isPlain && !name.hasPrefix("-") ? name : "-- '\(name.replacing("'", with: "'\\''"))'"
    }
}

/// A result that reaches the student.
public struct ToldResult: Codable, Hashable, Sendable {
    /// When the grading was.
    public let day: Day
    /// For which belt, and the belt afterwards, by their names.
    public let target, reached: String
    /// What came of it.
    public let result: ClubGrading.Result
    /// A word for the student; may be empty.
    public let note: String

    /// As it may be noted: whoever wrote it is believed nothing.
    ///
    /// - Throws: what is wrong with a text.
    public func judged() throws -> ToldResult {
        ToldResult(
            day: day, target: try ClubNames.kept(target, "A belt", ToldResult.longest),
            reached: try ClubNames.kept(reached, "A belt", ToldResult.longest), result: result,
            note: try ClubNames.optional(note, "A note", ToldResult.longestNote))
    }

    private static let (longest, longestNote) = (60, 200)
}

/// A bill that reaches the student or the guardian.
public struct ToldBill: Codable, Hashable, Sendable {
    /// As it was written on that day.
    public let day: Day
    /// What it says.
    public let text: String
}

/// Somebody's line on the leaderboard.
public struct BoardLine: Codable, Hashable, Sendable {
    /// What they want to be called there.
    public let alias: String
    /// Answers of the last thirty days, when they last told.
    public let points: Int
    /// Days of the challenge that they did; 0 without one.
    public let days: Int

    /// Somebody under an alias.
    public init(alias: String, points: Int, days: Int) { (self.alias, self.points, self.days) = (alias, points, days) }
}

extension Paper {
    /// What may have several lines where it is written.
    private static let lined: Set<String> = [
        ClubPaper.notice, ClubPaper.tip, ClubPaper.suggestion, ClubPaper.bill, ClubPaper.pack,
    ]

    /// Its content as a value of the club; nil for what this version cannot read. What has one line where it is written has one where it is read,
    /// whoever wrote it, so that nobody makes lines of ours.
    func value<Value: Decodable>(_ type: Value.Type) -> Value? {
        let decoder = JSONDecoder()
        let isPlain = Paper.lined.contains(kind) || !content.contains { $0 < 0x20 || $0 == 0x5C }
        guard !isPlain else { return try? decoder.decode(type, from: Data(content)) }
        guard let json = try? decoder.decode(JSONValue.self, from: Data(content)) else { return nil }
        return (try? JSONValue.encoder.encode(json.inOneLine)).flatMap { try? decoder.decode(type, from: $0) }
    }
}

extension JSONValue {
    fileprivate var inOneLine: JSONValue {
        switch self {
        case .string(let text): .string(text.inOneLine)
        case .array(let all): .array(all.map(\.inOneLine))
        case .object(let fields): .object(fields.mapValues(\.inOneLine))
        default: self
        }
    }
}
