import Kernel

extension RuleSet {
    /// The largest file of rules, in bytes.
    public static let largestFile = 64 << 10

    /// Reads rules from a file that nobody vouches for. With `"like": "itf"` it gives only what differs.
    ///
    /// - Parameter known: the rules that it may be like.
    /// - Throws: `badRules` of kind `badData`, naming entry and field.
    public init(file bytes: [UInt8], like known: (String) -> RuleSet?) throws {
        do throws(RuleFault) {
            guard bytes.count <= RuleSet.largestFile else { throw RuleFault("", "The file is larger than 64 KiB") }
            guard let value = try? JSONValue(Data(bytes)), case .object = value else {
                throw RuleFault("", "The file is not a JSON object")
            }
            var fields = RuleFields(value)
            if let base = try fields.base(known) { fields.fill(from: base) }
            try self.init(&fields)
        } catch {
            throw error.failure
        }
    }

    /// Reads rules of a pack: those with a known id, without a `like`, change only what they give.
    init(fields value: JSONValue, over known: (String) -> RuleSet?) throws(RuleFault) {
        var fields = RuleFields(value)
        let id = try? fields.text("id", limit: RuleSet.longestID)
        do throws(RuleFault) {
            if let base = try fields.base(known) {
                fields.fill(from: base)
            } else if let beneath = id.flatMap(known) {
                fields.fill(from: beneath.json)
            }
            try self.init(&fields)
        } catch {
            var named = error
            named.id = id ?? ""
            throw named
        }
    }

    private init(_ fields: inout RuleFields) throws(RuleFault) {
        let id = try fields.required(fields.text("id", limit: RuleSet.longestID), "id")
        guard id.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }), !id.hasPrefix("-") else {
            throw RuleFault("id", "has only lower-case letters, digits and dashes")
        }
        let scores = try fields.entries("scores", 1...RuleSet.scoreLimit) { (entry: inout RuleFields) throws(RuleFault) in
            Score(
                name: try entry.required(entry.text("name", limit: RuleSet.longestName), "name"),
                points: try entry.required(entry.number("points", 1...9), "points"))
        }
        self.init(
            id: id, name: try fields.text("name", limit: RuleSet.longestName) ?? id, plan: try fields.plan(),
            extraRound: try fields.number("extraRoundSeconds", 0...3600).flatMap { $0 > 0 ? max($0, 5) : nil },
            firstPointDecides: try fields.truth("firstPointDecides") ?? false, scores: scores,
            warnings: try fields.texts("warnings"), fouls: try fields.texts("fouls"),
            warningsPerPoint: try fields.number("warningsPerPoint", 0...99).flatMap { $0 > 0 ? $0 : nil },
            foulsToLose: try fields.number("foulsToLose", 0...99).flatMap { $0 > 0 ? $0 : nil },
            red: try fields.look("red") ?? RuleSet.itf.red, blue: try fields.look("blue") ?? RuleSet.itf.blue,
            note: try fields.text("note", limit: 500) ?? "")
        try fields.refuseTheRest()
    }
}

extension RuleSet: Codable {
    /// The rules as a file writes them.
    public var json: JSONValue {
        .object([
            "id": .string(id), "name": .string(name), "rounds": .integer(plan.rounds),
            "roundSeconds": .integer(plan.length ?? 0), "restSeconds": .integer(plan.rest),
            "warningSeconds": .integer(plan.warning), "prepareSeconds": .integer(plan.prepare),
            "extraRoundSeconds": .integer(extraRound ?? 0), "firstPointDecides": .bool(firstPointDecides),
            "scores": .array(scores.map { .object(["name": .string($0.name), "points": .integer($0.points)]) }),
            "warnings": .array(warnings.map { .string($0) }), "fouls": .array(fouls.map { .string($0) }),
            "warningsPerPoint": .integer(warningsPerPoint ?? 0), "foulsToLose": .integer(foulsToLose ?? 0),
            "red": red.json, "blue": blue.json, "note": note.isEmpty ? .null : .string(note),
        ])
    }

    /// Reads rules, checked as those of a file.
    public init(from decoder: any Decoder) throws {
        var fields = RuleFields(try JSONValue(from: decoder))
        do throws(RuleFault) { try self.init(&fields) } catch { throw error.failure }
    }

    /// Writes rules as a file has them.
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension RuleSet.CornerLook {
    fileprivate var json: JSONValue { .object(["name": .string(name), "colour": .string(colour.css)]) }
}

/// The fields of an object that nobody vouches for, and where it stands in its file.
private struct RuleFields {
    private static let longestList = 20
    private var members: [String: JSONValue]
    private let place: String
    private var asked: Set<String> = []

    init(_ value: JSONValue, place: String = "") {
        if case .object(let members) = value { self.members = members } else { members = [:] }
        self.place = place
    }

