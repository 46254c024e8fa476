import Content
import Footwork
import XCTest

/// Defaults and limits of every lesson field.
final class LessonEntryTests: XCTestCase {
    private func heading(_ more: String = "") throws -> (heading: PatternHeading?, findings: [Finding]) {
        let reading = SampleLessons.curriculum("\"patterns\":[\(SampleLessons.form([], more))]").patterns()
        return (reading.value.first, reading.findings)
    }

    func testPatternHeadingDefaultsAndFields() throws {
        let (plain, findings) = try heading()
        XCTAssertEqual(findings, [])
        let bare = try XCTUnwrap(plain)
        XCTAssertEqual([bare.isDrill, bare.isFromSingleSource, bare.beginsParallel], [false, false, true])
        XCTAssertEqual([bare.number, bare.returnsAfter], [nil, nil])
        XCTAssertEqual([bare.diagonal, Double(bare.count)], [45, 1])
        XCTAssertEqual(
            [bare.start, bare.why, bare.teaching, bare.sign, bare.uprights?.letters], ["AB", "", "", nil, nil])
        XCTAssertEqual(bare.returningFoot, .left)
        let (full, none) = try heading(
            #","kind":"drill","number":3,"returns":7,"diagonal":30,"start":"EF","uprights":"C","sign":"一","why":"Why.","teaching":"How.","sources":["A"]"#
        )
        XCTAssertEqual(none, [])
        let rich = try XCTUnwrap(full)
        XCTAssertEqual([rich.isDrill, rich.isFromSingleSource], [true, true])
        XCTAssertEqual([rich.number, rich.returnsAfter], [3, 7])
        XCTAssertEqual(rich.diagonal, 30)
        XCTAssertEqual(
            [rich.start, rich.why, rich.teaching, rich.sign, rich.uprights?.letters], ["EF", "Why.", "How.", "一", "C"])
        XCTAssertFalse(
            try XCTUnwrap(try heading(#","kind":"tul","start":"GH","sources":["A","B"]"#).heading).isFromSingleSource)
    }

    func testPatternHeadingLimits() throws {
        for (field, fits, fails) in [
            ("number", ["1", "200"], ["0", "201"]), ("returns", ["1", "200"], ["0", "201"]),
            ("diagonal", ["15", "75"], ["14", "76"]),
        ] {
            for number in fits {
                XCTAssertEqual(try heading(",\"\(field)\":\(number)").findings, [], "\(field) \(number)")
            }
            for number in fails {
                let reading = try heading(",\"\(field)\":\(number)")
                XCTAssertEqual(reading.findings.map(\.field), [field], number)
                XCTAssertNil(reading.heading)
            }
        }
        for (count, isFine) in [(1, true), (200, true), (201, false)] {
            let reading = SampleLessons.curriculum("\"patterns\":[\(SampleLessons.form(count: count))]").patterns()
            XCTAssertEqual(reading.value.map(\.count), isFine ? [count] : [])
        }
        for (field, word) in [("kind", "dance"), ("start", "CD"), ("uprights", "Q"), ("why", ""), ("sign", "")] {
            XCTAssertEqual(
                try heading(",\"\(field)\":\"\(word)\"").findings.map(\.field), word.isEmpty ? [] : [field], field)
        }
    }

    func testEmptyMovementHasDefaults() throws {
        let (move, findings) = try SampleLessons.move("")
        XCTAssertEqual(findings, [])
        XCTAssertEqual(move, Move(1))
        XCTAssertEqual(move?.hasKihap, false)
        XCTAssertEqual(move?.sentence, "1 the feet stay")
    }

    func testMovementFieldsAreDecoded() throws {
        let (move, findings) = try SampleLessons.move(
            #""steps":[{"verb":"move","foot":"left","to":"D"}],"turn":"clockwise","stance":{"name":"closed ready stance","variant":"A","maintained":true,"toward":"D"},"techniques":[{"action":"punch","section":"high","tool":"fist","side":"left","toward":"D"}],"timing":"slow","with":[1,2,"x",1.5],"korean":"k","hangul":"앞","kihap":true,"carries":1.5,"sources":["A"],"note":"N","doubt":"D""#
        )
        XCTAssertEqual(findings, [])
        var complete = Move(1)
        let ahead = try XCTUnwrap(Bearing("D"))
        complete.steps = [.init(.move, .left, to: .bearing(ahead))]
        (complete.turn, complete.timing, complete.timingGroup) = (.clockwise, .slow, [1, 2])
        complete.ending = Move.Ending(.closedReady, variant: "A", side: nil, toward: ahead, isMaintained: true)
        complete.actions = [Move.Action("punch", section: "high", tool: "fist", side: .left, toward: ahead)]
        (complete.korean, complete.hangul, complete.hasKihap, complete.distance) = ("k", "앞", true, 1.5)
        (complete.sources, complete.note, complete.doubt) = (["A"], "N", "D")
        XCTAssertEqual(move, complete)
        for stance in [#"{"name":"sitting stance"}"#, #"{"name":"sitting stance","maintained":false}"#] {
            XCTAssertEqual(try SampleLessons.move("\"stance\":\(stance)").move?.ending?.isMaintained, false)
        }
        XCTAssertEqual(try SampleLessons.move("\"kihap\":false").move?.hasKihap, false)
    }

    func testMovementDistanceAndNumberAreBounded() throws {
        for (length, expected) in [("10", 10), ("-10", -10), ("0", 0), ("10.5", nil), ("-11", nil)]
            as [(String, Double?)]
        {
            XCTAssertEqual(try SampleLessons.move("\"carries\":\(length)").move?.distance, expected, length)
        }
        for (number, isFine) in [(1, true), (200, true), (0, false), (201, false)] {
            XCTAssertEqual(
                try SampleLessons.pattern(["{\"n\":\(number)}"]).value.moves.map(\.number), isFine ? [number] : [])
        }
    }

    func testInvalidDestinationsAndMissingFieldsAreReported() throws {
        for word in ["A", "H", "CE", "AD", "line AB", "line GH", "L", "R"] {
            let move = try SampleLessons.move(#""steps":[{"verb":"move","foot":"left","to":"\#(word)"}]"#)
            XCTAssertEqual(move.move?.steps.first?.to?.text, word)
        }
        for word in ["Q", "AB", "line XY", "ABC"] {
            let move = try SampleLessons.move(#""steps":[{"verb":"move","foot":"left","to":"\#(word)"}]"#)
            XCTAssertEqual(SampleLessons.places(move.findings), ["small 1: steps 1 to"], word)
        }
        XCTAssertNil(try SampleLessons.move(#""steps":[{"verb":"jump","to":""}]"#).move?.steps.first?.to)
        XCTAssertEqual(
            SampleLessons.places(try SampleLessons.move(#""steps":[{"foot":"left"},{"verb":"move"}]"#).findings),
            ["small 1: steps 1 verb"])
        XCTAssertEqual(
            SampleLessons.places(try SampleLessons.move(#""stance":{"side":"left"}"#).findings),
            ["small 1: stance name"])
        XCTAssertEqual(
            SampleLessons.places(try SampleLessons.move(#""techniques":[{"side":"left"}]"#).findings),
            ["small 1: techniques 1 action"])
    }

    func testAListInsideAnEntryHasAtMostSixtyFourItems() throws {
        let steps = { (count: Int) in Array(repeating: #"{"verb":"move"}"#, count: count).joined(separator: ",") }
        XCTAssertEqual(try SampleLessons.move("\"steps\":[\(steps(64))]").move?.steps.count, 64)
        XCTAssertEqual(
            SampleLessons.places(try SampleLessons.move("\"steps\":[\(steps(65))]").findings), ["small 1: steps"])
        let page = { (count: Int) in
            let text = Array(repeating: "\"t\"", count: count).joined(separator: ",")
            return SampleLessons.curriculum(
                #""theory":[{"id":"p","grade":"9k","subject":"oath","title":"T","text":[\#(text)]}]"#
            )
            .theory()
        }
        XCTAssertEqual(page(64).value.first?.text.count, 64)
        XCTAssertEqual(SampleLessons.places(page(65).findings), ["p: text"])
    }

    func testMovementSourcesDefaultToThePatterns() throws {
        let moves = ["{\"n\":1}", #"{"n":2,"sources":["C"]}"#, #"{"n":3,"sources":["C","D"]}"#]
        let pattern = try SampleLessons.pattern(moves, #","sources":["A","B"]"#).value
        XCTAssertEqual(pattern.moves.map(\.sources), [["A", "B"], ["C"], ["C", "D"]])
        XCTAssertEqual(pattern.moves.map(\.isFromSingleSource), [false, true, false])
        XCTAssertEqual(pattern.move(2)?.number, 2)
        XCTAssertNil(pattern.move(4))
    }

    func testMovementsAreSortedByNumber() throws {
        XCTAssertEqual(
            try SampleLessons.pattern(["{\"n\":3}", "{\"n\":1}", "{\"n\":2}"]).value.moves.map(\.number), [1, 2, 3])
    }

    func testExchangeFieldsAreDecoded() throws {
        let exchange = { (fields: String) in
            SampleLessons.curriculum(#""sparring":[{"id":"e","kind":"two-step","grade":"6k",\#(fields)}]"#).sparring()
        }
        let bare = exchange(#""number":1"#)
        XCTAssertEqual(bare.findings, [])
        XCTAssertEqual(bare.value.first.map { [$0.note, $0.doubt] }, ["", ""])
        XCTAssertEqual(bare.value.first?.name, "Two-step sparring 1")
        XCTAssertEqual(bare.value.first?.searchable.english, ["Two-step sparring 1", "e"])
        for (number, isFine) in [(1, true), (100, true), (0, false), (101, false)] {
            XCTAssertEqual(exchange("\"number\":\(number)").value.map(\.number), isFine ? [number] : [])
        }
        let complete = exchange(
            #""number":2,"note":"N","doubt":"D","sources":["S"],"steps":[{"attack":{"foot":"left","way":"forward","stance":"walking stance","side":"left","techniques":[{"action":"punch","section":"middle","tool":"fist","side":"left","form":"obverse"}]},"defence":{"words":"As you like."},"corrected":"C"}]"#
        )
        XCTAssertEqual(complete.findings, [])
        let step = try XCTUnwrap(complete.value.first?.steps.first)
        XCTAssertEqual(step.attack.phrase, "left foot forward, left walking stance: left obverse middle punch")
        XCTAssertEqual([step.defence.phrase, step.defence.footwork, step.defence.action], ["As you like.", "", ""])
        XCTAssertNil(step.counter)
        XCTAssertEqual(step.correction, "C")
        XCTAssertEqual(complete.value.first.map { [$0.note, $0.doubt] + $0.sources }, ["N", "D", "S"])
        XCTAssertEqual(
            SampleLessons.places(exchange(#""number":1,"steps":[{"attack":{}},{"defence":{}}]"#).findings),
            ["e: steps 1", "e: steps 2"])
        XCTAssertEqual(
            SampleLessons.places(
                SampleLessons.curriculum(#""sparring":[{"id":"e","grade":"6k","number":1}]"#).sparring().findings),
            ["e: kind"])
    }

    func testExchangesAreSortedByKindAndNumber() {
        let entry = { (kind: String, number: Int) in
            #"{"id":"\#(kind)\#(number)","kind":"\#(kind)","grade":"6k","number":\#(number)}"#
        }
        let mixed = [
            entry("one-step", 2), entry("three-step", 2), entry("semi-free", 1), entry("one-step", 1),
            entry("two-step", 1),
        ]
        XCTAssertEqual(
            SampleLessons.curriculum("\"sparring\":[\(mixed.joined(separator: ","))]").sparring().value.map(\.id),
            ["three-step2", "two-step1", "one-step1", "one-step2", "semi-free1"])
    }

    func testPhraseIncludesTheToolUnlessTheActionImpliesIt() throws {
        let deeds: [(action: String, tool: String?, deed: String, exchange: String)] = [
            ("punch", "fist", "punch", "punch"), ("punch", "elbow", "elbow punch", "elbow punch"),
            ("punch", nil, "punch", "punch"),
            ("side kick", "foot", "side kick", "side kick"), ("side kick", "heel", "heel side kick", "heel side kick"),
            ("strike", "fist", "fist strike", "fist strike"),
            ("knife hand strike", "knife hand", "knife hand strike", "knife hand strike"),
        ]
        for (action, tool, deed, exchange) in deeds {
            XCTAssertEqual(Move.Action(action, tool: tool).phrase, deed)
            let fields = tool.map { #""action":"\#(action)","tool":"\#($0)""# } ?? #""action":"\#(action)""#
            let reading = SampleLessons.curriculum(
                #""sparring":[{"id":"e","kind":"one-step","grade":"6k","number":1,"steps":[{"attack":{"techniques":[{\#(fields)}]},"defence":{}}]}]"#
            )
            XCTAssertEqual(reading.sparring().value.first?.steps.first?.attack.action, exchange)
        }
        XCTAssertEqual(Move.Action("block", tool: "foot").phrase, "foot block")
        XCTAssertEqual(
            Move.Action("side block", section: "high", tool: "outer forearm", side: .left, toward: Bearing("B")).phrase,
            "left high outer-forearm side block to B")
        XCTAssertEqual(
            Move.Action("extend", tool: "fist", side: .left, toward: Bearing("D")).phrase, "extend the left fist to D")
        XCTAssertEqual(Move.Action("release", tool: "fist", side: .left).phrase, "twist the left fist free")
        XCTAssertEqual(
            Move.Action("strike", section: "high", tool: "high elbow", side: .right).phrase, "right high-elbow strike")
        XCTAssertEqual(Move.Action("grab", tool: "hands").phrase, "reach up with both hands to grab the head")
        XCTAssertEqual(
            Move.Action("block", section: "low", side: .right, toward: Bearing("AD")).phrase, "right low block to AD")
    }

    /// Fields that old packs lack are empty. Their timing "stamping" is decoded as `isStamping`.
    func testOtherHandAndStampingAreOptional() throws {
        let full = try SampleLessons.move(
            #""otherHand":"the fist stays","noAction":"One waits.","stamping":true,"timing":"slow""#)
        XCTAssertEqual(full.findings, [])
        XCTAssertEqual(full.move?.otherHand, "the fist stays")
        XCTAssertEqual(full.move?.noAction, "One waits.")
        XCTAssertEqual(full.move?.isStamping, true)
        XCTAssertEqual(full.move?.timing, .slow)
        let bare = try SampleLessons.move("")
        XCTAssertEqual(bare.findings, [])
        XCTAssertNil(bare.move?.otherHand)
        XCTAssertNil(bare.move?.noAction)
        XCTAssertEqual(bare.move?.isStamping, false)
        let old = try SampleLessons.move(#""timing":"stamping""#)
        XCTAssertEqual(old.move?.isStamping, true)
        XCTAssertNil(old.move?.timing)
    }

    /// A kick names the kicking and the supporting foot.
    func testFootworkNamesTheLiftedFoot() throws {
        let kick = { (side: String, tool: String) in
            #""techniques":[{"action":"front snap kick","tool":"\#(tool)"\#(side)}]"#
        }
        let one = { (more: String) in #""stance":{"name":"one-leg stance","side":"left","toward":"D"\#(more)}"# }
        let step = #""steps":[{"verb":"move","foot":"right","to":"D"}]"#
        for (fields, words, lifted) in [
            (kick(#","side":"right""#, "foot"), "kick with the right foot; the left supports", .right),
            (kick(#","side":"left""#, "knee"), "kick with the left knee; the right foot supports", .left),
            (kick("", "foot"), "kick with one foot; the other supports", nil),
            (one(""), "lift the right foot; the left supports", .right),
            (one(#","maintained":true"#), "the feet stay", nil),
            (#""techniques":[{"action":"punch","side":"left"}]"#, "the feet stay", nil),
            (step + "," + kick(#","side":"left""#, "foot"), "move the right foot to D", nil),
            (
                step + #","stamping":true,"turn":"clockwise""#,
                "move the right foot to D in a stamping motion, turning clockwise", nil
            ),
        ] as [(String, String, Side?)] {
            let move = try XCTUnwrap(try SampleLessons.move(fields).move)
            XCTAssertEqual(move.footwork, words)
            XCTAssertEqual(move.liftedFoot, lifted, words)
        }
    }

    func testPaceListsTheMovementsOfItsGroup() throws {
        for (with, words) in [
            ("", "fast"), (#","with":[1,2]"#, "fast, with 2"), (#","with":[1,2,3,4]"#, "fast, 1–4"),
            (#","with":[1,2,4]"#, "fast, with 2, 4"),
        ] {
            XCTAssertEqual(try SampleLessons.move(#""timing":"fast""# + with).move?.pace, words)
        }
        XCTAssertNil(try SampleLessons.move("").move?.pace)
    }

    func testTheoryAndLineWorkFieldsAreDecoded() throws {
        let pages = SampleLessons.curriculum(
            #""theory":[{"id":"b","grade":"8k","subject":"oath","title":"B"},{"id":"c","grade":"9k","subject":"oath","title":"C"},{"id":"a","grade":"9k","subject":"belt","title":"A","text":["x"],"doubt":"D","questions":[{"ask":"Q","answer":"R","also":["S"],"wrong":["W"]},{"ask":"Q","answer":"R"}]}]"#
        )
        let read = pages.theory()
        XCTAssertEqual(read.findings, [])
        XCTAssertEqual(read.value.map(\.id), ["a", "c", "b"])
        XCTAssertEqual(read.value.map(\.doubt), ["D", "", ""])
        XCTAssertEqual(
            read.value.first?.questions.map { [$0.alternativeAnswers, $0.wrong] }, [[["S"], ["W"]], [[], []]])
        let lacking = SampleLessons.curriculum(#""theory":[{"id":"p","grade":"9k"}]"#).theory().findings
        XCTAssertEqual(SampleLessons.places(lacking), ["p: subject", "p: title"])
        let lines = SampleLessons.curriculum(
            #""linework":[{"id":"8k"},{"id":"9k","exercises":[{"way":"both","parts":["x"]},{"way":"forward","parts":["y"],"doubt":"D"},{"parts":[]}]}]"#
        ).lineWork()
        XCTAssertEqual(SampleLessons.places(lines.findings), ["9k: exercises 1 way", "9k: exercises 3 way"])
        XCTAssertEqual(lines.value.map(\.id), ["8k"], "a line without direction is an error")
    }

    func testLineWorkDirectionsAreDecoded() {
        let lines = SampleLessons.curriculum(
            #""linework":[{"id":"8k","exercises":[{"way":"forward and backward","parts":["x"]}]},{"id":"9k","exercises":[{"way":"on the spot","parts":["y"],"doubt":"D"}]}]"#
        ).lineWork()
        XCTAssertEqual(lines.findings, [])
        XCTAssertEqual(lines.value.map(\.id), ["9k", "8k"])
        XCTAssertEqual(lines.value.flatMap(\.exercises).map(\.doubt), ["D", ""])
        XCTAssertEqual(lines.value.flatMap(\.exercises).map(\.way), [.onTheSpot, .both])
    }
}
