import Documents
import DocumentsAdapters
import Foundation
import Kernel
import Programs
import XCTest

/// Tests the press over the programs of this machine.
final class PressTests: XCTestCase {
    private let page = Page(title: "눈이 온다", parts: [.paragraph("Snow 👨‍👩‍👧 שלום")]).html(palette: .grain)

    func testPrintingLeavesNoFiles() throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let programs = ProgramPath(path: path)
        guard programs.find("chromium") != nil else { throw XCTSkip("chromium is not installed") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("press-\(UUID().uuidString)").path
        let press = Press.machine(programs, workingIn: folder)
        XCTAssertTrue(try press.pdf(page).starts(with: "%PDF".utf8))
        let picture = try press.screenshot(page, 300, 420)
        XCTAssertEqual(Array(picture[16..<24]), [0, 0, 1, 44, 0, 0, 1, 164], "width and height")
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder), "temporary files are deleted")
    }

    func testMissingProgramsAreNamed() {
        let press = Press.machine(ProgramPath(path: "/nowhere"), workingIn: "/nowhere")
        XCTAssertThrowsError(try press.pdf(page)) { error in
            let failure = error as? Failure
            XCTAssertEqual(failure?.kind, .missingProgram)
            XCTAssertTrue(failure?.message.contains("chromium or weasyprint") == true)
        }
        XCTAssertThrowsError(try press.screenshot(page, 1, 1)) {
            XCTAssertEqual(($0 as? Failure)?.kind, .missingProgram)
        }
    }

    /// One program fails, the other succeeds without creating a file.
    func testProgramWithoutOutputFails() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("press-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for body in ["exit 0", "exit 3"] {
            try "#!/bin/sh\n\(body)\n".write(toFile: "\(folder)/chromium", atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(folder)/chromium")
            let press = Press.machine(ProgramPath(path: folder), workingIn: "\(folder)/work")
            XCTAssertThrowsError(try press.pdf(page)) { XCTAssertTrue($0 is Failure) }
            XCTAssertFalse(FileManager.default.fileExists(atPath: "\(folder)/work"))
        }
    }
}
