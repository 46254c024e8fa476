/// A change to the sound tree that a rule must report, and text that its finding must contain.
struct PlantedViolation: Sendable {
    let rule: Rule
    let expected: String
    let plant: @Sendable (inout SourceTree) -> Void

    init(_ rule: Rule, _ expected: String, plant: @escaping @Sendable (inout SourceTree) -> Void) {
        self.rule = rule
        self.expected = expected
        self.plant = plant
    }

    init(feature line: String, _ expected: String) {
        self.init(.pureFeatures, expected) {
            $0.write("Modules/Focus/Sources/Planted.swift", "import Kernel\n\(line)\n")
        }
    }

    static let all: [PlantedViolation] =
        manifest + imports + foundation + systems + features + documents + words
        + codes + contracts + wrappers + sizes + rows + names + pages

    private static let manifest = [
        PlantedViolation(.noPackages, "1 package dependencies") { $0.manifest.packageDependencies = 1 },
        PlantedViolation(.shortTop, "letter.eml: unknown in the top folder") { $0.top.insert("letter.eml") },
        PlantedViolation(.floors, "Focus must not depend on Diary: a feature never imports a feature") {
            $0.plant("Diary", in: "Focus")
        },
        PlantedViolation(.floors, "Storage must not depend on Diary") { $0.plant("Diary", in: "Storage") },
        PlantedViolation(.floors, "Storage must not depend on Terminal: Terminal is not a floor") {
            $0.plant("Terminal", in: "Storage")
        },
        PlantedViolation(.floors, "Kernel must not depend on Storage") { $0.plant("Storage", in: "Kernel") },
        PlantedViolation(.floors, "Focus must not depend on Storage") { $0.plant("Storage", in: "Focus") },
        PlantedViolation(.floors, "DiaryAdapters must not depend on Terminal") {
            $0.plant("Terminal", in: "DiaryAdapters")
        },
        PlantedViolation(.floors, "Diary must not depend on Interface: what people see belongs to Commands") {
            $0.plant("Interface", in: "Diary")
        },
        PlantedViolation(.floors, "Diary must not depend on DiaryAdapters") {
            $0.plant("DiaryAdapters", in: "Diary")
            $0.plant("DiaryAdapters", in: "Focus")
        },
        PlantedViolation(.floors, "DiaryAdapters must not depend on CSQLite: rooms of one module meet in its Sources") {
            $0.manifest.targets.append(
                ManifestTarget(name: "CSQLite", folder: "Modules/Diary/Library", dependencies: []))
            $0.plant("CSQLite", in: "DiaryAdapters")
        },
        PlantedViolation(.floorComments, "the row of Focus is below no") { $0.manifest.floors["Focus"] = nil },
        PlantedViolation(.floors, "StorageTests must not depend on Diary: tests of one feature") {
            $0.plant("Diary", in: "StorageTests")
        },
        PlantedViolation(.floors, "only the apps stand above Composition") { $0.plant("Composition", in: "Diary") },
        PlantedViolation(.floors, "nothing imports a test target") { $0.plant("StorageTests", in: "Composition") },
        PlantedViolation(.floors, "nothing but tests imports TestSupport") {
            $0.plant("TestSupport", in: "StorageTesting")
        },
        PlantedViolation(.floors, "TestSupport must not depend on Diary") { $0.plant("Diary", in: "TestSupport") },
        PlantedViolation(.floors, "no target of this package") { $0.plant("Telemetry", in: "Diary") },
        PlantedViolation(.dataBehindAdapters, "Focus imports DiaryData") { $0.plant("DiaryData", in: "Focus") },
        PlantedViolation(.dataBehindAdapters, "no Adapters import DiaryData") { tree in
            tree.manifest.targets.removeAll { $0.name == "DiaryAdapters" }
        },
        PlantedViolation(.noCycle, "Kernel depends on itself") { $0.plant("Diary", in: "Kernel") },
    ]

    private static let imports = [
        PlantedViolation(.declaredImports, "Diary imports Focus, which its row does not declare") {
            $0.write("Modules/Diary/Sources/Planted.swift", "import Focus\n")
        },
        PlantedViolation(.declaredImports, "Diary imports Focus") {
            $0.write("Modules/Diary/Sources/Planted.swift", "@preconcurrency internal import struct Focus.Session\n")
        },
        PlantedViolation(.declaredImports, "StorageTests imports Diary") {
            $0.write("Tests/StorageTests/Planted.swift", "@testable import Diary\n")
        },
        PlantedViolation(.noUnusedDependency, "DiaryAdapters declares DiaryData and never imports it") {
            $0.write("Modules/Diary/Adapters/Album.swift", "// import DiaryData\nlet text = \"import DiaryData\"\n")
        },
        PlantedViolation(.noUnusedDependency, "Composition declares Diary and never imports it") {
            $0.write("Apps/Composition/Environment.swift", "import Focus\n")
        },
    ]

