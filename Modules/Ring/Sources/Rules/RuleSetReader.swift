import Kernel

extension RuleSet {
    /// The largest rules file, in bytes.
    package static let largestFile = 64 << 10

    /// Reads rules from an untrusted file. A file with `"like": "itf"` gives only the differences.
    ///
    /// - Parameter knownRules: Returns the rules that `like` may name.
    /// - Throws: `badRules` of kind `badData`, with entry and field.
    package init(file bytes: [UInt8], like knownRules: (String) -> RuleSet?) throws {
        do throws(RuleError) {
            guard bytes.count <= RuleSet.largestFile else { throw RuleError("", "The file is larger than 64 KiB") }
            guard let value = try? JSONValue(Data(bytes)), case .object = value else {
                throw RuleError("", "The file is not a JSON object")
            }
            var fields = RuleFields(value)
            if let base = try fields.base(knownRules) { fields.fill(from: base) }
            try self.init(&fields)
        } catch {
            throw error.failure
        }
    }

    /// Reads the rules of a pack. Without `like`, an entry with a known ID changes only the fields
    /// that it gives.
    init(fields value: JSONValue, over knownRules: (String) -> RuleSet?) throws(RuleError) {
        var fields = RuleFields(value)
        let id = try? fields.text("id", limit: RuleSet.longestID)
        do throws(RuleError) {
            if let base = try fields.base(knownRules) {
                fields.fill(from: base)
            } else if let overriddenRules = id.flatMap(knownRules) {
                fields.fill(from: overriddenRules.json)
            }
            try self.init(&fields)
        } catch {
            var errorWithID = error
            errorWithID.id = id ?? ""
            throw errorWithID
        }
    }

