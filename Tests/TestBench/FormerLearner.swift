import Kernel

/// A learner of the program with two logs who studied for years: made up, in the form in which that program kept it.
public struct FormerLearner: Sendable {
    /// In no order.
    public let records: [ArchivedRecord]

    /// So many answers to flashcards in sessions of twenty-five, and half as many about movements, with everything that stood beside them.
    ///
    /// - Parameter term: what the terms are called; long names make heavy records.
    public init(answers count: Int, cards: Int = 400, term: String = "term") {
        let card = { (answer: Int) in Self.card(answer * 7919 % cards, term) }
        var records: [ArchivedRecord] = []
        var known: [Int: (answers: Int, misses: Int, box: Int, latest: Int, introduced: Int)] = [:]
        for session in 0..<(count + 24) / 25 {
            let turns = session * 25..<min(session * 25 + 25, count)
            for answer in turns {
                let (number, rating) = (answer * 7919 % cards, answer % 7 == 0 ? 1 : 3)
                let before = known[number]
                let box = rating == 1 ? 1 : min((before?.box ?? 1) + 1, 5)
                var fields: [String: JSONValue] = [
                    "id": .string("a\(answer)"), "session": .string("s\(session)"), "card": card(answer),
                    "turn": .integer(answer - turns.lowerBound), "at": .string(Self.instant(answer)),
                    "day": .string(Self.day(session)),
                    "rating": .integer(rating), "milliseconds": .integer(answer % 60_000), "after": Self.schedule(box, session),
                ]
                if let before {
                    fields["before"] = Self.schedule(before.box, before.latest / 25)
                    fields["previous"] = .string("a\(before.latest)")
                }
                records.append(Self.record("learning.answers", "a\(answer)", fields))
                known[number] = (
                    (before?.answers ?? 0) + 1, (before?.misses ?? 0) + (rating == 1 ? 1 : 0), box, answer,
                    before?.introduced ?? session
                )
            }
            records.append(Self.session(session, turns.map(card)))
            records.append(
                Self.day(session, "s\(session)", kind: "flashcards", answers: turns.count, right: turns.count { $0 % 7 != 0 }))
        }
        for (number, state) in known {
            records.append(
                Self.record(
                    "learning.cards", "\(term)-\(number / 2):\(Self.side(number))",
                    [
                        "card": Self.card(number, term), "schedule": Self.schedule(state.box, state.latest / 25),
                        "answers": .integer(state.answers), "misses": .integer(state.misses),
                        "introduced": .string(Self.day(state.introduced)), "latest": .string("a\(state.latest)"),
                    ]))
        }
        self.records = records + Self.movements(count / 2)
    }

    /// Keeps them as they are, in transactions that every store takes.
    public func keep(in store: any Store) throws {
        for start in stride(from: 0, to: records.count, by: 4000) {
            try store.write { unit in
                let partition = unit.partition
                try unit.put(
                    stored: records[start..<min(start + 4000, records.count)].map { record in
                        StoredRecord(
                            address: RecordAddress(partition: partition, collection: record.collection, id: record.id),
                            stamp: Stamp(generation: 0, deleted: false, time: .zero, device: ""), payloadVersion: record.version,
                            entries: [], payload: try JSONValue.encoder.encode(record.payload))
                    })
            }
        }
    }

    /// Patterns that were practised, nineteen movements a session.
    private static func movements(_ count: Int) -> [ArchivedRecord] {
        var records: [ArchivedRecord] = []
        var known: [Int: (standing: JSONValue, latest: String)] = [:]
        for session in 0..<(count + 18) / 19 {
            let turns = session * 19..<min(session * 19 + 19, count)
            for answer in turns {
                let (move, before) = (answer % 19 + 1, known[answer % 19 + 1])
                var fields: [String: JSONValue] = [
                    "id": .string("m\(answer)"), "session": .string("p\(session)"), "item": item(move),
                    "question": .string("done"),
                    "turn": .integer(answer - turns.lowerBound), "place": .integer(move - 1), "next": .integer(move),
                    "at": .string(instant(answer)), "day": .string(day(session)), "evidence": .string("done"),
                    "parts": .array([.object(["name": .string("done"), "isRight": .bool(answer % 5 != 0)])]),
                    "milliseconds": .integer(1500),
                ]
                if let before { (fields["before"], fields["previous"]) = (before.standing, .string(before.latest)) }
                records.append(record("learning.practice-answers", "m\(answer)", fields))
                known[move] = (
                    .object([
                        "level": .integer(answer % 500), "answers": .integer(session + 1), "right": .integer(session / 2),
                        "isShaky": .bool(answer % 5 == 0), "last": .string(day(session)),
                    ]), "m\(answer)"
                )
            }
            records.append(
                record(
                    "learning.practice", "p\(session)",
                    [
                        "id": .string("p\(session)"), "kind": .string("patterns"), "subject": .string("chon-ji"),
                        "activity": .string("practice"), "startedAt": .string(instant(turns.lowerBound)),
                        "items": .array((1...19).map { .string("\($0)") }), "seed": .integer(session), "settings": .object([:]),
                        "place": .integer(turns.count), "after": .string("m\(turns.upperBound - 1)"),
                    ]))
            records.append(
                day(session, "p\(session)", kind: "patterns", answers: turns.count, right: turns.count { $0 % 5 != 0 }))
        }
        return records
            + known.map { move, state in
                record(
                    "learning.mastery", "patterns:chon-ji:\(move)",
                    ["item": item(move), "standing": state.standing, "latest": .string(state.latest)])
            }
    }

    private static func session(_ number: Int, _ cards: [JSONValue]) -> ArchivedRecord {
        record(
            "learning.sessions", "s\(number)",
            [
                "id": .string("s\(number)"), "startedAt": .string(instant(number * 25)), "seed": .integer(number),
                "endedAt": .string(instant(number * 25 + 25)), "skipped": .array([]), "queue": .array(cards),
                "configuration": .object([
                    "cards": .integer(25), "directions": .string("both"), "mode": .string(number % 3 == 0 ? "test" : "learn"),
                    "answering": .string("choose"), "onlyNew": .bool(false),
                ]),
            ])
    }

    private static func day(_ number: Int, _ session: String, kind: String, answers: Int, right: Int) -> ArchivedRecord {
        record(
            "learning.days", "\(day(number)):\(session)",
            [
                "day": .string(day(number)), "session": .string(session), "kind": .string(kind), "answers": .integer(answers),
                "right": .integer(right), "milliseconds": .integer(answers * 1500),
            ])
    }

    private static func card(_ number: Int, _ term: String) -> JSONValue {
        .object(["term": .string("\(term)-\(number / 2)"), "direction": .string(side(number))])
    }

    private static func side(_ card: Int) -> String { card % 2 == 0 ? "ko-en" : "en-ko" }

    private static func item(_ move: Int) -> JSONValue {
        .object(["kind": .string("patterns"), "subject": .string("chon-ji"), "part": .string("\(move)")])
    }

    private static func schedule(_ box: Int, _ session: Int) -> JSONValue {
        .object(["box": .integer(box), "due": .string(day(session + box))])
    }

    private static func day(_ session: Int) -> String { "\(Day(ordinal: 7000 + session / 2))" }

    private static func instant(_ answer: Int) -> String { "\(Instant(milliseconds: 1_600_000_000_000 + Int64(answer) * 5000))" }

    private static func record(_ collection: String, _ id: String, _ fields: [String: JSONValue]) -> ArchivedRecord {
        ArchivedRecord(collection: collection, id: id, version: 1, payload: .object(fields))
    }
}
