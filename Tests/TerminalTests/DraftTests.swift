import Files
import Interface
import Kernel
import Terminal
import TerminalAdapters
import TerminalTesting
import XCTest

/// Text from an editor is never lost.
final class DraftTests: XCTestCase {
    private var folder = ""

    override func setUpWithError() throws {
        folder = NSTemporaryDirectory() + "drafts-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    override func tearDown() { try? FileManager.default.removeItem(atPath: folder) }

    // MARK: - The shell

    private final class EditedTexts: @unchecked Sendable { var texts: [String] = [] }

    /// Runs a command that accepts the edited text unless `judge` returns a failure.
    private func run(
        _ judge: @escaping @Sendable (String) -> Failure?, editor: @escaping @Sendable (String, Int) -> String
    ) -> (
        status: Int32, console: ScriptedConsole, editedTexts: [String]
    ) {
        let command = Command("do", "Do it", examples: [.init("do", "Do it")], changes: true) {
            Output(
                continuation: .edit(text: "old", fileName: "note.txt") { saved in
                    if let failure = judge(saved ?? "nothing") { throw failure }
                    return .text(saved ?? "unchanged")
                })
        }
        let editedTexts = EditedTexts()
        let console = ScriptedConsole(
            terminal: true,
            edit: { text in
                editedTexts.texts.append(text)
                return editor(text, editedTexts.texts.count)
            })
        let shell = Shell(app: SampleApp.description, commands: [command], homeCards: [], today: { SampleApp.today })
        return (shell.run(["do"], on: console), console, editedTexts.texts)
    }

    private static func tooLong(_ text: String) -> Failure? {
        text.count <= 5 ? nil : Failure(.init("tooLong"), "It is over.", advice: "Make it\nshorter.", kind: .badData)
    }

    func testInvalidTextReopensWithTheErrorOnTop() {
        let result = run(DraftTests.tooLong) { text, round in
            round == 1 ? "too long" : text.replacing("too long", with: "fits")
        }
        XCTAssertEqual(result.status, 0, result.console.error)
        XCTAssertEqual(result.console.output, "fits", "the error comment is removed")
        XCTAssertTrue(result.editedTexts[1].hasPrefix("<!-- It is over. Make it shorter. -->\n"), result.editedTexts[1])
        XCTAssertTrue(result.editedTexts[1].hasSuffix("\n\ntoo long"))
        XCTAssertEqual(result.console.fileContents.count, 0, "the draft is empty")
    }

    func testPartlyDeletedErrorCommentIsRemoved() {
        let result = run(DraftTests.tooLong) { text, round in
            round == 1 ? "too long" : text.split(separator: "\n").prefix(1).joined() + "\nfits"
        }
        XCTAssertEqual(result.console.output, "fits")
    }

    func testUnchangedInvalidTextIsSavedAsDraft() {
        for end in [65, 64] as [Int32] {
            let kind: Failure.Kind = end == 65 ? .badData : .usage
            let result = run(
                { _ in Failure(.init("wrong"), "No.", kind: kind) },
                editor: { text, round in round == 1 ? "words" : text })
            XCTAssertEqual(result.status, end)
            XCTAssertEqual(result.editedTexts.count, 2)
            XCTAssertEqual(result.console.fileContents, ["drafts/note.txt": Array("words".utf8)])
            XCTAssertTrue(
                result.console.error.contains("What you wrote is kept in drafts/note.txt."), result.console.error)
        }
    }

    func testEditingStopsAfterTenInvalidVersions() {
        let result = run({ _ in Failure(.init("wrong"), "No.", kind: .badData) }, editor: { text, _ in text + "x" })
        XCTAssertEqual(result.status, 65)
        XCTAssertEqual(result.editedTexts.count, 10)
        XCTAssertEqual(result.console.fileContents["drafts/note.txt"], Array("oldxxxxxxxxxx".utf8))
    }

    func testUnfixableFailureSavesADraftImmediately() {
        let result = run(
            { _ in Failure(.init("full"), "The disk is full.", kind: .failed) }, editor: { _, _ in "words" })
        XCTAssertEqual(result.status, 1)
        XCTAssertEqual(result.editedTexts.count, 1)
        XCTAssertEqual(result.console.fileContents["drafts/note.txt"], Array("words".utf8))
        let untouched = run({ _ in Failure(.init("full"), "The disk is full.") }, editor: { text, _ in text })
        XCTAssertEqual(untouched.console.fileContents.count, 0, "nothing was written")
    }

    // MARK: - The machine

    private func edited(_ script: String, now: Instant = Instant(milliseconds: 0)) -> Result<String, Failure> {
        let drafts = Drafts(below: folder + "/drafts", now: { now })
        let companions = ConsoleCompanions.real(variables: ["PATH": "/usr/bin:/bin", "EDITOR": script], drafts: drafts)
        do { return .success(try companions.edit("old", "note.txt")) } catch { return .failure((error as? Failure)!) }
    }

    private var savedDrafts: [String] {
        Drafts(below: folder + "/drafts") { Instant(milliseconds: 0) }.findings.map(\.message)
    }

    private func editor(_ script: String) throws -> String {
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: folder + "/editor"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/editor")
        return folder + "/editor"
    }

    func testSuccessfulEditorLeavesNoDraft() throws {
        XCTAssertEqual(try edited(editor("printf new > \"$1\"; echo > \"$1~\"; echo > \"${1%/*}/.swp\"")).get(), "new")
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder + "/drafts"))
    }

    func testLatin1IsRefusedAndSavedByteForByte() throws {
        guard case .failure(let failure) = try edited(editor("printf 'caf\\351' > \"$1\"")) else {
            return XCTFail("it was taken")
        }
        XCTAssertEqual(failure.code.text, "notUnicode")
        XCTAssertEqual(failure.kind, .badData)
        let path = try XCTUnwrap(failure.advice.firstMatch(of: /kept in (.+)\.$/)).1
        XCTAssertEqual(try Array(Data(contentsOf: URL(fileURLWithPath: String(path)))), Array("caf".utf8) + [0xE9])
        XCTAssertEqual(savedDrafts, ["A draft from your editor is kept for 30 days: \(path)."])
        var status = stat()
        for part in [folder + "/drafts", String(path.dropLast("/note.txt".count))] {
            XCTAssertEqual(stat(part, &status), 0)
            XCTAssertEqual(status.st_mode & 0o777, 0o700, part)
        }
    }

    func testFailingEditorKeepsItsDraftForThirtyDays() throws {
        guard case .failure(let failure) = try edited(editor("printf new > \"$1\"; exit 3")) else {
            return XCTFail("it was taken")
        }
        XCTAssertTrue(
            failure.description.contains("What it saved is kept in \(folder)/drafts/commonplace-"), failure.description)
        XCTAssertEqual(savedDrafts.count, 1)
        _ = try edited(editor("exit 3"))
        XCTAssertEqual(savedDrafts.count, 1, "it saved nothing")
        let later = MachineTime.now().adding(seconds: 29 * 86_400)
        _ = try edited(editor("exit 3"), now: later)
        XCTAssertEqual(savedDrafts.count, 1)
        _ = try edited(editor("exit 3"), now: later.adding(seconds: 2 * 86_400))
        XCTAssertEqual(savedDrafts.count, 0, "thirty days are over")
    }

    func testDraftTextIsSaved() throws {
        let companions = ConsoleCompanions.real(
            variables: [:], drafts: Drafts(below: folder + "/drafts") { Instant(milliseconds: 0) })
        let path = try XCTUnwrap(companions.saveDraft("wörds", "note.txt"))
        XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), "wörds")
        XCTAssertNil(ConsoleCompanions.none.saveDraft("x", "y"))
    }
}