    private static let foundation = [
        PlantedViolation(.smallFoundation, "imports Foundation;") {
            $0.write(planted, "import Kernel\nimport Foundation\n")
        },
        PlantedViolation(.smallFoundation, "imports FoundationEssentials;") {
            $0.write("Apps/grain/GrainMain.swift", "import FoundationEssentials\n")
        },
        PlantedViolation(.smallFoundation, "imports Foundation;") {
            $0.write("Modules/Kernel/Sources/Planted.swift", "@_exported import Foundation\n")
        },
        PlantedViolation(.smallFoundation, "imports Foundation;") {
            $0.write("Modules/Systems/Sources/Planted.swift", "internal import Foundation\n")
        },
    ]

    private static let systems = [
        PlantedViolation(.systemsApart, "Planted.swift:2: distinguishes systems") {
            $0.write("Modules/Storage/Sources/Planted.swift", "import Kernel\n#if os(Linux)\n#endif\n")
        },
        PlantedViolation(.systemsApart, "Planted.swift:3: distinguishes systems") {
            $0.write(
                "Modules/Storage/Sources/Planted.swift",
                "func f() {\n    #if SQLite\n    #elseif !canImport(Darwin)\n    #endif\n}\n")
        },
        PlantedViolation(.systemsApart, "imports Glibc; Kernel passes on") {
            $0.write(planted, "@preconcurrency import Glibc\n")
        },
        PlantedViolation(.systemsApart, "reads /proc") { $0.write(planted, "let path = \"/proc/self/exe\"\n") },
        PlantedViolation(.systemsApart, "nothing to judge") { tree in
            for path in tree.files.keys where !path.hasPrefix(Rule.systems) { tree.files[path] = nil }
        },
    ]

    private static let features = [
        PlantedViolation(feature: "import FoundationNetworking", "the network is reached through a port"),
        PlantedViolation(.pureFeatures, "says Date():") { tree in
            tree.manifest.floors["Focus"] = .instruments
            tree.write(planted, "let now = Date()\n")
        },
        PlantedViolation(feature: "let program = Process()", "says Process:"),
        PlantedViolation(feature: "let home = ProcessInfo.processInfo.environment", "says ProcessInfo:"),
        PlantedViolation(feature: "let files = FileManager.default", "says FileManager:"),
        PlantedViolation(feature: "let home = ThisProcess.environment", "says ThisProcess:"),
        PlantedViolation(feature: "let now = Date()", "says Date():"),
        PlantedViolation(feature: "let now: Date = Date.now", "says Date.now:"),
        PlantedViolation(feature: "let id = UUID()", "says UUID():"),
        PlantedViolation(feature: "let text = \"on \\(Date())\"", "says Date():"),
        PlantedViolation(feature: "print(text)", "says print:"),
        PlantedViolation(feature: "Swift.print(text)", "says print:"),
        PlantedViolation(feature: "let n = Int.random(in: f(1)...6)", "says .random("),
        PlantedViolation(feature: "let c = cards.shuffled().map(use(using: 1))", "says .shuffled("),
    ]

    private static let documents = [
        PlantedViolation(.moduleREADMEs, "what Diary is for") { $0.files["Modules/Diary/README.md"] = nil },
        PlantedViolation(.moduleREADMEs, "what Diary is for") { $0.write("Modules/Diary/README.md", "# Diary\n") },
        PlantedViolation(.moduleREADMEs, "no row for this folder") {
            $0.write("Modules/Attic/README.md", "# Attic\n\nOld.\n")
        },
        PlantedViolation(.architectureDocument, "add `### Focus`") { tree in
            tree.write(
                "ARCHITECTURE.md", SourceTree.sound.text("ARCHITECTURE.md").replacing("### Focus", with: "## Focus"))
        },
        PlantedViolation(.architectureDocument, "Attic is no module") { tree in
            tree.write("ARCHITECTURE.md", tree.text("ARCHITECTURE.md") + "### Attic\n\nOld.\n")
        },
        PlantedViolation(.architectureDocument, "Focus has a second paragraph") { tree in
            tree.write("ARCHITECTURE.md", tree.text("ARCHITECTURE.md") + "### Focus\n\nAgain.\n")
        },
        PlantedViolation(.architectureDocument, "Focus has no paragraph") { tree in
            tree.write(
                "ARCHITECTURE.md",
                tree.text("ARCHITECTURE.md").replacing("### Focus\n\nOne paragraph.", with: "### Focus\n"))
        },
        PlantedViolation(.architectureDocument, "add `### Kernel`") { $0.files["ARCHITECTURE.md"] = nil },
        PlantedViolation(.documentedPublic, "`public struct Planted {` has no `///`") {
            $0.write(planted, "public struct Planted {\n}\n")
        },
        PlantedViolation(.documentedPublic, "`var size: Int { get }`") {
            $0.write(planted, "/// A port.\npublic protocol Port {\n    var size: Int { get }\n}\n")
        },
        PlantedViolation(.documentedPublic, "`func close()`") {
            $0.write(planted, "/// A port.\npublic protocol Port {\n    func close()\n}\n")
        },
        PlantedViolation(.documentedPublic, "`public func lock() {}`") { tree in
            let close = "    public func close() {}\n"
            tree.write(planted, "/// A vault.\npublic struct Vault: Store {\n\(close)    public func lock() {}\n}\n")
        },
        PlantedViolation(.documentedPublic, "`public func f() {}`") {
            $0.write(planted, "/// Far away.\n\n@inlinable\npublic func f() {}\n")
        },
    ]

