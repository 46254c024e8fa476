import Content
import Kernel
import XCTest

/// The inspection finds each planted fault once. A `doubt` of the author silences it.
final class LessonInspectionTests: XCTestCase {
    private static let parts = ["걷는", "서", "바로", "지르기", "준비"].map {
        Morpheme(hangul: $0, romanization: "x", meaning: "m", category: .other)
    }

    private func findings(_ fields: String, judges: [RuleValidator] = []) -> [Finding] {
        CurriculumInspection(SampleLessons.curriculum(fields), morphemes: Self.parts, ruleValidators: judges).findings
    }

    private func findings(moves: [String], count: Int? = nil) -> [Finding] {
        findings("\"patterns\":[\(SampleLessons.form(moves, count: count))]")
    }

    private let good =
        #"{"n":1,"steps":[{"verb":"move","foot":"left","to":"D"}],"stance":{"name":"walking stance","side":"left","toward":"D"},"techniques":[{"action":"punch","side":"left"}],"hangul":"걷는 서 바로 지르기","korean":"gunnun so baro jirugi"}"#

    private func changed(_ old: String, _ new: String) -> String { good.replacingOccurrences(of: old, with: new) }

    func testValidMovementHasNoFindings() {
        XCTAssertEqual(findings(moves: [good]), [])
    }

