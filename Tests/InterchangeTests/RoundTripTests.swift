import Interchange
import Kernel
import XCTest

/// Tests that each format reads what it wrote, for values that it can represent.
final class RoundTripTests: XCTestCase {
    private static let now = Instant(milliseconds: 1_795_000_000_000)

    private func expectRoundTrip(
        _ form: FileFormat, _ todos: [Todo], in calendar: LocalCalendar = .utc, file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        let bytes = form.write(ParsedFile(form, todos: todos), fieldPrefix: "own", in: calendar, at: Self.now)
        let read = try form.read(bytes, fieldPrefix: "own")
        XCTAssertEqual(read.todos.map(\.value), todos, String(decoding: bytes, as: UTF8.self), file: file, line: line)
        XCTAssertTrue(
            read.faults.isEmpty && read.unread.isEmpty, "\(read.faults) \(read.unread)", file: file, line: line)
        XCTAssertEqual(
            todos.isEmpty ? form : FileFormat.detect(bytes), form, String(decoding: bytes.prefix(200), as: UTF8.self),
            file: file,
            line: line)
    }

    private func expectRoundTrip(
        _ form: FileFormat, _ times: [TrackedTime], in calendar: LocalCalendar = .utc, file: StaticString = #filePath,
        line: UInt = #line
    ) throws {
        let bytes = form.write(ParsedFile(form, times: times), fieldPrefix: "own", in: calendar, at: Self.now)
        let read = try form.read(bytes, fieldPrefix: "own")
        XCTAssertEqual(read.times.map(\.value), times, String(decoding: bytes, as: UTF8.self), file: file, line: line)
        XCTAssertTrue(
            read.faults.isEmpty && read.unread.isEmpty, "\(read.faults) \(read.unread)", file: file, line: line)
        XCTAssertEqual(
            FileFormat.detect(bytes), form, String(decoding: bytes.prefix(200), as: UTF8.self), file: file, line: line)
    }

    func testTaskwarriorRoundTrips() throws {
        for seed in 1...300 {
            var chance = Chance(seed: UInt64(seed))
            try expectRoundTrip(
                .taskwarrior,
                (0..<3).map { _ in
                    var todo = chance.todo({ .instant($0.instant()) }, blanks: [" ", "\n", "\t"])
                    if chance.flip(4) { todo.state = chance.flip() ? .template : .deleted }
                    todo.template = chance.maybe { $0.word() }
                    return todo
                })
        }
    }

    func testTodoTxtRoundTrips() throws {
        for seed in 1...300 {
            var chance = Chance(seed: UInt64(seed))
            try expectRoundTrip(
                .todoTxt,
                (0..<3).map { number in
                    var todo = chance.todo({ .day($0.day()) }, blanks: [])
                    todo.title = "Call \(number) Mina"
                    (todo.text, todo.notes, todo.tags) = (nil, [], todo.tags.filter { !$0.isEmpty })
                    // The format stores the creation day of a done task only after its end day.
                    if todo.state == .done, todo.end == nil { todo.entry = nil }
                    todo.dependencies = todo.dependencies.filter { !$0.contains(",") && !$0.isEmpty }
                    todo.project = todo.project ?? "p"
                    return todo
                })
        }
    }

    func testCalendarsRoundTrip() throws {
        for seed in 1...300 {
            var chance = Chance(seed: UInt64(seed))
            let todos = (0..<3).map { _ in
                var todo = chance.todo(
                    { chance in
                        switch Int.random(in: 0..<3, using: &chance.random) {
                        case 0: .day(chance.day())
                        case 1: .instant(chance.instant())
                        default: .localTime(chance.day(), second: Int.random(in: 0..<86_400, using: &chance.random))
                        }
                    }, blanks: [" ", "\n"])
                if todo.due == nil { todo.repetition = nil }
                if chance.flip(3) { todo.alarm = .at(chance.instant()) }
                if chance.flip(5) { todo.state = .deleted }
                return todo
            }
            try expectRoundTrip(.iCalendar, todos)
            try expectRoundTrip(
                .iCalendar,
                (0..<3).map { _ in
                    var time = chance.time()
                    (time.key, time.extra) = (chance.maybe { $0.text([" "]) }, chance.extra([" ", "\n"]))
                    return time
                })
        }
    }

