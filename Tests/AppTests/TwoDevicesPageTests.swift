import Foundation
import XCTest

/// Generates `Modules/Accounts/TWO-DEVICES.md`, a page of real program output on two devices, and
/// compares it with the stored page.
///
/// To recreate the page, delete the file and run this test once.
final class TwoDevicesPageTests: XCTestCase {
    private struct Made: Decodable { let key: String }

    /// The page with the typed commands and their output.
    private final class Page {
        private(set) var text = ""
        let users: [(name: String, user: AppUser)]
        var place: String { "\(users[0].user.home)/Shared" }

        init(_ users: [(String, AppUser)]) { self.users = users }

        func say(_ words: String) { text += words + "\n\n" }

        /// Runs a command on a device and adds its output.
        func on(_ name: String, _ words: String..., status: Int32 = 0) throws {
            guard let user = users.first(where: { $0.name == name })?.user else {
                return XCTFail("no device is called \(name)")
            }
            let result = try user.run(words, status: status)
            let typed = words.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
            add("\(name)$ \(user.app) \(typed)", result.output + result.errors)
        }

        /// Adds the output of a shell line in the shared folder, as another person would see it.
        func stranger(_ script: String) throws {
            // Sorts the lines because names are random, and shows each kind of line once.
            let lines = plain(try users[0].user.shell("cd '\(place)' && \(script)").output).split(separator: "\n")
            add("stranger$ \(script)", Set(lines).sorted().joined(separator: "\n"))
        }

        private func add(_ line: String, _ output: String) {
            let outputLines = plain(output).split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.isEmpty ? "" : "    \($0)"
            }
            text +=
                (["    \(plain(line))"] + outputLines).joined(separator: "\n").trimmingCharacters(in: .newlines)
                + "\n\n"
        }