    func testEachPlantedFaultIsFoundOnce() {
        let cases: [(move: String, field: String, rule: Finding.Rule)] = [
            (changed("\"to\":\"D\"", "\"to\":\"C\""), "steps", .footwork),
            (changed("punch\",\"side\":\"left\"", "punch\",\"side\":\"right\""), "hangul", .form),
            (changed("gunnun", "nopun"), "korean", .romanization), (changed("바로", "빠로"), "hangul", .unknownMorpheme),
        ]
        for (move, field, rule) in cases {
            let found = findings(moves: [move])
            XCTAssertEqual(found.map(\.rule), [rule], move)
            XCTAssertEqual(found.map(\.place), ["patterns: small 1: \(field)"])
            XCTAssertEqual(found.map(\.severity), [.warning])
        }
        let doubted = cases.map { String($0.move.dropLast()) + #","doubt":"Not sure."}"# }
        XCTAssertEqual(
            doubted.map { findings(moves: [$0]).map(\.rule) }, [[], [], [.romanization], [.unknownMorpheme]])
    }

    /// A movement has an action or a reason, and its hands and feet are possible.
    func testMissingActionsAndContradictionsAreReported() {
        let action = #""techniques":[{"action":"punch","side":"left"}]"#
        for (from, to, field) in [
            (action, #""otherHand":"the fist stays""#, "techniques"),
            (action, action + #","noAction":"One waits.""#, "noAction"),
            (action, action + #","otherHand":"the hands stay as in 1""#, "otherHand"),
            (#""steps":[{"verb":"move","foot":"left","to":"D"}],"#, #""stamping":true,"#, "stamping"),
        ] {
            let move = changed(from, to)
            XCTAssertEqual(findings(moves: [move]).map(\.place), ["patterns: small 1: \(field)"], move)
            XCTAssertEqual(findings(moves: [move]).map(\.rule), [.action])
            XCTAssertEqual(findings(moves: [String(move.dropLast()) + #","doubt":"Not sure."}"#]), [])
        }
        let second = changed("\"n\":1", "\"n\":2")
        for validParts in [#""noAction":"One waits.""#, action + #","otherHand":"the hands stay as in 1""#] {
            XCTAssertEqual(
                findings(moves: [good, second.replacingOccurrences(of: action, with: validParts)]), [], validParts)
        }
        let ready =
            #"{"n":2,"stance":{"name":"walking ready stance","side":"left","toward":"D"},"hangul":"준비","korean":"junbi"}"#
        XCTAssertEqual(findings(moves: [good, ready]), [], "a ready posture explains itself")
    }

    /// A foot without a step, but at another place in the stance.
    func testStrayFeetAreReported() {
        let closed = { (more: String) in
            #"{"n":2,\#(more)"stance":{"name":"close stance","toward":"D"},"noAction":"One waits.","hangul":"서","korean":"so"}"#
        }
        let parts = Self.parts.filter { $0.hangul == "서" }
        XCTAssertEqual(parts.count, 1)
        XCTAssertEqual(findings(moves: [good, closed("")]).map(\.place), ["patterns: small 2: steps"])
        XCTAssertEqual(findings(moves: [good, closed("")]).map(\.rule), [.footwork])
        XCTAssertEqual(findings(moves: [good, closed(#""doubt":"Who knows.","#)]), [])
        XCTAssertEqual(findings(moves: [good, closed(#""steps":[{"verb":"bring","foot":"left","to":"R"}],"#)]), [])
    }

    func testMissingMovementsAreReported() {
        let second = changed("\"n\":1", "\"n\":2")
        for (moves, count, isFine) in [
            ([good, second], 2, true), ([good], 2, false), ([good, second], 1, false), ([second], 1, false),
            ([second, good], 2, true), ([], 1, false),
        ] {
            let found = findings(moves: moves, count: count)
            XCTAssertEqual(
                found.map(\.place), isFine ? [] : ["patterns: small: movements"], "\(moves.count) of \(count)")
        }
    }

    func testPostureLettersAreNotCheckedAsWords() {
        let ready = { (hangul: String, korean: String) in
            self.findings(moves: [
                #"{"n":1,"stance":{"name":"closed ready stance"},"hangul":"\#(hangul)","korean":"\#(korean)"}"#
            ]
            ).map(\.rule)
        }
        for letter in ["A", "B", "H"] { XCTAssertEqual(ready("준비 서 \(letter)", "junbi so \(letter)"), [], letter) }
        XCTAssertEqual(ready("준비 서, A", "junbi so, A"), [])
        XCTAssertEqual(ready("준비 서 I", "junbi so I"), [.romanization, .unknownMorpheme])
        XCTAssertEqual(ready("준비 서 AB", "junbi so AB"), [.romanization, .unknownMorpheme])
        XCTAssertEqual(ready("준비 서", "junbi"), [.romanization])
    }

    func testNamesMustMatchTheirRomanization() {
        let technique = { (romanization: String) in
            #""techniques":[{"id":"t","grade":"9k","kind":"kick","english":"E","hangul":"앞 차기","romanization":"\#(romanization)","description":"D","purpose":"P"}]"#
        }
        XCTAssertEqual(findings(technique("ap chagi")), [])
        XCTAssertEqual(findings(technique("yop chagi")).map(\.place), ["techniques: t: korean"])
        let pattern = SampleLessons.form([good]).replacingOccurrences(of: "sohyeong", with: "daehyeong")
        XCTAssertEqual(findings("\"patterns\":[\(pattern)]").map(\.place), ["patterns: small: korean"])
    }

    func testWrongArmSidesInExchangesAreReported() {
        let deed = { (side: String, form: String, action: String) in
            #"{"action":"\#(action)","side":"\#(side)","form":"\#(form)"}"#
        }
        let part = { (deeds: String, side: String) in
            #"{"stance":"walking stance","side":"\#(side)","techniques":[\#(deeds)]}"#
        }
        let exchange = { (attack: String, defence: String, counter: String) in
            self.findings(
                #""sparring":[{"id":"e","grade":"9k","kind":"one-step","number":1,"steps":[{"attack":{},"defence":{}},{"attack":\#(attack),"defence":\#(defence),"counter":\#(counter)}]}]"#
            ).map(\.place)
        }
        let validPart = part(deed("left", "obverse", "punch"), "left")
        let wrong = part(deed("left", "reverse", "punch"), "left")
        XCTAssertEqual(exchange(validPart, validPart, validPart), [])
        XCTAssertEqual(exchange(wrong, validPart, validPart), ["sparring: e: step 2 attack"])
        XCTAssertEqual(exchange(validPart, wrong, validPart), ["sparring: e: step 2 defence"])
        XCTAssertEqual(exchange(validPart, validPart, wrong), ["sparring: e: step 2 counter"])
        let crossed = part(deed("right", "obverse", "punch"), "left")
        XCTAssertEqual(exchange(crossed, validPart, validPart), ["sparring: e: step 2 attack"])
        XCTAssertEqual(exchange(part(deed("right", "reverse", "punch"), "left"), validPart, validPart), [])
        XCTAssertEqual(
            exchange(part(deed("left", "reverse", "front kick"), "left"), validPart, validPart), [],
            "a kick has no form")
        XCTAssertEqual(
            exchange(#"{"techniques":[\#(deed("left", "reverse", "punch"))]}"#, validPart, validPart), [],
            "no stance, no side")
        XCTAssertEqual(
            exchange(part(#"{"action":"punch","side":"right"}"#, "left"), validPart, validPart), [],
            "the form is not required")
    }

    func testRuleJudgeObjectionsNameTheirFile() {
        let judge = RuleValidator { rules in
            ["club", "gone"].map {
                RuleValidator.Objection(id: $0, field: "points", sentence: "\(rules.count) rules.", advice: "Mend.")
            }
        }
        let source = PackSource.memory(
            "club",
            files: [
                "pack.json": Array(
                    #"{"format":"commonplace-pack","version":1,"id":"club","name":"Club","rules":"rules.json"}"#.utf8),
                "rules.json": Array(#"{"rules":[{"id":"first"},{"id":"club"}]}"#.utf8),
            ])
        let inspected = CurriculumInspection(Curriculum([source]), morphemes: [], ruleValidators: [judge]).findings
        XCTAssertEqual(inspected.map(\.place), ["rules.json: club: points", "rules: gone: points"])
        XCTAssertEqual(inspected.map(\.sentence), ["2 rules.", "2 rules."])
        XCTAssertEqual(inspected.map(\.severity), [.error, .error])
        XCTAssertEqual(inspected.map(\.rule), [.matchRules, .matchRules])
        let misnamed = #""rules":[{"name":"x"}]"#
        XCTAssertEqual(SampleLessons.places(findings(misnamed)), ["#1: id"])
    }

    func testAllPackSectionsAreInspected() {
        let found = findings(
            #""patterns":[{"id":"p"}],"sparring":[{"id":"s"}],"linework":[{"id":"l"}],"theory":[{"id":"t"}],"techniques":[{"id":"q"}],"rules":[{}]"#
        )
        XCTAssertEqual(Set(found.map(\.entry)), ["p", "s", "l", "t", "q", "#1"])
    }
}
