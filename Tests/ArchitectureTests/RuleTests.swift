import XCTest

/// Tests of the rules: each reports its violation, accepts the sound tree and fails on an empty
/// one.
final class RuleTests: XCTestCase {
    func testSoundTreeFollowsAllRules() {
        for rule in Rule.all { XCTAssertEqual(rule.check(.sound).map(\.description), [], rule.name) }
    }

    func testPlantedViolationsAreReported() {
        for planted in PlantedViolation.all {
            var tree = SourceTree.sound
            planted.plant(&tree)
            let violations = planted.rule.check(tree).map(\.description)
            XCTAssertTrue(
                violations.contains { $0.contains(planted.expected) },
                "“\(planted.expected)” was not found, but \(violations)")
        }
    }

    func testEachRuleHasAPlantedViolation() {
        let planted = Set(PlantedViolation.all.map(\.rule.name))
        XCTAssertEqual(Rule.all.map(\.name).filter { !planted.contains($0) }, [], "plant a violation for each of these")
    }

    func testRulesFailOnEmptyTree() {
        for rule in Rule.all { XCTAssertFalse(rule.check(SourceTree()).isEmpty, rule.name) }
    }

    func testImplementationOfDocumentedRequirementNeedsNoComment() {
        var tree = SourceTree.sound
        tree.write(
            "Modules/Focus/Sources/Vault.swift",
            "/// A vault.\npublic struct Vault: Store {\n    public func close() {}\n}\n")
        XCTAssertEqual(Rule.documentedPublic.check(tree).map(\.description), [])
    }

    func testOnlyLearningFeaturesMayImportFeatures() {
        func objection(_ name: String, _ folder: String, to other: String, _ room: String) -> String? {
            let dependency = ManifestTarget(name: other, folder: "Modules/\(room)", dependencies: [])
            let target = ManifestTarget(name: name, folder: "Modules/\(folder)", dependencies: [other])
            return ModuleLayers(Manifest()).objection(to: dependency, from: target)
        }
        func feature(_ module: String, _ other: String) -> String? {
            objection(module, "\(module)/Sources", to: other, "\(other)/Sources")
        }
        let family = ["Content", "Learning", "Lessons", "Assessment"]
        for (place, module) in family.enumerated() {
            for (other, below) in family.enumerated() where place != other {
                XCTAssertEqual(feature(module, below) == nil, other < place, "\(module) imports \(below)")
            }
            XCTAssertNotNil(feature("Profiles", module))
        }
        // Commands may import the commands of modules below; other folders may not.
        for (name, folder, isAllowed) in [
            ("LessonsCommands", "Lessons/Commands", true), ("Lessons", "Lessons/Sources", false),
            ("LessonsTesting", "Lessons/Testing", false), ("ProfilesCommands", "Profiles/Commands", false),
        ] {
            let found = objection(name, folder, to: "LearningCommands", "Learning/Commands")
            XCTAssertEqual(found == nil, isAllowed, name)
        }
        XCTAssertNotNil(objection("LearningCommands", "Learning/Commands", to: "LessonsCommands", "Lessons/Commands"))
    }

    func testFileStoreMayImportDiskKitOnlyInOneDirection() {
        var manifest = Manifest()
        manifest.floors = ["DiskKit": .machines, "FileStore": .machines, "Storage": .machines, "Backup": .machines]
        let modules = ["DiskKit", "FileStore", "Storage", "Backup"].map {
            ManifestTarget(name: $0, folder: "Modules/\($0)/Sources", dependencies: [])
        }
        let allowed = modules.flatMap { target in
            modules.filter { $0.name != target.name }.filter {
                ModuleLayers(manifest).objection(to: $0, from: target) == nil
            }.map { "\(target.name) on \($0.name)" }
        }
        XCTAssertEqual(allowed, ["FileStore on DiskKit", "Storage on DiskKit", "Storage on FileStore"])
    }

    func testFunctionReaderCountsParametersAndLines() {
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
        let functions = SourceFile(path: "a.swift", text: code).functions.map {
            "\($0.line) \($0.name) \($0.parameterCount) \($0.lineCount)"
        }
        XCTAssertEqual(
            functions, ["2 init 2 1", "3 b 2 4", "7 c 0 5", "14 d 1 1", "15 subscript 2 1", "16 init 1 1"])
    }

    func testBlankingKeepsOnlyCode() {
        let cases = [
            ("a // b", "a     "), ("a /* b /* c */ d */ e", "a                   e"),
            (#"f("x\"y") // z"#, #"f("    ")     "#),
            (##"#"a"b"# c"##, ##"#"   "# c"##), (#""\(a("b")) c""#, #"" (a(" "))  ""#),
            ("\"\"\"\na \" b\n\"\"\" c", "\"\"\"\n     \n\"\"\" c"),
        ]
        for (text, code) in cases { XCTAssertEqual(SwiftCode.blanked(text), code, text) }
    }
}