    private init(_ fields: inout RuleFields) throws(RuleError) {
        let id = try fields.required(fields.text("id", limit: RuleSet.longestID), "id")
        guard id.utf8.allSatisfy({ (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }), !id.hasPrefix("-")
        else { throw RuleError("id", "has only lower-case letters, digits and dashes") }
        let scores = try fields.entries("scores", 1...RuleSet.scoreLimit) {
            (entry: inout RuleFields) throws(RuleError) in
            Score(
                name: try entry.required(entry.text("name", limit: RuleSet.longestName), "name"),
                points: try entry.required(entry.number("points", 1...9), "points"))
        }
        self.init(
            id: id, name: try fields.text("name", limit: RuleSet.longestName) ?? id, plan: try fields.plan(),
            extraRound: try fields.number("extraRoundSeconds", 0...3600).flatMap { $0 > 0 ? max($0, 5) : nil },
            firstPointDecides: try fields.boolean("firstPointDecides") ?? false, scores: scores,
            warnings: try fields.texts("warnings"), fouls: try fields.texts("fouls"),
            warningsPerPoint: try fields.number("warningsPerPoint", 0...99).flatMap { $0 > 0 ? $0 : nil },
            foulsToLose: try fields.number("foulsToLose", 0...99).flatMap { $0 > 0 ? $0 : nil },
            red: try fields.cornerStyle("red") ?? RuleSet.itf.red,
            blue: try fields.cornerStyle("blue") ?? RuleSet.itf.blue,
            note: try fields.text("note", limit: 500) ?? "")
        try fields.refuseUnknownFields()
    }
}

extension RuleSet: Codable {
    /// The rules as an object with the fields of a rules file.
    package var json: JSONValue {
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

    package init(from decoder: any Decoder) throws {
        var fields = RuleFields(try JSONValue(from: decoder))
        do throws(RuleError) { try self.init(&fields) } catch { throw error.failure }
    }

    /// Writes the rules in the format of a rules file.
    package func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension RuleSet.CornerStyle {
    fileprivate var json: JSONValue { .object(["name": .string(name), "colour": .string(color.css)]) }
}

/// The fields of an untrusted object, with its position in the file.
private struct RuleFields {
    /// The largest number of texts in a list.
    private static let longestList = 20
    /// The fields by name.
    private var members: [String: JSONValue]
    /// The position in the file that precedes field names in errors, such as `scores #1: `.
    private let position: String
    /// The names of the fields that were read, so that all others are unknown.
    private var readFields: Set<String> = []

    init(_ value: JSONValue, position: String = "") {
        if case .object(let members) = value { self.members = members } else { members = [:] }
        self.position = position
    }

    /// Returns the fields of the rules named by `like`, or nil without `like`.
    mutating func base(_ knownRules: (String) -> RuleSet?) throws(RuleError) -> JSONValue? {
        guard let id = try text("like", limit: RuleSet.longestID) else { return nil }
        guard var shared = knownRules(id)?.json else {
            throw RuleError("like", "names “\(id)”, but there are no such rules")
        }
        shared["name"] = nil
        return shared
    }

    /// Returns the plan of the rounds. Lengths other than that of a round have defaults.
    mutating func plan() throws(RuleError) -> RoundPlan {
        let rests = RoundPlan.restLimits
        let rounds = try number("rounds", RoundPlan.roundLimits) ?? 2
        let length = try required(number("roundSeconds", RoundPlan.lengthLimits), "roundSeconds")
        let rest = try number("restSeconds", rests) ?? 60
        let warning = try number("warningSeconds", rests) ?? 10
        let prepare = try number("prepareSeconds", rests) ?? 10
        do {
            return try RoundPlan(rounds: rounds, length: length, rest: rest, warning: warning, prepare: prepare)
        } catch {
            throw RuleError(
                "warningSeconds", (error as? Failure).map { "does not fit: \($0.message)" } ?? "does not fit: too long")
        }
    }

    /// Adds the missing fields from another object.
    mutating func fill(from other: JSONValue) {
        guard case .object(let otherMembers) = other else { return }
        members.merge(otherMembers) { own, _ in own }
    }

    /// Returns a value, or throws that the field is missing.
    func required<Value>(_ value: Value?, _ name: String) throws(RuleError) -> Value {
        guard let value else { throw ruleError(name, "is missing") }
        return value
    }

    /// Returns a text, or nil without the field.
    mutating func text(_ name: String, limit: Int) throws(RuleError) -> String? {
        guard let value = take(name) else { return nil }
        guard case .string(let text) = value else { throw ruleError(name, "must be text") }
        return try checked(text, name, limit)
    }

    /// Returns a list of texts, empty without the field.
    mutating func texts(_ name: String) throws(RuleError) -> [String] {
        guard let value = take(name) else { return [] }
        guard case .array(let values) = value, values.count <= RuleFields.longestList else {
            throw ruleError(name, "must be a list of at most \(RuleFields.longestList) texts")
        }
        return try values.enumerated().map { (index, value) throws(RuleError) in
            guard case .string(let text) = value else { throw ruleError("\(name) #\(index + 1)", "must be text") }
            return try checked(text, "\(name) #\(index + 1)", 80)
        }
    }

    /// Returns a whole number in a range, or nil without the field.
    mutating func number(_ name: String, _ range: ClosedRange<Int>) throws(RuleError) -> Int? {
        guard let value = take(name) else { return nil }
        guard case .integer(let number) = value, range.contains(number) else {
            throw ruleError(name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Returns true or false, or nil without the field.
    mutating func boolean(_ name: String) throws(RuleError) -> Bool? {
        guard let value = take(name) else { return nil }
        guard case .bool(let boolean) = value else { throw ruleError(name, "must be true or false") }
        return boolean
    }

    /// Returns a list of objects, each read by a closure. The range limits their number.
    mutating func entries<Entry>(
        _ name: String, _ range: ClosedRange<Int>, _ read: (inout RuleFields) throws(RuleError) -> Entry
    ) throws(RuleError) -> [Entry] {
        guard let value = take(name) else { throw ruleError(name, "is missing") }
        guard case .array(let values) = value, range.contains(values.count) else {
            throw ruleError(name, "must be a list of \(range.lowerBound) to \(range.upperBound)")
        }
        return try values.enumerated().map { (index, value) throws(RuleError) in
            let entryName = "\(name) #\(index + 1)"
            guard case .object = value else { throw ruleError(entryName, "must be an object") }
            var entry = RuleFields(value, position: "\(entryName): ")
            let read = try read(&entry)
            try entry.refuseUnknownFields()
            return read
        }
    }

    /// Returns the name and color of a corner.
    mutating func cornerStyle(_ name: String) throws(RuleError) -> RuleSet.CornerStyle? {
        guard let value = take(name) else { return nil }
        guard case .object = value else { throw ruleError(name, "must be an object with name and colour") }
        var entry = RuleFields(value, position: "\(name): ")
        let title = try entry.required(entry.text("name", limit: 20), "name")
        let color = try entry.required(entry.text("colour", limit: 7), "colour")
        guard color.count == 7, color.hasPrefix("#"), color.dropFirst().allSatisfy(\.isHexDigit),
            let hex = UInt32(color.dropFirst(), radix: 16)
        else { throw entry.ruleError("colour", "must be written as in #c8102e") }
        try entry.refuseUnknownFields()
        return RuleSet.CornerStyle(name: title, color: RGBColor(hex))
    }

    /// Throws for an unknown field, which is probably a typing error.
    func refuseUnknownFields() throws(RuleError) {
        if let unknown = members.keys.filter({ !readFields.contains($0) }).min() {
            throw ruleError(String(unknown.prefix(40)), "is not a field of rules")
        }
    }

    /// Returns the value of a field, and marks the field as read. A null counts as missing.
    private mutating func take(_ name: String) -> JSONValue? {
        readFields.insert(name)
        return members[name].flatMap { $0 == .null ? nil : $0 }
    }

    /// Returns a text without control characters that is within the limit.
    private func checked(_ text: String, _ name: String, _ limit: Int) throws(RuleError) -> String {
        do throws(InputTextRule.Fault) { return try InputTextRule(upTo: limit).normalized(text) } catch {
            throw ruleError(
                name,
                error == .invisibleCharacters ? "holds control characters" : "must be text of 1 to \(limit) characters")
        }
    }

    /// Returns the error of a field at this position.
    private func ruleError(_ name: String, _ problem: String) -> RuleError { RuleError(position + name, problem) }
}
