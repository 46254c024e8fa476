import Content
import Foundation
import TestSupport
import XCTest

/// Compares the text and JSON output for a small pack with `Tests/Golden/content`.
final class CommandPageTests: XCTestCase {
    private static let pack = PackSource.memory(
        "bundled pack own", files: ["pack.json": Array(text.replacingOccurrences(of: "MOVES", with: moves).utf8)])
    /// Fourteen steps to A, which do not fit into forty columns.
    private static let moves = (1...14).map { number in
        let side = number % 2 == 0 ? "left" : "right"
        return
            #"{"n":\#(number),"steps":[{"verb":"move","foot":"\#(side)","to":"A"}],"stance":{"name":"walking stance","side":"\#(side)","toward":"A"}}"#
    }.joined(separator: ",")
    private static let variant = PackSource.memory(
        "bundled pack calm",
        files: [
            "pack.json": Array(
                #"{"format":"commonplace-pack","version":1,"id":"calm","name":"Calm","school":"Hill","description":"Slower.","variant":true,"patterns":[{"id":"small","name":"Calm"}]}"#
                    .utf8)
        ])

    private func fixture(_ chosen: String? = nil) -> ContentFixture {
        ContentFixture(
            sources: [Self.pack, Self.variant], chosen: chosen,
            progress: ["small": .init(mastery: 0.5, opensAt: nil), "drill": .init(mastery: 0, opensAt: "8k")])
    }

    func testPagesMatchGolden() throws {
        var pages: [String] = []
        for words in Self.commands.map({ $0.split(separator: " ").map(String.init) }) {
            let run = try fixture().run(words)
            XCTAssertEqual(run.status, 0, run.error)
            pages.append("\(words.joined(separator: " "))\n\n\(run.output)")
        }
        pages.append(try fixture("calm").run(["variant", "list"]).output)
        pages.append(try fixture("calm").run(["pattern", "list"]).output)
        let fault = try Golden.fault("content/pages.txt", pages.joined(separator: "\n----\n"))
        XCTAssertNil(fault, fault ?? "")
    }

    func testJSONMatchesGolden() throws {
        let pages = try Self.commands.map {
            "\($0)\n\(try fixture().run($0.split(separator: " ").map(String.init) + ["--json"]).output)"
        }
        let fault = try Golden.fault("content/data.txt", pages.joined(separator: "\n"))
        XCTAssertNil(fault, fault ?? "")
    }

    func testPatternListOmitsMissingProgress() throws {
        let output = try ContentFixture(sources: [Self.pack]).run(["pattern", "list"]).output
        XCTAssertFalse(output.contains("open") || output.contains("%"), output)
    }

