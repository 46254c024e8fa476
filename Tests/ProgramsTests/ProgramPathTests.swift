import Kernel
import Programs
import TestSupport
import XCTest

final class ProgramPathTests: XCTestCase {
    func testTheFirstFolderWins() throws {
        let first = try Home()
        let second = try Home()
        let expected = try first.program("tool")
        try second.program("tool")
        let other = try second.program("other")
        let programs = ProgramPath(path: "\(first.path):\(second.path)")
        XCTAssertEqual(programs.find("tool"), expected)
        XCTAssertEqual(programs.find("other"), other)
        XCTAssertNil(programs.find("none"))
    }

    func testOnlyAbsoluteFoldersAreSearched() throws {
        let folder = try Home()
        try folder.program("tool")
        let before = FileManager.default.currentDirectoryPath
        XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(folder.path))
        defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
        for path in ["", ":", ".", "./", "::.:..", "../\((folder.path as NSString).lastPathComponent)"] {
            XCTAssertNil(ProgramPath(path: path).find("tool"), path)
        }
        XCTAssertEqual(ProgramPath(path: ".::\(folder.path):").folders, [folder.path])
    }

    func testFilesThatAreNotExecutableAreSkipped() throws {
        let first = try Home()
        let second = try Home()
        try first.file("tool", "#!/bin/sh\n")
        try first.folder("shelf")
        let expected = try second.program("tool")
        let programs = ProgramPath(path: "\(first.path):\(second.path)")
        XCTAssertEqual(programs.find("tool"), expected)
        XCTAssertNil(programs.find("shelf"))
        for name in ["", ".", "..", "/", "./tool", "\(second.path)/tool", "tool\0x"] {
            XCTAssertNil(programs.find(name), name)
        }
    }

    func testProgramNameCanStartWithADash() throws {
        let folder = try Home()
        try folder.program("-rf", "printf '%s|' \"$@\"")
        let path = try ProgramPath(path: folder.path).require("-rf", install: "nothing")
        XCTAssertEqual(try ProgramCall(path, ["--", "-n", "-e", ""]).run().succeeded().text, "--|-n|-e||")
    }

    func testAMissingProgramSaysWhatToInstall() throws {
        XCTAssertThrowsError(
            try ProgramPath(path: "/nowhere").require("vipsthumbnail", install: "apt-get install libvips-tools")
        ) {
            let failure = $0 as? Failure
            XCTAssertEqual(failure?.code, .missingProgram)
            XCTAssertEqual(failure?.kind, .missingProgram)
            XCTAssertEqual(failure?.message, "The program “vipsthumbnail” is not installed.")
            XCTAssertEqual(failure?.advice, "Install it: apt-get install libvips-tools")
        }
    }

    func testNamesWithAPrefixAreSortedAndUnique() throws {
        let first = try Home()
        let second = try Home()
        for name in ["app-b", "app-a", "other"] { try first.program(name) }
        try first.file("app-note", "#!/bin/sh\n")
        try second.program("app-b")
        XCTAssertEqual(
            ProgramPath(path: "\(first.path):/nowhere:\(second.path)").names(beginningWith: "app-"), ["app-a", "app-b"])
    }

    /// C reads a path up to NUL. The part before it must not be taken for the program.
    func testFolderWithNULIsIgnored() throws {
        let folder = try Home()
        try folder.program("tool")
        XCTAssertNil(ProgramPath(path: folder.path("tool") + "\0").find("sh"))
    }
}
