import Kernel
import Programs
import TestBench
import XCTest

final class FindingTests: XCTestCase {
    func testTheFirstFolderWins() throws {
        let (first, second) = (try Home(), try Home())
        let expected = try first.program("tool")
        try second.program("tool")
        let other = try second.program("other")
        let programs = Programs(path: "\(first.path):\(second.path)")
        XCTAssertEqual(programs.find("tool"), expected)
        XCTAssertEqual(programs.find("other"), other)
        XCTAssertNil(programs.find("none"))
    }

    func testOnlyAbsoluteEntriesCount() throws {
        let folder = try Home()
        try folder.program("tool")
        let before = FileManager.default.currentDirectoryPath
        XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(folder.path))
        defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
        for path in ["", ":", ".", "./", "::.:..", "../\((folder.path as NSString).lastPathComponent)"] {
            XCTAssertNil(Programs(path: path).find("tool"), path)
        }
        XCTAssertEqual(Programs(path: ".::\(folder.path):").folders, [folder.path])
    }

    func testWhatCannotBeRunIsSkipped() throws {
        let (first, second) = (try Home(), try Home())
        try first.file("tool", "#!/bin/sh\n")
        try first.folder("shelf")
        let expected = try second.program("tool")
        let programs = Programs(path: "\(first.path):\(second.path)")
        XCTAssertEqual(programs.find("tool"), expected)
        XCTAssertNil(programs.find("shelf"))
        for name in ["", ".", "..", "/", "./tool", "\(second.path)/tool", "tool\0x"] { XCTAssertNil(programs.find(name), name) }
    }

    func testANameThatLooksLikeAnOption() throws {
        let folder = try Home()
        try folder.program("-rf", "printf '%s|' \"$@\"")
        let path = try Programs(path: folder.path).require("-rf", install: "nothing")
        XCTAssertEqual(try ProgramCall(path, ["--", "-n", "-e", ""]).run().succeeded().text, "--|-n|-e||")
    }

    func testAMissingProgramSaysWhatToInstall() throws {
        XCTAssertThrowsError(try Programs(path: "/nowhere").require("vipsthumbnail", install: "apt-get install libvips-tools")) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.code, .missingProgram)
            XCTAssertEqual(failure?.kind, .missingProgram)
            XCTAssertEqual(failure?.message, "The program “vipsthumbnail” is not installed.")
            XCTAssertEqual(failure?.advice, "Install it: apt-get install libvips-tools")
        }
    }

    func testNamesWithABeginning() throws {
        let (first, second) = (try Home(), try Home())
        for name in ["app-b", "app-a", "other"] { try first.program(name) }
        try first.file("app-note", "#!/bin/sh\n")
        try second.program("app-b")
        XCTAssertEqual(Programs(path: "\(first.path):/nowhere:\(second.path)").names(beginningWith: "app-"), ["app-a", "app-b"])
    }

    /// C reads a path up to the NUL: what stands before it must not be taken for the program.
    func testAFolderWithANULIsNoFolder() throws {
        let folder = try Home()
        try folder.program("tool")
        XCTAssertNil(Programs(path: folder.path("tool") + "\0").find("sh"))
    }
}
