import Interchange
import Kernel
import XCTest

/// Tests files in the style of other programs.
final class ForeignFileTests: XCTestCase {
    private func read(_ form: FileFormat, _ text: String) throws -> ParsedFile {
        try form.read(Array(text.utf8), fieldPrefix: "own")
    }

    private func instant(_ text: String) -> Moment { .instant(Instant(text) ?? .earliest) }

    func testTaskwarriorFile() throws {
        let parsed = try read(
            .taskwarrior,
            """
            [
            {"id":1,"description":"Pay \\"rent\\" a\\/b","due":"20261201T000000Z","entry":"20261123T201234Z","mask":"-","modified":"20261123T201235Z","priority":"H","project":"home.flat","recur":"monthly","rtype":"periodic","status":"recurring","uuid":"8137611c-e70c-4c9c-95a1-e62df0b0aab2","annotations":[{"entry":"20261123T201235Z","description":"call http:\\/\\/x.y \\u00e9"}],"tags":["bill","home"],"urgency":22.2278},
            {"id":2,"description":"Second","entry":"20261123T201235Z","status":"pending","until":"20270101T000000Z","uuid":"af9e41a1-2df9-43a7-8ee8-bdb64d56c0e8","wait":"20261205T000000Z","depends":["8137611c-e70c-4c9c-95a1-e62df0b0aab2"],"urgency":-8,"size":3},
            {"id":3,"description":"Pay","due":"20261201T000000Z","parent":"8137611c-e70c-4c9c-95a1-e62df0b0aab2","recur":"3 wobbles","status":"pending","uuid":"c"},
            {"id":0,"status":"pending"}
            ]
            """)
        XCTAssertEqual(parsed.todos.map(\.place), [1, 2, 3])
        let rent = parsed.todos[0].value
        XCTAssertEqual(rent.title, "Pay \"rent\" a/b")
        XCTAssertEqual(rent.state, .template)
        XCTAssertEqual(rent.due, instant("2026-12-01T00:00:00Z"))
        XCTAssertEqual(rent.repetition, Repetition(every: 1, .month))
        XCTAssertEqual(rent.notes, [Todo.Note(at: Instant("2026-11-23T20:12:35Z"), text: "call http://x.y é")])
        XCTAssertEqual(rent.tags, ["bill", "home"])
        XCTAssertEqual(parsed.todos[1].value.dependencies, ["8137611c-e70c-4c9c-95a1-e62df0b0aab2"])
        XCTAssertEqual(parsed.todos[2].value.template, "8137611c-e70c-4c9c-95a1-e62df0b0aab2")
        XCTAssertEqual(parsed.unread.groups.map(\.message), ["“size”", "“until”", "“wait”", "“recur”"])
        XCTAssertEqual(
            parsed.faults.groups.map { "\($0.message): \($0.examples)" }, ["it has no description: [\"entry 4\"]"])
    }

    func testTimewarriorExportAndDataFile() throws {
        let json = try read(
            .timewarrior,
            """
            [
            {"id":2,"start":"20261120T090000Z","end":"20261120T092500Z","tags":["a","q\\"uote","two words"],"annotation":"note \\"x\\" # y"},
            {"id":1,"start":"20261123T201235Z","tags":["foo"]}
            ]
            """)
        let lines = try read(
            .timewarriorData,
            """
            inc 20261120T090000Z - 20261120T092500Z # a "q\\"uote" "two words" # "note \\"x\\" # y"
            inc 20261123T201235Z # foo
            """)
        XCTAssertEqual(json.times.map(\.value), lines.times.map(\.value))
        XCTAssertEqual(json.times[0].value.title, "note \"x\" # y")
        XCTAssertEqual(json.times[0].value.tags, ["a", "q\"uote", "two words"])
        for parsed in [json, lines] { XCTAssertEqual(parsed.faults.groups.map(\.message), ["it is still running"]) }
    }

