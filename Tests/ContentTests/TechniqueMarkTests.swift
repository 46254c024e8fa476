import Content
import XCTest

/// Marks that identify a technique in movements: each field alone and combined.
final class TechniqueMarkTests: XCTestCase {
    private static let moves = [
        #"{"n":1,"stance":{"name":"walking stance","side":"left"},"techniques":[{"action":"punch","section":"middle","tool":"fist","side":"left"}],"hangul":"걷는 서 가운데 바로 지르기"}"#,
        #"{"n":2,"stance":{"name":"walking stance","side":"left"},"techniques":[{"action":"punch","section":"high","tool":"fist","side":"right"}],"hangul":"걷는 서 높은데 반대 지르기"}"#,
        #"{"n":3,"stance":{"name":"walking stance","side":"left","maintained":true},"techniques":[{"action":"block","tool":"knife hand","side":"left"}],"hangul":"걷는 서 손칼 막기"}"#,
        #"{"n":4,"stance":{"name":"L-stance","side":"right"},"techniques":[{"action":"block","tool":"knife hand"},{"action":"punch","tool":"elbow","side":"right"}],"hangul":"ㄴ자 서 손칼 막기"}"#,
        #"{"n":5,"techniques":[{"action":"front kick","section":"low","tool":"foot","side":"left"}]}"#,
        #"{"n":6,"stance":{"name":"sitting stance"},"techniques":[{"action":"punch","side":"left"}],"hangul":"서 걷는"}"#,
        #"{"n":7,"stance":{"name":"sitting stance"}}"#,
    ]

    private func occurrences(_ marks: String) throws -> [Int] {
        let curriculum = SampleLessons.curriculum(
            "\"patterns\":[\(SampleLessons.form(Self.moves))],\"techniques\":[\(entry("t", "block", "9k", marks))]")
        let technique = try curriculum.technique("t")
        let places = curriculum.occurrences(of: technique)
        XCTAssertEqual(curriculum.techniques().findings, [], marks)
        XCTAssertEqual(places.map(\.pattern.id), places.isEmpty ? [] : ["small"])
        XCTAssertTrue(places.allSatisfy { !$0.moves.isEmpty })
        return places.first?.moves ?? []
    }

    private func entry(_ id: String, _ kind: String, _ grade: String, _ marks: String = "") -> String {
        #"{"id":"\#(id)","grade":"\#(grade)","kind":"\#(kind)","english":"E","hangul":"앞","romanization":"ap","description":"D","purpose":"P","marks":[\#(marks)]}"#
    }

    func testAllFieldsOfAMarkMustMatch() throws {
        let cases: [(marks: String, moves: [Int])] = [
            ("", []), (#"{"action":"punch"}"#, [1, 2, 4, 6]), (#"{"tool":"knife hand"}"#, [3, 4]),
            (#"{"section":"low"}"#, [5]),
            (#"{"action":"punch","section":"high"}"#, [2]), (#"{"action":"punch","tool":"knife hand"}"#, []),
            (#"{"action":"block","section":"middle"}"#, []), (#"{"action":"punch","tool":"elbow"}"#, [4]),
            (#"{"action":"punch","tool":"fist","section":"middle"}"#, [1]),
            (#"{"form":"obverse"}"#, [1, 3, 4]), (#"{"form":"reverse"}"#, [2]),
            (#"{"action":"punch","form":"obverse"}"#, [1, 4]),
            (#"{"stance":"walking stance"}"#, [1, 2]), (#"{"stance":"walking stance","action":"block"}"#, []),
            (#"{"stance":"walking stance","action":"punch","section":"high"}"#, [2]),
            (#"{"stance":"sitting stance"}"#, [6, 7]),
            (#"{"stance":"L-stance","action":"punch"}"#, [4]), (#"{"stance":"L-stance","tool":"fist"}"#, [4]),
            (#"{"hangul":"막기"}"#, [3, 4]), (#"{"hangul":"걷는 서"}"#, [1, 2, 3]), (#"{"hangul":"서 걷는"}"#, [6]),
            (#"{"hangul":"서 손칼 막기"}"#, [3, 4]),
            (#"{"hangul":"지"}"#, []), (#"{"hangul":"-"}"#, []), (#"{"hangul":"막기","stance":"L-stance"}"#, [4]),
            (#"{"hangul":"막기","action":"punch"}"#, [4]),
            (#"{"action":"front kick"},{"section":"high"}"#, [2, 5]),
        ]
        for (marks, moves) in cases { XCTAssertEqual(try occurrences(marks), moves, marks) }
    }

    func testTechniquesAreSortedByKindAndGrade() throws {
        let kinds = ["stance", "block", "punch", "strike", "thrust", "kick", "other"]
        let entries = kinds.reversed().flatMap { [entry("\($0)-8k", $0, "8k"), entry("\($0)-9k", $0, "9k")] }
        let curriculum = SampleLessons.curriculum("\"techniques\":[\(entries.joined(separator: ","))]")
        XCTAssertEqual(curriculum.techniques().value.map(\.id), kinds.flatMap { ["\($0)-9k", "\($0)-8k"] })
        XCTAssertEqual(try curriculum.technique("kick-8k").doubt, "")
        XCTAssertEqual(curriculum.techniques().value.map(\.kind), curriculum.techniques().value.map(\.kind).sorted())
    }

    func testSubjectsAndKindsSortInDeclarationOrder() {
        XCTAssertEqual(TheoryTopic.Subject.allCases.shuffled().sorted(), TheoryTopic.Subject.allCases)
        XCTAssertEqual(SparringExercise.Kind.allCases.shuffled().sorted(), SparringExercise.Kind.allCases)
        for kind in Technique.Kind.allCases { XCTAssertFalse(kind < kind) }
    }

    func testTechniqueRequiresItsFields() {
        let complete = entry("t", "block", "9k")
        for field in ["kind", "english", "hangul", "romanization", "description", "purpose", "grade"] {
            let broken = complete.replacingOccurrences(of: "\"\(field)\":", with: "\"x-\(field)\":")
            let reading = SampleLessons.curriculum("\"techniques\":[\(broken)]").techniques()
            XCTAssertEqual(reading.value, [], field)
            XCTAssertTrue(reading.findings.contains { $0.field == field && $0.severity == .error }, field)
        }
    }
}
