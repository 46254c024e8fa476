import Foundation
import Interface
import XCTest

final class ShellWordTests: XCTestCase {
    func testPlainWordsStayAndOthersAreQuoted() {
        XCTAssertEqual(
            ["Jun", "Zoë", "김민수", "a-b_c.d", "Jun Park", "O'Brien", ""].map(\.shellWord),
            ["Jun", "Zoë", "김민수", "a-b_c.d", "'Jun Park'", #"'O'\''Brien'"#, "''"])
    }

    func testShellReadsEachWordAsWritten() throws {
        for text in ["$(id)", "`id`", "a;b", "a\"b", "it's 'two'", "*", "~", "a\\b", "!", "a b  c", "&|<>", "#x"] {
            let shell = Process()
            let output = Pipe()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = ["-c", "printf %s \(text.shellWord)"]
            shell.standardOutput = output
            try shell.run()
            let read = output.fileHandleForReading.readDataToEndOfFile()
            shell.waitUntilExit()
            XCTAssertEqual(String(bytes: read, encoding: .utf8), text)
        }
    }
}
