import Interface
import Kernel
import XCTest

final class GlobalOptionsTests: XCTestCase {
    func testGlobalOptionsCanPrecedeOrFollowTheCommand() throws {
        let words = [
            "--data", "/d", "a", "--store=memory", "-x", "b", "--seed", "7", "--today", "2026-11-20", "--yes", "--",
            "--json",
        ]
        let (options, rest) = try GlobalOptions.split(words)
        XCTAssertEqual(rest, ["a", "-x", "b", "--", "--json"])
        XCTAssertEqual([options.dataDirectory, options.today?.description], ["/d", "2026-11-20"])
        XCTAssertTrue(options.store == .memory && options.seed == 7 && options.answersYes && options.form == .readable)
    }

    func testEveryGlobalOptionWorksAtEveryPosition() throws {
        let spelled: [([String], (GlobalOptions) -> Bool)] = [
            (["--data=/d"], { $0.dataDirectory == "/d" }), (["--store", "memory"], { $0.store == .memory }),
            (["--profile", "Kim Lee"], { $0.profile == "Kim Lee" }), (["--json"], { $0.form == .json }),
            (["--plain"], { $0.form == .plain }), (["--color=never"], { $0.color == .never }),
            (["--quiet"], { $0.isQuiet }),
            (["--dry-run"], { $0.isDryRun }), (["--yes"], { $0.answersYes }),
            (["--today=2024-02-29"], { $0.today != nil }),
            (["--seed", "18446744073709551615"], { $0.seed == .max }), (["--reduced-motion"], { $0.reducesMotion }),
            (["--help"], { $0.wantsHelp }), (["-h"], { $0.wantsHelp }), (["--version"], { $0.wantsVersion }),
        ]
        for (words, holds) in spelled {
            for place in 0...3 {
                var line = ["pupil", "add", "Kim"]
                line.insert(contentsOf: words, at: place)
                let (options, rest) = try GlobalOptions.split(line)
                XCTAssertTrue(holds(options), "\(line)")
                XCTAssertEqual(rest, ["pupil", "add", "Kim"])
            }
        }
    }

    func testInvalidOptionsAreUsageErrorsUnlessHelpIsRequested() throws {
        for words in [
            ["--data"], ["--data", "--json"], ["--data="], ["--json=yes"], ["--json", "--plain"],
            ["--today", "yesterday"],
            ["--seed", "-1"], ["--store", "cloud"], ["--color", "--", "x"],
        ] {
            XCTAssertThrowsError(try GlobalOptions.split(words), "\(words)") {
                XCTAssertEqual(($0 as? Failure)?.kind, .usage)
            }
            XCTAssertTrue(try GlobalOptions.split(["-h"] + words).options.wantsHelp)
        }
    }

    func testCompletionReadsDataFolderAndProfile() throws {
        let words = ["__complete", "--", "--data", "/d", "pupil", "remove", "--profile", "kim", "--help", "--dat"]
        let (options, rest) = try GlobalOptions.split(words)
        XCTAssertEqual(rest, words)
        XCTAssertEqual([options.dataDirectory, options.profile], ["/d", "kim"])
        XCTAssertFalse(options.wantsHelp)
    }
}
