import Foundation
import Kernel
import XCTest

/// Journeys with matches, club rules and attached pictures, as real processes.
final class RingJourneys: XCTestCase {
    /// Kills a match at random times: every shown score is stored, and the match continues from
    /// there.
    func testMatchSurvivesKills() throws {
        let user = try AppUser("dojang", self)
        let pointsByKey = ["a": 1, "s": 2, "d": 3, "j": 1, "k": 2, "l": 3]
        let keys = (0..<200).compactMap { _ in pointsByKey.keys.sorted().randomElement(using: &user.random) }
        try user.run("match", "start", "--red", "Kim", "--blue", "이", lines: ["n"])
        for pause in [200, 500, 900] {
            let before: MatchShape = try user.run("match", "show", onlyMatch(user).id, "--json").json()
            let words = ["match", "continue", before.id]
            let display = try user.killed(after: .milliseconds(pause), words, lines: ["space"] + keys)
            let after: MatchShape = try user.run("match", "show", before.id, "--json").json()
            let old = try XCTUnwrap(before.events)
            let new = try XCTUnwrap(after.events)
            XCTAssertEqual(Array(new.prefix(old.count)), old)
            let scores = new.dropFirst(old.count).filter { $0.what == "score" }
            XCTAssertEqual(scores.map(\.points), keys.prefix(scores.count).map { pointsByKey[$0] })
            XCTAssertGreaterThanOrEqual(
                scores.count, display.split(separator: "\n").filter { $0.contains("points.") }.count)
            let total = new.filter { $0.what == "score" }.compactMap(\.points).reduce(0, +)
            XCTAssertEqual((after.redPoints ?? 0) + (after.bluePoints ?? 0), total)
        }
        let before: MatchShape = try user.run("match", "show", onlyMatch(user).id, "--json").json()
        try user.run("match", "continue", lines: ["a", "u", "q"])
        let after: MatchShape = try user.run("match", "show", before.id, "--json").json()
        XCTAssertEqual([after.redPoints, after.bluePoints], [before.redPoints, before.bluePoints])
        try user.run("match", "end", status: 64)
        try user.run("match", "end", "--winner", "blue", "--because", "Kim withdrew")
        XCTAssertEqual(try onlyMatch(user).winner, "blue")
        try user.run("match", "continue", status: 1)
    }

    private func onlyMatch(_ user: AppUser) throws -> MatchShape {
        try XCTUnwrap(user.run("match", "list", "--json").json([MatchShape].self).first)
    }