    private static let words = [
        PlantedViolation(.tellingDocuments, "“A view.” says no more than View") {
            $0.write(planted, "/// A view.\npublic struct View {}\n")
        },
        PlantedViolation(.tellingDocuments, "says no more than photoNames") {
            $0.write(planted, "/// The names of the photos.\npublic let photoNames = 1\n")
        },
        PlantedViolation(.tellingDocuments, "“A view.” says no more than View") { tree in
            tree.write(
                planted,
                "/// What people look at.\npublic struct View {\n    /// A view.\n    @inlinable\n    public init() {}\n}\n"
            )
        },
        PlantedViolation(.glossary, "DayStore: a store is what keeps records") {
            $0.write(planted, "/// For a day.\npublic struct DayStore {}\n")
        },
        PlantedViolation(.glossary, "no type uses store") { tree in
            for path in tree.files.keys where path.contains("Store") { tree.files[path] = nil }
        },
        PlantedViolation(.glossary, "nothing to judge") { tree in
            tree.write("ARCHITECTURE.md", tree.text("ARCHITECTURE.md").replacing("## Glossary", with: "## Words"))
        },
    ]

    private static let codes = [
        PlantedViolation(.failureCodes, "dayInFuture is declared in Modules/Diary/Sources/FailureCodes.swift too") {
            $0.write(planted, "extension Failure.Code {\n    static var dayInFuture: Self { Self() }\n}\n")
        },
        PlantedViolation(.failureCodes, "nothing throws dayInFuture") {
            $0.write(
                "Modules/Diary/Sources/FailureCodes.swift",
                "extension Failure.Code {\n    static var dayInFuture: Self { Self() }\n}\n// Failure(.dayInFuture)\n")
        },
        PlantedViolation(.failureCodes, "nothing throws diskGone") {
            $0.write(planted, "extension Failure.Code { static var diskGone: Self { .systemFailure() } }\n")
            $0.write("Modules/Diary/Sources/FailureCodes.swift", "let text = \".diskGone\"\n")
        },
    ]

    private static let contracts = [
        PlantedViolation(.contractsCalled, "no test runs StoreContract over FileStore") { tree in
            tree.write(
                "Modules/Diary/Adapters/Planted.swift",
                "import Kernel\npublic final class FileStore<Key> {}\nextension FileStore: Sendable, Store {}\n")
        },
        PlantedViolation(.contractsCalled, "no test runs StoreContract over MemoryStore") { tree in
            tree.write(
                "Tests/StorageTests/ContractTests.swift",
                "import Storage\nimport StorageContract\n// StoreContract { MemoryStore() }\n")
        },
        PlantedViolation(.contractsCalled, "no test runs MailerContract over sendmail") { tree in
            tree.write(
                "Modules/Storage/Testing/Mail.swift", "enum MailerContract {\n    var all: Contract<Mailer>\n}\n")
            let maker =
                "extension Mailer {\n    public static func sendmail(\n        _ path: String\n    ) -> Mailer {\n    }\n}\n"
            tree.write("Modules/Diary/Adapters/Mail.swift", maker)
        },
        PlantedViolation(.contractsCalled, "nothing implements Vault") { tree in
            tree.write(
                "Modules/Storage/Testing/Planted.swift", "struct VaultContract {\n    let make: () -> any Vault\n}\n")
        },
    ]

    private static let wrappers = [
        PlantedViolation(.wrappersForward, "LazyScale wraps a Scale and leaves weigh/2 to the default") { tree in
            let path = "Modules/Terminal/Sources/LazyScale.swift"
            tree.write(path, tree.text(path).replacing("(_ one: Int, _ other: Int)", with: "(_ one: Int)"))
        },
        PlantedViolation(.wrappersForward, "Double wraps a Scale and leaves isExact, weigh/2 to the default") {
            $0.write(
                planted,
                "final class Double: Scale {\n    private var both: [any Scale] = []\n    func weigh() -> Int { 2 }\n}\n"
            )
        },
        PlantedViolation(.wrappersForward, "LazyScale does not leave isExact to a default") { tree in
            let path = "Modules/Terminal/Sources/LazyScale.swift"
            tree.write(
                path,
                tree.text(path).replacing("    let base", with: "    // Left to the default: isExact\n    let base"))
        },
        PlantedViolation(.wrappersForward, "nothing to judge") { tree in
            tree.files["Modules/Terminal/Sources/LazyScale.swift"] = nil
        },
    ]