    func testCalendarDefinesItsOwnTimeZone() throws {
        let calendar = """
            BEGIN:VCALENDAR
            BEGIN:VTIMEZONE
            TZID:Moon/Mare
            BEGIN:STANDARD
            DTSTART:19701025T030000
            TZOFFSETFROM:+0230
            TZOFFSETTO:+0130
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:19700329T020000
            TZOFFSETFROM:+0130
            TZOFFSETTO:+0230
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
            END:DAYLIGHT
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:1
            DTSTART;TZID=Moon/Mare:20260701T120000
            DURATION:PT25M
            SUMMARY:A\\, b
              c
            END:VEVENT
            BEGIN:VEVENT
            DTSTART;TZID="Moon/Mare":20261025T023000
            DTEND;TZID=Moon/Mare:20261025T033000
            END:VEVENT
            BEGIN:VEVENT
            DTSTART;TZID=Moon/Mare:20261120T120000
            DTEND;TZID=Nowhere:20261120T130000
            END:VEVENT
            END:VCALENDAR
            """
        let parsed = try read(.iCalendar, calendar)
        XCTAssertEqual(
            parsed.times.map(\.value.start),
            ["2026-07-01T09:30:00Z", "2026-10-25T00:00:00Z", "2026-11-20T10:30:00Z"].map(instant))
        XCTAssertEqual(parsed.times[0].value.end, instant("2026-07-01T09:55:00Z"))
        XCTAssertEqual(parsed.times[0].value.title, "A, b c")
        XCTAssertEqual(
            parsed.times[1].value.end, instant("2026-10-25T02:00:00Z"), "after the end of daylight saving time")
        XCTAssertEqual(parsed.times[2].value.end, .localTime(Day("2026-11-20")!, second: 13 * 3600))
        XCTAssertEqual(
            parsed.unread.groups.map(\.message), ["the time zone “Nowhere”, which the file does not describe"])
    }

    func testCalendarTasks() throws {
        let parsed = try read(
            .iCalendar,
            """
            BEGIN:VCALENDAR\r
            BEGIN:VTODO\r
            UID:7@x\r
            SUMMARY:Plan\\nall\r
            DTSTART;VALUE=DATE:20261201\r
            DURATION:P2D\r
            PRIORITY:3\r
            CATEGORIES:A\\,B,C\r
            CATEGORIES:D\r
            RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR\r
            RELATED-TO;RELTYPE=DEPENDS-ON:8@x\r
            RELATED-TO:9@x\r
            LOCATION:Home\r
            BEGIN:VALARM\r
            ACTION:DISPLAY\r
            TRIGGER:-PT15M\r
            END:VALARM\r
            END:VTODO\r
            BEGIN:VTODO\r
            SUMMARY:Other\r
            RRULE:FREQ=MONTHLY;BYDAY=2TU\r
            this is broken\r
            ;\r
            END:VEVENT\r
            END:VTODO\r
            BEGIN:VTODO\r
            END:VCALENDAR\r
            """)
        XCTAssertEqual(parsed.todos.count, 2)
        let todo = parsed.todos[0].value
        XCTAssertEqual(todo.title, "Plan\nall")
        XCTAssertEqual(todo.due, .day(Day("2026-12-03")!))
        XCTAssertEqual(todo.alarm, .afterDue(seconds: -2 * 86_400 - 900))
        XCTAssertEqual(todo.tags, ["A,B", "C", "D"])
        XCTAssertEqual(todo.repetition, Repetition(every: 1, .weekday))
        XCTAssertEqual([todo.parent], ["9@x"])
        XCTAssertEqual(todo.dependencies, ["8@x"])
        XCTAssertEqual(parsed.unread.groups.map(\.message), ["“LOCATION”", "the repetition “FREQ=MONTHLY;BYDAY=2TU”"])
        XCTAssertEqual(
            parsed.faults.groups.map { "\($0.message): \($0.examples.joined(separator: ", "))" },
            [
                "it cannot be read: line 22, line 23", "it ends what was not begun: line 24",
                "VTODO is begun and never ended: line 26",
            ])
    }