    private static let text = #"""
        {"format":"commonplace-pack","version":1,"id":"own","name":"Own","school":"Our club",
         "belts":[{"id":"9k","name":"9th keup","belt":"white, yellow tip","colours":["white","yellow"],"meaning":"A beginning."},
          {"id":"8k","name":"8th keup","belt":"yellow","colours":["yellow"]}],
         "morphemes":[{"hangul":"앞","romanization":"ap","meaning":"front","category":"direction"},
          {"hangul":"차기","romanization":"chagi","meaning":"kick","category":"action"}],
         "terms":[{"category":"kicks","terms":[
          {"id":"front-kick","grade":"9k","english":"Front kick","hangul":"앞 차기","romanization":"ap chagi","romanizations":["ap cha-gi"],
           "aliases":["Kick ahead"],"variants":["앞차기"],"morphemes":["앞","차기"],"difficulty":2,"note":"To the front."},
          {"id":"front","grade":"8k","category":"directions","english":"front","hangul":"앞","romanization":"ap"},
          {"id":"kick","grade":"8k","english":"kick","hangul":"차기","romanization":"chagi"}]}],
         "patterns":{"sources":[{"id":"A","name":"The book"},{"id":"B","name":"The film"}],"patterns":[
          {"id":"small","name":"Small","hangul":"소형","romanization":"sohyeong","grade":"9k","movements":3,"ready":"parallel ready stance","end":"left",
           "returns":2,"diagram":"line","sign":"一","meaning":"Ours.","why":"Three parts.","teaching":"Slowly.","sources":["A","B"],"moves":[
           {"n":1,"steps":[{"verb":"move","foot":"left","to":"D"}],"stance":{"name":"walking stance","side":"left","toward":"D"},
            "techniques":[{"action":"punch","section":"middle","tool":"fist","side":"left","toward":"D"}],"timing":"fast","with":[1,2],
            "hangul":"걷는 서 지르기","korean":"gunnun so jirugi","sources":["A"]},
           {"n":2,"stance":{"name":"walking stance","side":"left","toward":"D","maintained":true},
            "techniques":[{"action":"block"},{"action":"front kick","tool":"foot","side":"right","toward":"D"}],"timing":"slow","note":"Breathe.","doubt":"Which arm?"},
           {"n":3,"steps":[{"verb":"move","foot":"right","to":"A"}],"stance":{"name":"sitting stance","toward":"D"}}]},
          {"id":"drill","name":"Drill","hangul":"사주","romanization":"saju","kind":"drill","grade":"8k","movements":10,"ready":"close ready stance","end":"right",
           "diagram":"cross","meaning":"Four ways.","sources":["A"],"moves":[{"n":1}]},
          {"id":"long","name":"Long","hangul":"장형","romanization":"janghyeong","grade":"8k","movements":14,"ready":"close ready stance","end":"left",
           "diagram":"line","meaning":"All ahead.","sources":["A","B"],"moves":[MOVES]}]},
         "sparring":[
          {"id":"one-step-1","kind":"one-step","grade":"9k","number":1,"steps":[
           {"attack":{"foot":"right","way":"forward","stance":"walking stance","side":"right","techniques":[{"action":"punch","section":"middle","tool":"fist","side":"right","form":"obverse"}]},
            "defence":{"foot":"right","way":"back","stance":"L-stance","side":"right","techniques":[{"action":"block","tool":"forearm"}]},
            "counter":{"techniques":[{"action":"punch"}]},"corrected":"The side."}],"note":"Bow first.","doubt":"How far?","sources":["A"]},
          {"id":"two-step-10","kind":"two-step","grade":"8k","number":10,"steps":[
           {"attack":{"foot":"right","way":"forward","stance":"walking stance","side":"right"},"defence":{"foot":"right","way":"back","stance":"walking stance","side":"left"}},
           {"attack":{"foot":"left","way":"forward","stance":"walking stance","side":"left"},"defence":{"foot":"left","way":"back","stance":"walking stance","side":"right"}}]}],
         "linework":[{"id":"9k","exercises":[{"way":"forward","parts":["walk","punch"]},{"way":"on the spot","parts":["kick"],"doubt":"How often?"}]},
          {"id":"8k","exercises":[{"way":"backward","parts":["block"]}]}],
         "theory":[
          {"id":"oath","grade":"9k","subject":"oath","title":"The oath","text":["I shall.","We shall not."],"doubt":"Whose?","questions":[{"ask":"Who?","answer":"I.","wrong":["You."]}]},
          {"id":"colour","grade":"8k","subject":"belt","title":"The colour","text":["The plant grows."]}],
         "techniques":[
          {"id":"front-kick","grade":"9k","kind":"kick","english":"Front kick","hangul":"앞 차기","romanization":"ap chagi","description":"With the instep.","purpose":"To stop.",
           "mistakes":["Too low.","Too slow."],"marks":[{"action":"front kick"}],"doubt":"Which foot?"},
          {"id":"small-punch","grade":"8k","kind":"punch","english":"Small punch","hangul":"지르기","romanization":"jirugi","description":"With the fist.","purpose":"To hit."}]}
        """#

    private static let commands = [
        "belts", "terms", "terms --belt 8k", "terms --category kicks", "terms --belt 8k --category kicks",
        "terms --mine",
        "term front-kick",
        "term kick", "search kick", "search plant", "search fist", "search ours", "pattern list",
        "pattern list --belt 8k",
        "pattern show small", "pattern show drill", "pattern show small --move 1", "pattern show small --move 2",
        "pattern diagram small",
        "pattern diagram small --moves 2", "pattern diagram long", "sparring list", "sparring list --belt 9k",
        "sparring show one-step-1",
        "sparring show two-step-10", "sparring diagram one-step-1", "sparring diagram two-step-10", "linework",
        "linework --belt 8k",
        "linework --belt 9k", "theory", "theory oath", "theory --belt 8k", "theory --subject oath",
        "theory --subject oath --belt 8k",
        "technique list", "technique list --kind kick", "technique list --belt 8k",
        "technique list --belt 8k --kind kick",
        "technique show front-kick", "technique show small-punch", "variant list", "variant use calm",
        "variant use standard",
        "content check", "content check --color always", "pattern list --color always", "variant list --color always",
    ]
}