    /// The fields of the rules that these are like; nil where they say nothing of that.
    mutating func base(_ known: (String) -> RuleSet?) throws(RuleFault) -> JSONValue? {
        guard let id = try text("like", limit: RuleSet.longestID) else { return nil }
        guard var shared = known(id)?.json else { throw RuleFault("like", "names “\(id)”, but there are no such rules") }
        shared["name"] = nil
        return shared
    }

    mutating func plan() throws(RuleFault) -> RoundPlan {
        let rests = RoundPlan.restLimits
        let rounds = try number("rounds", RoundPlan.roundLimits) ?? 2
        let length = try required(number("roundSeconds", RoundPlan.lengthLimits), "roundSeconds")
        let (rest, warning) = (try number("restSeconds", rests) ?? 60, try number("warningSeconds", rests) ?? 10)
        let prepare = try number("prepareSeconds", rests) ?? 10
        do {
            return try RoundPlan(rounds: rounds, length: length, rest: rest, warning: warning, prepare: prepare)
        } catch {
            throw RuleFault(
                "warningSeconds", (error as? Failure).map { "does not fit: \($0.message)" } ?? "does not fit: too long")
        }
    }

    /// What is not given is taken from another object.
    mutating func fill(from other: JSONValue) {
        guard case .object(let theirs) = other else { return }
        members.merge(theirs) { mine, _ in mine }
    }

    func required<Value>(_ value: Value?, _ name: String) throws(RuleFault) -> Value {
        guard let value else { throw bad(name, "is missing") }
        return value
    }

    mutating func text(_ name: String, limit: Int) throws(RuleFault) -> String? {
        guard let value = take(name) else { return nil }
        guard case .string(let text) = value else { throw bad(name, "must be text") }
        return try checked(text, name, limit)
    }

    mutating func texts(_ name: String) throws(RuleFault) -> [String] {
        guard let value = take(name) else { return [] }
        guard case .array(let values) = value, values.count <= RuleFields.longestList else {
            throw bad(name, "must be a list of at most \(RuleFields.longestList) texts")
        }
        return try values.enumerated().map { (index, value) throws(RuleFault) in
            guard case .string(let text) = value else { throw bad("\(name) #\(index + 1)", "must be text") }
            return try checked(text, "\(name) #\(index + 1)", 80)
        }
    }

    mutating func number(_ name: String, _ range: ClosedRange<Int>) throws(RuleFault) -> Int? {
        guard let value = take(name) else { return nil }
        guard case .integer(let number) = value, range.contains(number) else {
            throw bad(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func truth(_ name: String) throws(RuleFault) -> Bool? {
        guard let value = take(name) else { return nil }
        guard case .bool(let truth) = value else { throw bad(name, "must be true or false") }
        return truth
    }

    mutating func entries<Entry>(
        _ name: String, _ range: ClosedRange<Int>, _ read: (inout RuleFields) throws(RuleFault) -> Entry
    ) throws(RuleFault) -> [Entry] {
        guard let value = take(name) else { throw bad(name, "is missing") }
        guard case .array(let values) = value, range.contains(values.count) else {
            throw bad(name, "must be a list of \(range.lowerBound) to \(range.upperBound)")
        }
        return try values.enumerated().map { (index, value) throws(RuleFault) in
            let entryName = "\(name) #\(index + 1)"
            guard case .object = value else { throw bad(entryName, "must be an object") }
            var entry = RuleFields(value, place: "\(entryName): ")
            let read = try read(&entry)
            try entry.refuseTheRest()
            return read
        }
    }

    mutating func look(_ name: String) throws(RuleFault) -> RuleSet.CornerLook? {
        guard let value = take(name) else { return nil }
        guard case .object = value else { throw bad(name, "must be an object with name and colour") }
        var entry = RuleFields(value, place: "\(name): ")
        let title = try entry.required(entry.text("name", limit: 20), "name")
        let colour = try entry.required(entry.text("colour", limit: 7), "colour")
        guard colour.count == 7, colour.hasPrefix("#"), colour.dropFirst().allSatisfy(\.isHexDigit),
            let hex = UInt32(colour.dropFirst(), radix: 16)
        else {
            throw entry.bad("colour", "must be written as in #c8102e")
        }
        try entry.refuseTheRest()
        return RuleSet.CornerLook(name: title, colour: RGBColor(hex))
    }

    /// A field that nobody asked for is a slip of the writer's.
    func refuseTheRest() throws(RuleFault) {
        if let stranger = members.keys.filter({ !asked.contains($0) }).min() {
            throw bad(String(stranger.prefix(40)), "is not a field of rules")
        }
    }

    private mutating func take(_ name: String) -> JSONValue? {
        asked.insert(name)
        return members[name].flatMap { $0 == .null ? nil : $0 }
    }

    private func checked(_ text: String, _ name: String, _ limit: Int) throws(RuleFault) -> String {
        do throws(TypedText.Fault) { return try TypedText(upTo: limit).judged(text) } catch {
            throw bad(name, error == .unseen ? "holds control characters" : "must be text of 1 to \(limit) characters")
        }
    }

    private func bad(_ name: String, _ what: String) -> RuleFault { RuleFault(place + name, what) }
}
