import Kernel
import Programs
import XCTest

final class FindingTests: XCTestCase {
    func testTheFirstFolderWins() throws {
        let (first, second) = (try Folder(), try Folder())
        let expected = try first.file("tool")
        try second.file("tool")
        let other = try second.file("other")
        let programs = Programs(path: "\(first.path):\(second.path)")
        XCTAssertEqual(programs.find("tool"), expected)
        XCTAssertEqual(programs.find("other"), other)
        XCTAssertNil(programs.find("none"))
    }

    func testOnlyAbsoluteEntriesCount() throws {
        let folder = try Folder()
        try folder.file("tool")
        let before = FileManager.default.currentDirectoryPath
        XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(folder.path))
        defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
        for path in ["", ":", ".", "./", "::.:..", "../\((folder.path as NSString).lastPathComponent)"] {
            XCTAssertNil(Programs(path: path).find("tool"), path)
        }
        XCTAssertEqual(Programs(path: ".::\(folder.path):").folders, [folder.path])
    }

    func testWhatCannotBeRunIsSkipped() throws {
        let (first, second) = (try Folder(), try Folder())
        try first.file("tool", mode: 0o644)
        try first.folder("shelf")
        let expected = try second.file("tool")
        let programs = Programs(path: "\(first.path):\(second.path)")
        XCTAssertEqual(programs.find("tool"), expected)
        XCTAssertNil(programs.find("shelf"))
        for name in ["", ".", "..", "/", "./tool", "\(second.path)/tool", "tool\0x"] { XCTAssertNil(programs.find(name), name) }
    }

    func testANameThatLooksLikeAnOption() throws {
        let folder = try Folder()
        try folder.file("-rf", "#!/bin/sh\nprintf '%s|' \"$@\"\n")
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
        let (first, second) = (try Folder(), try Folder())
        for name in ["app-b", "app-a", "other"] { try first.file(name) }
        try first.file("app-note", mode: 0o644)
        try second.file("app-b")
        XCTAssertEqual(Programs(path: "\(first.path):/nowhere:\(second.path)").names(beginningWith: "app-"), ["app-a", "app-b"])
    }
}
