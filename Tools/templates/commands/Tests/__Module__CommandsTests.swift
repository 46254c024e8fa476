import __Module__
import __Module__Commands
import Interface
import Kernel
import Storage
import TerminalTesting
import XCTest

final class __Module__CommandsTests: XCTestCase {
    func testAddedItemIsListed() throws {
        let app = try Fixture()
        let added = try app.run("add", title: "Walk")
        XCTAssertEqual(added.content.titles, ["Walk"])
        XCTAssertEqual(try app.run("list").content.titles, ["Walk"])
    }

    func testRemovalRequiresConfirmation() throws {
        let app = try Fixture()
        _ = try app.run("add", title: "Walk")
        guard case .confirm(_, let proceed)? = try app.run("remove", title: "walk").continuation else {
            return XCTFail("The command did not ask for confirmation.")
        }
        XCTAssertEqual(try app.run("list").content.titles, ["Walk"])
        XCTAssertEqual(try proceed().content.titles, ["Walk"])
        XCTAssertEqual(try app.run("list").content.titles, [])
    }

    func testCompletionOffersTitles() throws {
        let app = try Fixture()
        _ = try app.run("add", title: "Walk")
        XCTAssertEqual(try app.command("remove").parameters.first?.candidates(""), ["Walk"])
    }
}

/// The plugin's commands over an empty store.
private struct Fixture {
    private let commands: [Command]

    init() throws { commands = try Registry([__Module__Plugin(.over(MemoryStore()))]).all(.commands) }

    func command(_ verb: String) throws -> Command { try XCTUnwrap(commands.first { $0.path == ["__noun__", verb] }) }

    func run(_ verb: String, title: String? = nil) throws -> Output {
        let context = ParsingContext(today: Day(ordinal: 0), files: ScriptedConsole().files)
        return try command(verb).run(title.map { [$0] } ?? [], in: context)
    }
}

extension Output.Content {
    fileprivate var titles: [String] {
        switch self {
        case .list(let records): records.flatMap { $0.filter { $0.name == "title" }.map(\.value.plainText) }
        case .one(let members): members.filter { $0.name == "title" }.map(\.value.plainText)
        case .bytes, .none: []
        }
    }
}