        /// Masks changing parts: homes, identifiers, random names, the key and the time of day.
        private func plain(_ output: String) -> String {
            var text = output.replacing(place, with: "/shared")
            for (_, user) in users { text = text.replacing(user.home, with: "~") }
            let masks = [
                ("before-account-[0-9]+", "before-account-…"), ("today at [0-9:]+", "today at 12:00"),
                ("(([a-z]+ ){26}[a-z]+)", "(27 words)"), ("(?m)^Next: .*\\n?", ""), ("[0-9a-f]{8}\\.jsonl", "….jsonl"),
                ("(?m)^( +[0-9]+  )[0-9a-z]{5}  ", "$1…      "),
                ("\\b(?=[a-z]*[0-9])[0-9a-z]{16}\\b", "…"), ("\\b(?=[a-z]*[0-9])[0-9a-z]{5}\\b", "…"),
                ("number [0-9]+", "number …"),
                ("(Records|Readable)( +)[0-9]+", "$1$2…"),
            ]
            for (pattern, word) in masks {
                text = text.replacingOccurrences(of: pattern, with: word, options: .regularExpression)
            }
            return text.trimmingCharacters(in: .newlines)
        }
    }

    func testPageMatchesProgramOutput() throws {
        let page = try newPage()
        let path =
            URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../../Modules/Accounts/TWO-DEVICES.md"
        guard let saved = try? String(contentsOfFile: path, encoding: .utf8) else {
            try page.write(toFile: path, atomically: true, encoding: .utf8)
            return XCTFail("\(path) was created. Read it, and run this test again.")
        }
        XCTAssertEqual(saved, page, "delete \(path) and run this test to recreate it")
    }

    private func newPage() throws -> String {
        let page = Page([("laptop", try AppUser("focusflow", self)), ("phone", try AppUser("focusflow", self))])
        page.say("# Two devices, as printed")
        page.say(
            """
            Real programs in two homes, `laptop` and `phone`. Identifiers, the key and times of day are left out, since they are others each time. \
            `TwoDevicesPageTests` makes this page and fails where a word is another one.
            """)
        try beginning(page)
        try meeting(page)
        try matrix(page)
        try stranger(page)
        return page.text.trimmingCharacters(in: .newlines) + "\n"
    }

    private func beginning(_ page: Page) throws {
        page.say("## A guest, create, join")
        try page.on("laptop", "task", "add", "Write report")
        try page.on("laptop", "sync", "status")
        for name in ["laptop", "phone"] {
            try page.on(name, "plan", "sandbox", "buy", "com.focusflow.pro.monthly", "--yes")
        }
        try page.on("laptop", "sync", "status")
        try page.on("laptop", "account", "create", page.place, "--name", "Laptop", "--yes")
        struct Key: Decodable { let key: String }
        let key: Key = try page.users[0].user.run("account", "show", "--key", "--json").json()
        try page.users[1].user.write("key.txt", Array(key.key.utf8), mode: 0o600)
        try page.on("phone", "account", "join", page.place, "--key-file", "key.txt", "--name", "Phone", "--yes")
        try page.on("phone", "task", "list")
    }

    private func meeting(_ page: Page) throws {
        page.say("## Edited offline on both, met, recovered")
        for name in ["laptop", "phone"] { try page.on(name, "sync", "pause") }
        try page.on("laptop", "task", "edit", "Write report", "--title", "Write the report for Mina")
        try page.on("phone", "task", "edit", "Write report", "--title", "Write the long report")
        for name in ["laptop", "phone"] { try page.on(name, "sync", "pause", "--off") }
        for name in ["laptop", "phone", "laptop"] { try page.on(name, "sync", "now") }
        try page.on("laptop", "task", "list")
        try page.on("laptop", "sync", "recovered")
        try page.on("laptop", "sync", "recovered", "1")
        try page.on("laptop", "sync", "recovered", "1", "--take-back")
        for name in ["laptop", "phone"] { try page.on(name, "sync", "now") }
        try page.on("phone", "task", "list")
        page.say("## Proved equal")
        try page.on("laptop", "doctor", "--devices")
        try page.on("phone", "sync", "now")
        try page.on("laptop", "doctor", "--devices")
    }

    private func matrix(_ page: Page) throws {
        page.say("## The founding matrix")
        page.say("*Offline edit*: queues, syncs when online.")
        try FileManager.default.moveItem(atPath: page.place, toPath: page.place + ".away")
        try resting(page) { try page.on("laptop", "task", "add", "Offline") }
        try page.on("laptop", "sync", "now", status: 75)
        try FileManager.default.moveItem(atPath: page.place + ".away", toPath: page.place)
        try both(page)
        try page.on("phone", "task", "list")
        page.say("*Simultaneous*: last write wins. It is shown above.")
        page.say("*Delete conflict*: delete wins.")
        try resting(page) {
            try page.on("laptop", "task", "delete", "Offline", "--yes")
            try page.on("phone", "task", "edit", "Offline", "--title", "Edited meanwhile")
        }
        try both(page)
        try page.on("phone", "task", "list")
        try page.on("phone", "sync", "recovered")
        page.say("*Session sync*: completed on one, it is on the other.")
        try resting(page) {
            try page.on("laptop", "start", "Deep Work", "--detach")
            Thread.sleep(forTimeInterval: 1.1)
            try page.users[0].user.run("stop")
        }
        try both(page)
        struct Stretch: Decodable { let preset: String }
        let history: [Stretch] = try page.users[1].user.run("history", "--json").json()
        page.say(
            "    phone$ focusflow history      its presets:\n    " + history.map(\.preset).joined(separator: "\n    "))
        page.say("*Preset sync*: created on one, it is on the other.")
        try resting(page) { try page.on("laptop", "preset", "add", "Nap", "--focus", "20m") }
        try both(page)
        try page.on("phone", "preset", "show", "Nap")
    }

    /// Runs the body without background sync, so that the page is the same each time.
    private func resting(_ page: Page, _ body: () throws -> Void) throws {
        for (_, user) in page.users { try user.run("sync", "pause") }
        try body()
        for (_, user) in page.users { try user.run("sync", "pause", "--off") }
    }

    private func both(_ page: Page) throws { for name in ["laptop", "phone"] { try page.on(name, "sync", "now") } }

    private func stranger(_ page: Page) throws {
        page.say("## The folder as a stranger sees it")
        try page.stranger("cat account.json")
        try page.stranger("find . -type f")
        try page.stranger("grep -r -h -a -o 'age-encryption.org/v1' devices")
        try page.stranger("grep -r -a -i -l -e report -e Laptop -e focus.tasks . || echo nothing")
    }
}
