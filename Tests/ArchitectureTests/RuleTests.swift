import XCTest

/// The rules themselves: each catches what it is for, and none cries wolf or sleeps.
final class RuleTests: XCTestCase {
    func testSoundTreeBreaksNoRule() {
        for rule in Rule.all { XCTAssertEqual(rule.check(.sound).map(\.description), [], rule.name) }
    }

    func testEachPlantedViolationIsCaught() {
        for planted in PlantedViolation.all {
            var tree = SourceTree.sound
            planted.plant(&tree)
            let found = planted.rule.check(tree).map(\.description)
            XCTAssertTrue(found.contains { $0.contains(planted.expected) }, "“\(planted.expected)” was not found, but \(found)")
        }
    }

    func testEachRuleHasAPlantedViolation() {
        let planted = Set(PlantedViolation.all.map(\.rule.name))
        XCTAssertEqual(Rule.all.map(\.name).filter { !planted.contains($0) }, [], "plant a violation for each of these")
    }

    func testEachRuleFailsWhereItFindsNothingToJudge() {
        for rule in Rule.all { XCTAssertFalse(rule.check(SourceTree()).isEmpty, rule.name) }
    }

    func testAMemberThatImplementsADocumentedRequirementNeedsNoWordsOfItsOwn() {
        var tree = SourceTree.sound
        tree.write(
            "Modules/Focus/Sources/Vault.swift", "/// A vault.\npublic struct Vault: Store {\n    public func close() {}\n}\n")
        XCTAssertEqual(Rule.documentedPublic.check(tree).map(\.description), [])
    }

    func testLearningMayImportContentAndNobodyElseMay() {
        let content = ManifestTarget(name: "Content", folder: "Modules/Content/Sources", dependencies: [])
        for (module, isAllowed) in [("Learning", true), ("Profiles", false)] {
            let feature = ManifestTarget(name: module, folder: "Modules/\(module)/Sources", dependencies: ["Content"])
            XCTAssertEqual(House(Manifest()).objection(to: content, from: feature) == nil, isAllowed, module)
        }
    }

    func testFunctionsAreReadFromTheirKeywordToTheirLastBrace() {
        let code = """
            struct A {
                init(a: Int, b: Int) { self.init(a, b) }
                func b(_ c: (Int, Int) -> Dictionary<Int, Int>, d: Bool = a < b) -> Int {
                    if d { return .init(1, 2, 3) }
                    return 0
                }
                func c<D>()
                    throws -> (D, D)
                where D: Any
                {
                }
            }
            protocol B {
                func d(e: Int) -> Int
                subscript<A, B>(a: A, b: B) -> Int { get }
                init(f: Int)
            }
            """
        let seen = SourceFile(path: "a.swift", text: code).functions.map {
            "\($0.line) \($0.name) \($0.parameterCount) \($0.lineCount)"
        }
        XCTAssertEqual(
            seen, ["2 init 2 1", "3 b 2 4", "7 c 0 5", "14 d 1 1", "15 subscript 2 1", "16 init 1 1"])
    }

    func testCodeIsToldFromCommentsAndStrings() {
        let cases = [
            ("a // b", "a     "), ("a /* b /* c */ d */ e", "a                   e"), (#"f("x\"y") // z"#, #"f("    ")     "#),
            (##"#"a"b"# c"##, ##"#"   "# c"##), (#""\(a("b")) c""#, #"" (a(" "))  ""#),
            ("\"\"\"\na \" b\n\"\"\" c", "\"\"\"\n     \n\"\"\" c"),
        ]
        for (text, code) in cases { XCTAssertEqual(SwiftCode.blanked(text), code, text) }
    }
}
