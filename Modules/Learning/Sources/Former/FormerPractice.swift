import Content
import Kernel
import Practice

/// A record that holds what one of today does, under other names: read, and checked, as what it has become.
protocol FormerRecord: Storable {
    associatedtype Present: Storable
    var present: Present { get }
}

extension FormerRecord {
    var id: Identifier<Self> { Identifier(present.id.rawValue) }
}

/// What one session of any kind brought on one local day.
struct FormerDay: FormerRecord {
    let present: PracticeDay

    init(from decoder: any Decoder) throws {
        var fields = try JSONValue(from: decoder)
        fields["run"] = fields["session"]
        // A still older program did not say.
        fields["kind"] = try fields["kind"] ?? JSONValue(encoding: PracticeKind.flashcards)
        present = try fields.decoded(PracticeDay.self)
    }

    static let collection = RecordCollection<FormerDay>("learning.days")
}

/// A session of anything but flashcards, as programs kept it that had two logs.
struct FormerRun: FormerRecord {
    let present: LoggedRun

    init(from decoder: any Decoder) throws {
        var fields = try JSONValue(from: decoder)
        let plan = try fields.decoded(FormerPlan.self)
        (fields["items"], fields["settings"]) = (.array(try plan.presentItems()), try plan.presentSettings())
        present = try fields.decoded(LoggedRun.self)
    }

    static let collection = RecordCollection<FormerRun>("learning.practice")
}

/// An answer of such a session.
struct FormerPracticeAnswer: FormerRecord {
    let present: Answer

    init(from decoder: any Decoder) throws {
        var fields = try JSONValue(from: decoder)
        (fields["run"], fields["target"], fields["fields"]) = (fields["session"], fields["item"], fields["parts"])
        let given = try fields.decoded(Given.self)
        let before = try fields["before"].map { try MemoryState(former: $0, latest: fields["previous"] ?? .string("")) }
        let mark = Mark(given.evidence, given.fields)
        let after = Memory.level(Level(after: mark, from: before?.memory.level))
        fields["rating"] = try JSONValue(encoding: mark.rating)
        fields["before"] = try before.map(JSONValue.init(encoding:))
        fields["after"] = try JSONValue(encoding: after)
        present = try fields.decoded(Answer.self)
    }

    /// What decides its memory.
    private struct Given: Decodable {
        let evidence: Evidence
        let fields: [Mark.Field]
    }

    static let collection = RecordCollection<FormerPracticeAnswer>("learning.practice-answers")
}

/// How well one thing was known.
struct FormerMastery: FormerRecord {
    let present: ItemMemory

    init(from decoder: any Decoder) throws {
        let fields = try JSONValue(from: decoder)
        let state = try MemoryState(former: fields["standing"] ?? .null, latest: fields["latest"] ?? .null)
        present = ItemMemory(try (fields["item"] ?? .null).decoded(Target.self), state)
    }

    static let collection = RecordCollection<FormerMastery>("learning.mastery")
}

extension MemoryState {
    /// A level with its counts; the answer that it came from stood beside it.
    fileprivate init(former standing: JSONValue, latest: JSONValue) throws {
        var fields = standing
        fields["memory"] = .object([
            "level": .object(["value": standing["level"] ?? .null, "isShaky": standing["isShaky"] ?? .null])
        ])
        fields["latest"] = latest
        self = try fields.decoded(MemoryState.self)
    }
}