    /// Each profile has its own matches and its own club rules.
    func testMatchesBelongToProfile() throws {
        let user = try AppUser("dojang", self)
        let rules = try user.write("club.json", Array(#"{"like": "itf", "id": "club", "rounds": 3}"#.utf8))
        try user.run("rules", "add", rules)
        try user.run("match", "start", "--rules", "club")
        try user.run("profile", "add", "Lee")
        try user.run("profile", "switch", "Lee")
        XCTAssertEqual(try user.run("match", "list", "--json").json([MatchShape].self).count, 0)
        try user.run("match", "start", "--rules", "club", status: 64)
        let bad = try user.write("bad.json", Array(#"{"id": "x", "scores": [{"name": "a", "points": 99}]}"#.utf8))
        XCTAssertTrue(try user.run("rules", "add", bad, status: 65).errors.contains("scores #1: points must be"))
        try user.run("rules", "add", "nothing.json", status: 66)
    }

    /// An attached photo of a movement is copied and opened. Without a photo the app opens the
    /// diagram and reports it.
    func testPhotoIsShownWithDiagramFallback() throws {
        let user = try AppUser("dojang", self)
        try user.write("xdg-open", Array("#!/bin/sh\ncp \"$1\" \"$HOME/shown\"\n".utf8), mode: 0o755)
        user.path = "\(user.home):/usr/bin:/bin"
        let result = try user.run("pattern", "show", "chon-ji", "--move", "3", "--open")
        XCTAssertTrue(result.output.contains("Nothing is attached: the diagram is shown."), result.output)
        XCTAssertTrue(
            try shown(user).starts(with: Array("<svg".utf8))
                || String(decoding: shown(user), as: UTF8.self).contains("<svg"))
        let photo = try user.write("-block.png", RingJourneys.photo)
        XCTAssertEqual(try user.attempt(["media", "add", "-block.png", "--to", "chon-ji/3"]).status, 64)
        let added = try user.run("media", "add", "./-block.png", "--to", "chon-ji/3", "--angle", "front", "--json")
        let media: MediaShape = try added.json()
        XCTAssertEqual([media.format, media.subject, media.angle], ["png", "chon-ji/3", "front"])
        try FileManager.default.removeItem(atPath: photo)
        try user.run("pattern", "show", "chon-ji", "--move", "3", "--open")
        XCTAssertEqual(try shown(user), RingJourneys.photo)
        XCTAssertEqual(try user.run("media", "check").status, 0)
        try FileManager.default.removeItem(atPath: XCTUnwrap(media.path))
        let missing = try user.run("pattern", "show", "chon-ji", "--move", "3", "--open")
        XCTAssertTrue(missing.output.contains("no longer there"), missing.output)
        XCTAssertTrue(String(decoding: try shown(user), as: UTF8.self).contains("<svg"))
        try user.run("media", "check", status: 1)
        XCTAssertTrue(try user.attempt(["doctor"]).output.contains("chon-ji/3"))
        let technique = try user.run("technique", "show", "walking-stance", "--open")
        XCTAssertTrue(technique.output.contains("the diagram is shown"), technique.output)
    }

    /// A club's pack changes a sparring rule only for profiles that follow it. A broken rule is
    /// named and changes nothing.
    func testPackChangesRulesForItsFollowers() throws {
        let user = try AppUser("dojang", self)
        let folder = "\(user.home)/.local/share/dojang/packs"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let rounds = Int.random(in: 3...9, using: &user.random)
        let head = #"{"format":"commonplace-pack","version":1,"id":"club","name":"Our club","variant":true,"rules":"#
        try user.write(
            ".local/share/dojang/packs/club.json",
            Array(
                "\(head)[{\"id\":\"itf\",\"rounds\":\(rounds)},{\"id\":\"kids\",\"like\":\"itf\",\"roundSeconds\":70}]}"
                    .utf8))
        let shown = { (words: [String]) in
            try user.run(["rules", "show", "itf", "--json"] + words).json(RulesShape.self).rounds
        }
        XCTAssertEqual(try shown([]), 2)
        try user.run("profile", "add", "Ann")
        try user.run("variant", "use", "club")
        XCTAssertEqual(try shown([]), rounds)
        XCTAssertEqual(try shown(["--profile", "Ann"]), 2)
        XCTAssertEqual(try user.run("rules", "show", "kids", "--json").json(RulesShape.self).roundSeconds, 70)
        XCTAssertEqual(try user.run("content", "check").status, 0)
        try user.write(
            ".local/share/dojang/packs/club.json",
            Array("\(head)[{\"id\":\"itf\",\"rounds\":0},{\"id\":\"kids\",\"like\":\"itf\"}]}".utf8))
        XCTAssertEqual(try shown([]), 2)
        XCTAssertTrue(try user.run("rules", "list").output.contains("itf: rounds must be a whole number"))
        let checked = try user.run("content", "check", "--plain", status: 65)
        XCTAssertTrue(checked.output.contains("\titf\trounds\t"), checked.output)
    }

    /// Files that are no picture, have a wrong type or are links are refused and leave nothing
    /// behind.
    func testHostileFilesAreRefused() throws {
        let user = try AppUser("dojang", self)
        try user.write("real.png", RingJourneys.photo)
        try user.write("lies.jpg", RingJourneys.photo)
        try user.write("empty.png", [])
        try user.write("cut.png", Array(RingJourneys.photo.dropLast(8)))
        try user.write("script.png", Array("#!/bin/sh\nrm -rf /\n".utf8))
        try FileManager.default.createSymbolicLink(
            atPath: "\(user.home)/link.png", withDestinationPath: "\(user.home)/real.png")
        XCTAssertEqual(mkfifo("\(user.home)/pipe.png", 0o600), 0)
        for (name, status) in [
            ("lies.jpg", 65), ("empty.png", 65), ("cut.png", 65), ("script.png", 65), ("link.png", 66),
            ("pipe.png", 66),
            (".", 66), ("/dev/zero", 66),
        ] { try user.run(["media", "add", name, "--to", "chon-ji/3"], status: Int32(status)) }
        let unknown = try user.run("media", "add", "real.png", "--to", "chon-jo/3", status: 64)
        XCTAssertTrue(unknown.errors.contains("chon-ji"), unknown.errors)
        try user.run("media", "add", "real.png", "--to", "chon-ji/99", status: 64)
        try user.run("--dry-run", "media", "add", "real.png", "--to", "chon-ji/3")
        XCTAssertEqual(user.files(below: ".local/share/dojang/Media"), [])
        XCTAssertEqual(try user.run("media", "list", "--json").json([MediaShape].self).count, 0)
    }

    private func shown(_ user: AppUser) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(user.home)/shown")))
    }

    /// A PNG of two by two pixels.
    private static let photo = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGO41GUDRAwQCgAvBgZh81EzFwAAAABJRU5ErkJggg==")
            ?? Data())
}

private struct RulesShape: Decodable {
    let rounds, roundSeconds: Int
}

private struct MatchShape: Decodable {
    let id: String
    let winner: String?
    let redPoints, bluePoints: Int?
    let events: [Event]?

    struct Event: Decodable, Equatable {
        let n: Int
        let what: String
        let points: Int?
    }
}

private struct MediaShape: Decodable {
    let format, subject: String
    let angle, path: String?
}
