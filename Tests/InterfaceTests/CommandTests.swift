import Interface
import Kernel
import XCTest

/// A command without a terminal, as another interface would use it.
final class CommandTests: XCTestCase {
    private var count: Command {
        let result = [Field<Int>("sum", title: "Sum", "the sum") { .integer($0) }]
        return Command(
            "count", "Count", examples: [.init("count -5 --step 2", "Count from below")],
            .argument("number", .integer(-10...10), "where to begin"),
            .option("step", .integer(-5...5), default: 1, "how far"),
            returns: .one(result)
        ) { number, step in .one(number + step, result) }
    }

    private let context = ParsingContext(
        today: Day(ordinal: 0), files: ConsoleFiles(read: { _, _ in [] }, write: { _, _, _ in }))

    func testACommandBindsWordsToTypedValues() throws {
        for (words, sum) in [(["-5", "--step", "2"], -3), (["7"], 8), (["--step=-1", "3"], 2)] {
            guard case .one(let members) = try count.run(words, in: context).content else {
                return XCTFail("one object")
            }
            XCTAssertEqual(members.map(\.name), ["sum"])
            XCTAssertEqual(members.map(\.value), [.integer(sum)])
        }
    }

    func testInvalidWordsAreUsageErrors() {
        for words in [[], ["11"], ["1", "--step", "6"], ["1", "2"], ["1", "--stop", "2"], ["one"]] {
            XCTAssertThrowsError(try count.run(words, in: context), "\(words)") {
                XCTAssertEqual(($0 as? Failure)?.kind, .usage)
            }
        }
    }

    func testParametersAndResultAreDescribed() {
        XCTAssertEqual(count.parameters.map(\.name), ["number", "step"])
        XCTAssertEqual(count.parameters.map(\.isArgument), [true, false])
        XCTAssertEqual(count.returns?.keys.map(\.name), ["sum"])
    }
}