    private static let sizes = [
        PlantedViolation(.shortEntryPoints, "31 lines") {
            $0.write("Apps/grain/GrainMain.swift", String(repeating: "import Composition\n", count: 31))
        },
        PlantedViolation(.smallComposition, "541 lines") {
            $0.write("Apps/Composition/Planted.swift", String(repeating: "import Focus\n", count: 539))
        },
        PlantedViolation(.smallTargets, "lines; split it into two modules") {
            $0.write("Modules/Focus/Sources/Planted.swift", String(repeating: "\n", count: 8_000))
        },
        PlantedViolation(.smallFolders, "16 files") { tree in
            for number in 0..<15 { tree.write("Modules/Focus/Sources/Planted\(number).swift", "") }
        },
        PlantedViolation(
            .noFolderCircle, "Modules/Focus/Sources/Above: says Below, and Modules/Focus/Sources/Below, which"
        ) {
            tree in
            tree.write("Modules/Focus/Sources/Above/Above.swift", "struct Above {\n    let below: Below\n}\n")
            tree.write("Modules/Focus/Sources/Between/Between.swift", "typealias Between = Above\n")
            tree.write("Modules/Focus/Sources/Below/Below.swift", "// Above\nstruct Below { var between: [Between] }\n")
        },
        PlantedViolation(.shortFunctions, "open has 61 lines") {
            $0.write(planted, function("func open<Key: P>(\n    _ key: Key\n) -> [Key: (Int) -> Int]\n{", lines: 56))
        },
        PlantedViolation(.shortFunctions, "init has 61 lines") {
            $0.write(planted, function("    init?(a: Int) throws {", lines: 59))
        },
        PlantedViolation(.shortFunctions, "== has 61 lines") {
            $0.write(planted, function("static func == (a: Int, b: Int) -> Bool where A: B,\n    C: D {", lines: 58))
        },
        PlantedViolation(.fewParameters, "move takes 7") {
            $0.write(
                planted,
                "func move(a: [Int: Int], b: (Int, Int), c: Pair<A, B>, d: (A) -> B, e: Int = f(1, 2), f: A, g: A) {}\n"
            )
        },
        PlantedViolation(.fewParameters, "subscript takes 7") {
            $0.write("Apps/grain/Planted.swift", "subscript(a: A, b: B, c: C, d: D, e: E, f: F, g: G) -> A { a }\n")
        },
        PlantedViolation(.shortFiles, "401 lines") { $0.write(planted, String(repeating: "\n", count: 401)) },
    ]

    private static let rows = [
        PlantedViolation(.smallPages, "111 lines") {
            $0.write("Apps/grain/Wiring/Planted.swift", String(repeating: "\n", count: 111))
        },
        PlantedViolation(.rows, "without Ring there is still Match (Apps/grain/Wiring/Planted.swift:1)") {
            $0.write("Apps/grain/Wiring/Planted.swift", "func score(_ match: Match) {}\n")
        },
        PlantedViolation(.rows, "without Ring there is still RingPlugin (Apps/Composition/Planted.swift:1)") {
            $0.write("Apps/Composition/Planted.swift", "let plugin: RingPlugin? = nil\n")
        },
        PlantedViolation(.rows, "without Ring there is still “match start --now”") {
            $0.write("Apps/grain/Wiring/Grain.swift", "func grain() { App(text: \"match start --now\") }\n")
        },
        PlantedViolation(.rows, "without Ring there is still “match start shows the clock.”") {
            $0.write(
                "Apps/grain/Wiring/Planted.swift", "let help = \"\"\"\n    match start shows the clock.\n    \"\"\"\n")
        },
        PlantedViolation(.rows, "contributes; help, bells and cards") {
            $0.write(
                "Apps/grain/Wiring/Ring.swift",
                "struct Bell: Plugin {\n    func contribute(to registry: inout Registry) {}\n}\n")
        },
    ]

    /// A function with the given number of empty lines in its body.
    private static func function(_ head: String, lines: Int) -> String {
        head + String(repeating: "\n", count: lines + 1) + "}\n"
    }

    static let planted = "Modules/Focus/Sources/Planted.swift"
}

extension SourceTree {
    fileprivate func text(_ path: String) -> String { files[path]?.lines.joined(separator: "\n") ?? "" }
}