    func testInvisibleCharactersAreRemovedAndReported() throws {
        let parsed = try read(
            .iCalendar,
            "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:Buy\u{1} milk\r\n \u{1B}[31m today\r\nDUE:2026120\u{0}1\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        )
        XCTAssertEqual(parsed.todos.map(\.value.title), ["Buy milk[31m today"])
        XCTAssertEqual(parsed.todos.first?.value.due, .day(try XCTUnwrap(Day("2026-12-01"))))
        XCTAssertEqual(
            parsed.faults.groups.map(\.message), ["it has characters that cannot be seen, which are left out"])
        XCTAssertEqual(parsed.faults.groups.map(\.examples), [["line 3", "line 5"]])
    }

    func testLargeCalendarsAreReadOrReported() throws {
        var text = "BEGIN:VCALENDAR\r\n"
        for number in 0..<10_000 {
            text +=
                "BEGIN:VTODO\r\nUID:\(number)\r\nSUMMARY:Number \r\n \(number)\r\nbroken\r\nX-A;B=\"\r\nDUE:20261201\r\nEND:VTODO\r\n"
        }
        let parsed = try read(.iCalendar, text + "END:VCALENDAR\r\n")
        XCTAssertEqual(parsed.todos.count, 10_000)
        XCTAssertEqual(parsed.todos.last?.value.title, "Number 9999")
        XCTAssertEqual(parsed.faults.count, 20_000)
        XCTAssertEqual(parsed.faults.groups.first?.examples, ["line 6", "line 7", "line 14"])
        let opened = "BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:VTODO\n", count: 10_000)
        XCTAssertGreaterThan(try read(.iCalendar, opened).faults.count, 9000)
        let long =
            "BEGIN:VCALENDAR\nBEGIN:VTODO\nSUMMARY:" + String(repeating: "a\n ", count: 1_500_000) + "\nEND:VTODO\n"
        XCTAssertEqual(
            try read(.iCalendar, long).faults.groups.map(\.message),
            ["it is too long", "the VTODO has no SUMMARY", "VCALENDAR is begun and never ended"])
    }

    func testTodoTxtFile() throws {
        let parsed = try read(
            .todoTxt,
            "(A) Thank Mom for the meatballs @phone\n(D) 2026-01-02 Schedule +Garage +House rec:+1w t:2026-01-05\nx 2026-03-03 2026-03-01 Review see http://a.b pri:B\n\n   \nx (A) Weird\n+only @marks\n"
        )
        XCTAssertEqual(
            parsed.todos.map(\.value.title),
            ["Thank Mom for the meatballs", "Schedule", "Review see http://a.b", "Weird"])
        XCTAssertEqual(parsed.todos.map(\.value.priority), [.high, .low, .medium, .high])
        XCTAssertEqual(parsed.todos[1].value.project, "Garage")
        XCTAssertEqual(parsed.todos[1].value.tags, ["House"])
        XCTAssertEqual(parsed.todos[1].value.repetition, Repetition(every: 1, .week))
        XCTAssertEqual(parsed.todos[2].value.end, .day(Day("2026-03-03")!))
        XCTAssertEqual(parsed.todos[2].place, 3)
        XCTAssertEqual(parsed.unread.groups.map(\.message), ["“t:”"])
        XCTAssertEqual(parsed.faults.groups.map { $0.examples }, [["line 7"]])
    }

    func testOpenPomodoroFile() throws {
        let parsed = try read(
            .pomodoro,
            "2016-06-14T12:34:56-04:00 description=\"\" duration=25 tags=a,b\n2016-06-14T13:04:56-04:00\nnonsense\n2016-06-14T14:04:56-04:00 duration=2000\n"
        )
        XCTAssertEqual(parsed.times.map(\.value.start), ["2016-06-14T16:34:56Z", "2016-06-14T17:04:56Z"].map(instant))
        XCTAssertEqual(parsed.times.map(\.value.end), ["2016-06-14T16:59:56Z", "2016-06-14T17:29:56Z"].map(instant))
        XCTAssertEqual(parsed.times.map(\.value.title), [nil, nil])
        XCTAssertEqual(parsed.times[0].value.tags, ["a", "b"])
        XCTAssertEqual(parsed.faults.count, 2)
    }

    func testCSVTable() throws {
        let parsed = try read(
            .csv,
            "Title;Due date;Priority;Colour\nCall;2026-12-01;High;red\n;;;\n\"Two\nlines\";2026-12-01 09:30;;\n;2026-12-01;;\n"
        )
        XCTAssertEqual(parsed.todos.map(\.value.title), ["Call", "Two\nlines"])
        XCTAssertEqual(
            parsed.todos.map(\.value.due), [.day(Day("2026-12-01")!), .localTime(Day("2026-12-01")!, second: 34_200)])
        XCTAssertEqual(parsed.todos[0].value.priority, .high)
        XCTAssertEqual(parsed.unread.groups.map(\.message), ["“Colour”"])
        XCTAssertEqual(parsed.faults.groups.map { $0.examples }, [["line 6"]])
    }
}
