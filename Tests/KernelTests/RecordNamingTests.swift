import Kernel
import XCTest

/// Tests how typed text selects one record of a list.
final class RecordNamingTests: XCTestCase {
    private struct Thing: Equatable {
        let names: [String]
        let title: String
    }

    private static let naming = RecordNaming<Thing>(
        "thing", listedBy: "list", missing: Failure.Code("thingNotFound"), names: \.names, title: \.title)

    private func thing(_ names: String...) -> Thing { Thing(names: names, title: "the \(names[0])") }

    private func resolve(_ typed: String, _ things: [Thing]) -> Result<Thing, Failure> {
        Result { try Self.naming.uniqueMatch(typed, of: things) }.mapError {
            $0 as? Failure ?? Failure(Failure.Code("foreign"), "\($0)")
        }
    }

    func testRowFullNamePrefixAndSuffixMatch() throws {
        let things = [thing("01ka7gq2fp3xw9ab"), thing("01ka8zzzzzzzzzzz", "Deep Work"), thing("video")]
        for (typed, index) in [
            ("1", 0), ("3", 2), ("01ka7gq2fp3xw9ab", 0), ("01KA7", 0), ("w9ab", 0), ("deep work", 1), ("Deep", 1),
            ("work", 1),
            ("video", 2), ("vide", 2), ("ideo", 2),
        ] {
            XCTAssertEqual(try? resolve(typed, things).get(), things[index], typed)
        }
    }

    func testShortPartsAndInvalidRowsMatchNothing() {
        let things = [thing("01ka7gq2fp3xw9ab")]
        for typed in ["9ab", "01k", "0", "01", "2", "-1", "", " ", "１", "1.0", "+1"] {
            guard case .failure(let failure) = resolve(typed, things) else {
                XCTFail(typed)
                continue
            }
            XCTAssertEqual(failure.code, Failure.Code("thingNotFound"), typed)
            XCTAssertTrue(failure.advice.contains("`list`"), failure.advice)
        }
    }

    /// An empty list reports that it is empty, not that “latest” has no match.
    func testEmptyListFailureAdvisesTheFirstStep() {
        let naming = RecordNaming<Thing>(
            "thing", listedBy: "list", emptyListAdvice: "Make one with `make`.", missing: Failure.Code("thingNotFound"),
            names: \.names,
            title: \.title)
        for typed in ["latest", "1", "01ka7gq2"] {
            XCTAssertThrowsError(try naming.uniqueMatch(typed, of: [])) { error in
                let failure = error as? Failure
                XCTAssertEqual(failure?.code, Failure.Code("thingNotFound"))
                XCTAssertEqual(
                    [failure?.message, failure?.advice], ["There is no thing yet.", "Make one with `make`."])
            }
        }
        XCTAssertThrowsError(try naming.uniqueMatch("latest", of: [thing("zzzz")])) { error in
            XCTAssertEqual((error as? Failure)?.message, "There is no thing “latest”.")
        }
    }

    func testAmbiguousNameListsCandidates() {
        let things = [thing("01kaaaaaaaaaaaaa"), thing("01kabbbbbbbbbbbb"), thing("other")]
        guard case .failure(let failure) = resolve("01ka", things) else { return XCTFail("guessed") }
        XCTAssertEqual(failure.code, .namesSeveral)
        XCTAssertEqual(
            failure.message,
            "“01ka” may mean “the 01kaaaaaaaaaaaaa” (row 1, 01kaaaaaaaaaaaaa), “the 01kabbbbbbbbbbbb” (row 2, 01kabbbbbbbbbbbb)."
        )
        let many = (0..<9).map { thing("abcd\($0)") }
        guard case .failure(let failure) = resolve("abcd", many) else { return XCTFail("guessed") }
        XCTAssertTrue(
            failure.message.hasSuffix("and 4 others.") || failure.message.hasSuffix("4 others."), failure.message)
    }

    func testRowThatIsAlsoASuffixIsAmbiguous() {
        let things = (1...1_300).map { thing($0 == 7 ? "zzzz1234" : "name-\($0)x") }
        guard case .failure(let failure) = resolve("1234", things) else { return XCTFail("guessed") }
        XCTAssertEqual(failure.code, .namesSeveral)
        XCTAssertTrue(failure.message.contains("row 7") && failure.message.contains("row 1234"), failure.message)
    }

    func testRowBeyondTheListStatesItsLength() {
        guard case .failure(let failure) = resolve("4", [thing("a"), thing("b")]) else { return XCTFail("found") }
        XCTAssertEqual(failure.message, "There is no thing in row 4: the list has 2 rows.")
    }

    /// Tests random ids: a row, an id and a unique prefix or suffix select one record.
    ///
    /// Any other text fails and lists candidates.
    func testSuffixMatchesUniquelyOrIsAmbiguous() throws {
        var random = RandomSource(seed: 13)
        for _ in 0..<200 {
            let letters = Array("ab1")
            let count = Int.random(in: 1...12, using: &random)
            let ids = Set(
                (0..<count).map { _ in
                    String(
                        (0..<Int.random(in: 5...8, using: &random)).map { _ in
                            letters.randomElement(using: &random) ?? "a"
                        })
                })
            let things = ids.sorted().map { thing("x" + $0) }
            for (index, one) in things.enumerated() {
                XCTAssertEqual(try resolve(String(index + 1), things).get(), one)
                XCTAssertEqual(try resolve(one.names[0], things).get(), one)
                let end = String(one.names[0].suffix(Int.random(in: 4...5, using: &random)))
                let same = things.filter { $0.names[0].hasSuffix(end) || $0.names[0].hasPrefix(end) }
                let row = NamingRule.row(end).flatMap { $0 <= things.count ? $0 : nil }
                switch resolve(end, things) {
                case .success(let found):
                    XCTAssertTrue(same == [one] || things.contains { $0.names[0] == end }, end)
                    XCTAssertTrue(found == one || found.names[0] == end, end)
                case .failure(let failure):
                    XCTAssertEqual(failure.code, .namesSeveral)
                    XCTAssertTrue(same.count > 1 || row != nil, end)
                    XCTAssertTrue(failure.message.contains(same[0].names[0]), failure.message)
                }
            }
        }
    }
}