    func testTablesRoundTrip() throws {
        for seed in 1...300 {
            var chance = Chance(seed: UInt64(seed))
            try expectRoundTrip(
                .csv,
                (0..<3).map { _ in
                    var todo = chance.todo(
                        { $0.flip() ? .day($0.day()) : .instant($0.instant(step: 1)) },
                        blanks: [" ", "\n", "\r\n", "\t"])
                    todo.alarm = chance.maybe { chance in
                        chance.flip()
                            ? .at(chance.instant(step: 1))
                            : .afterDue(seconds: Int.random(in: 0..<90_000, using: &chance.random))
                    }
                    return todo
                })
            try expectRoundTrip(
                .csv,
                (0..<3).map { _ in
                    var time = chance.time(step: 1)
                    (time.key, time.extra) = (chance.maybe { $0.word() }, chance.extra([" ", "\n"]))
                    return time
                })
        }
    }

    func testTimewarriorRoundTrips() throws {
        for seed in 1...300 {
            var chance = Chance(seed: UInt64(seed))
            var times = (0..<3).map { _ in chance.time() }
            try expectRoundTrip(.timewarriorData, times)
            for place in times.indices { times[place].extra = chance.extra([" ", "\n"]) }
            try expectRoundTrip(.timewarrior, times)
        }
    }

    func testOpenPomodoroRoundTrips() throws {
        let calendar = LocalCalendar { $0.seconds % 2 == 0 ? -12_600 : 7200 }
        for seed in 1...300 {
            var chance = Chance(seed: UInt64(seed))
            let times = (0..<3).map { _ in
                var time = chance.time()
                guard case .instant(let start) = time.start else { return time }
                time.end = .instant(start.adding(seconds: Double(Int.random(in: 1...1440, using: &chance.random) * 60)))
                (time.project, time.tags) = (
                    nil,
                    chance.several { $0.word().replacing(",", with: "") }.filter {
                        !$0.isEmpty && !$0.contains("\"") && $0.first != "\""
                    }
                )
                return time
            }
            try expectRoundTrip(.pomodoro, times, in: calendar)
        }
    }

    /// RFC 5545, 3.1: lines have at most 75 bytes, end with CRLF, and split no character.
    func testFoldedLinesFollowRFC5545() throws {
        var chance = Chance(seed: 7)
        for _ in 0..<200 {
            var todo = Todo(title: chance.text([" ", "\n"], most: 80))
            todo.tags = [chance.text([" "], most: 60)]
            let bytes = FileFormat.iCalendar.write(
                ParsedFile(.iCalendar, todos: [todo]), fieldPrefix: "own", in: .utc, at: Self.now)
            let lines = bytes.split(separator: 10)
            for line in lines {
                XCTAssertEqual(line.last, 13)
                XCTAssertLessThanOrEqual(line.count, 76)
                XCTAssertNotNil(String(validating: line, as: UTF8.self))
            }
        }
    }

    /// A damaged file is read or refused, and the result can be written again.
    func testDamagedFilesNeverCrash() throws {
        let forms: [FileFormat] = FileFormat.allCases
        for seed in 1...400 {
            var chance = Chance(seed: UInt64(seed))
            let form = forms[seed % forms.count]
            let parsed =
                [.timewarrior, .timewarriorData, .pomodoro].contains(form) || chance.flip()
                ? ParsedFile(
                    form, times: form == .todoTxt || form == .taskwarrior ? [] : (0..<5).map { _ in chance.time() })
                : ParsedFile(
                    form, todos: (0..<5).map { _ in chance.todo({ .instant($0.instant()) }, blanks: [" ", "\n"]) })
            var bytes = form.write(parsed, fieldPrefix: "own", in: .utc, at: Self.now)
            for _ in 0..<Int.random(in: 1...8, using: &chance.random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &chance.random)
                switch Int.random(in: 0..<4, using: &chance.random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance.random)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 20))
                case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
                default:
                    bytes.insert(Array("\"\\,;:\n\r -+@".utf8).randomElement(using: &chance.random) ?? 0, at: place)
                }
            }
            _ = FileFormat.detect(bytes)
            for other in forms {
                guard let read = try? other.read(bytes, fieldPrefix: "own") else { continue }
                let again = ParsedFile(other, todos: read.todos.map(\.value), times: read.times.map(\.value))
                XCTAssertNoThrow(
                    try other.read(other.write(again, fieldPrefix: "own", in: .utc, at: Self.now), fieldPrefix: "own"),
                    "seed \(seed)")
            }
        }
    }
}
