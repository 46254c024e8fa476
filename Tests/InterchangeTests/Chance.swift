import Interchange
import Kernel

/// Generates random tasks and times that a format can represent.
struct Chance {
    var random: RandomSource

    init(seed: UInt64) { random = RandomSource(seed: seed) }

    mutating func flip(_ one: Int = 2) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private static let pieces = [
        "a", "B", "ß", "한글", "👩‍👩‍👧", "\"", "\\", ",", ";", ":", "=", "#", "+", "@", "'", "n", "\\n", "x", "(A)", "-", "1",
        "é", "%",
        "_",
        "due:", "http://x.y/z?q=1", "a@b.c",
    ]

    /// - Parameter blanks: The possible separators between words.
    mutating func text(_ blanks: [String], most: Int = 12) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 1...most, using: &random) {
            if !text.isEmpty, let blank = blanks.randomElement(using: &random), flip(3) { text += blank }
            text += Chance.pieces.randomElement(using: &random) ?? "a"
        }
        return text
    }

    mutating func word() -> String { text([], most: 4) }

    mutating func instant(step: Int64 = 1000) -> Instant {
        Instant(milliseconds: Int64.random(in: -2_000_000_000...4_000_000_000, using: &random) * 1000 / step * step)
    }

    mutating func day() -> Day { Day(ordinal: Int.random(in: 0...40_000, using: &random)) }

    mutating func maybe<Value>(_ make: (inout Chance) -> Value) -> Value? { flip() ? make(&self) : nil }

    mutating func several<Value>(_ make: (inout Chance) -> Value) -> [Value] {
        flip() ? [] : (0..<Int.random(in: 1...4, using: &random)).map { _ in make(&self) }
    }

    mutating func repetition() -> Repetition? {
        let unit = Repetition.Unit.allCases.randomElement(using: &random) ?? .day
        return Repetition(every: unit == .weekday ? 1 : Int.random(in: 1...30, using: &random), unit)
    }

    mutating func extra(_ blanks: [String]) -> [String: String] {
        Dictionary(several { ("e\(Int.random(in: 1...9, using: &$0.random))", $0.text(blanks)) }) { $1 }
    }

    /// - Parameters:
    ///   - moment: Makes a moment that the format can represent.
    ///   - blanks: The possible separators between words of a line.
    mutating func todo(_ moment: (inout Chance) -> Moment, blanks: [String]) -> Todo {
        var todo = Todo(title: text(blanks))
        (todo.key, todo.project, todo.parent) = (maybe { $0.word() }, maybe { $0.word() }, maybe { $0.word() })
        todo.state = flip() ? .open : .done
        (todo.entry, todo.due) = (maybe(moment), maybe(moment))
        if todo.state == .done { todo.end = maybe(moment) }
        todo.priority = maybe { Todo.Priority.allCases.randomElement(using: &$0.random) ?? .low }
        todo.tags = several { $0.text(blanks) }
        todo.text = maybe { $0.text([" ", "\n"]) }
        todo.notes = several { chance in Todo.Note(at: chance.maybe { $0.instant() }, text: chance.text(blanks)) }
        todo.dependencies = several { $0.word() }
        todo.repetition = flip() ? repetition() : nil
        todo.alarm = maybe { .afterDue(seconds: Int.random(in: -90_000...90_000, using: &$0.random)) }
        todo.extra = extra(blanks)
        return todo
    }

    mutating func time(step: Int64 = 1000) -> TrackedTime {
        let start = instant(step: step)
        let length = Int64.random(in: 1...90_000, using: &random) * step
        var time = TrackedTime(from: .instant(start), to: .instant(Instant(milliseconds: start.milliseconds + length)))
        (time.title, time.project) = (maybe { $0.text([" "]) }, maybe { $0.word() })
        time.tags = several { $0.text([" "]) }
        return time
    }
}
