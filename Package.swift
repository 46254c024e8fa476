// swift-tools-version: 6.2
// One row a module. A row names the imports of each of its targets beside the Kernel and the module
// itself. Commands also import Interface. The helpers at the bottom turn rows into targets.
import PackageDescription

let modules = [
    // Floor 0: the words everybody shares, and below them what Linux and macOS do differently.
    Module("Kernel", ["Systems"], testing: []),
    Module("Systems"),
    // Floor 1, instruments: features may stand on them, and the world is passed to them too.
    Module("Documents", adapters: ["Files", "Programs"]),
    Module("EngineKit"),
    Module("Footwork", ["Documents"]),
    Module("Groups", ["Outbox"], adapters: ["Files", "GroupsData", "Postgres", "Programs", "Storage"], testing: []),
    Module("Guidance", commands: []),
    Module("Interchange", ["Documents"]),
    Module("Interface", ["Korean", "Languages", "Search"]),
    Module("Korean", testing: []),
    Module("Languages", adapters: ["Files", "LanguagesData"], commands: [], testing: []),
    Module("Outbox", adapters: ["Programs"], commands: [], testing: []),
    Module("Pictures", adapters: ["Files", "Programs"], testing: []),
    Module("Practice", commands: [], testing: []),
    Module("Reminders", adapters: ["Programs"], commands: ["Guidance", "Programs"], testing: []),
    Module("Search", ["Korean"], adapters: [], testing: []),
    Module("Sound", adapters: ["Files", "Programs"]),
    Module("Sync", adapters: ["Files", "Pictures", "Postgres", "Programs", "SyncData"], testing: []),
    // Floor 1, machines: what touches the world. Commands and adapters stand on them.
    Module("Backup", commands: ["DiskKit", "FileStore", "Files", "Terminal"]),
    Module("DiskKit", ["EngineKit"]),
    Module("FileStore", ["DiskKit", "EngineKit"]),
    Module("Files"),
    Module("Postgres", ["EngineKit"], library: "Postgres"),
    Module("PostgresStore", ["EngineKit", "Postgres"]),
    Module("Programs"),
    Module("SQLiteStore", ["EngineKit"], library: "SQLite"),
    Module(
        "Storage", ["DiskKit", "EngineKit", "FileStore"], commands: ["Guidance", "Programs", "Terminal"], testing: []),
    Module(
        "Terminal", ["Interface", "Languages"], adapters: ["Files", "Guidance", "Programs"], testing: ["Guidance"]),
    // Floor 2 and its commands on floor 3: what people use.
    Module("Progress", ["Documents", "Practice"], adapters: ["Programs"], commands: ["Guidance"]),
    Module("Accounts", ["Sync"], adapters: ["Files"], commands: ["Guidance", "Programs", "Terminal"]),
    Module("Club", ["Documents", "Groups"], commands: ["Guidance", "Outbox", "Practice"]),
    Module(
        "Community", ["Guidance", "Outbox"], adapters: ["CommunityData", "DiskKit", "Files", "Postgres", "Storage"],
        commands: ["Documents", "OutboxCommands", "Terminal"], testing: []),
    Module(
        "Content", ["Documents", "Footwork", "Korean"], adapters: ["ContentData", "Files", "Programs"],
        commands: ["Guidance", "Search", "Sound"], testing: []),
    Module(
        "Diary", ["Interchange", "Pictures", "Search"], adapters: ["Documents", "Files"],
        commands: ["Documents", "Guidance", "Reminders"], testing: []),
    Module(
        "FeedbackCOIN", ["Groups", "Search"], adapters: ["Programs"],
        commands: ["Documents", "Guidance", "Outbox", "OutboxCommands", "Reminders"],
        testing: []),
    Module(
        "Focus", ["Interchange", "Search"],
        commands: ["Documents", "Files", "Guidance", "Programs", "Reminders", "Sound", "Terminal"], testing: []),
    Module("Games", ["Korean"], commands: ["Guidance"]),
    Module(
        "Learning", ["Content", "Practice", "Sound"],
        commands: ["Documents", "Guidance", "PracticeCommands", "Reminders"],
        testing: ["Reminders"]),
    Module(
        "Lessons", ["Content", "Footwork", "Learning", "Practice"],
        commands: ["Guidance", "LearningCommands", "PracticeCommands"],
        testing: ["ContentAdapters", "LearningTesting"]),
    Module(
        "Assessment", ["Content", "Learning", "Lessons", "Practice"],
        commands: ["Documents", "Footwork", "Guidance", "LearningCommands", "LessonsCommands", "PracticeCommands"],
        testing: []),
    Module("Media", ["Pictures"], adapters: ["Files", "Programs"], commands: ["Guidance", "Sound"]),
    Module(
        "Monetization", ["Sync"], adapters: ["Files", "MonetizationData", "Programs"], commands: ["Guidance"],
        testing: []),
    Module("Profiles", commands: ["Guidance"], testing: []),
    Module("Ring", commands: ["Guidance", "Reminders"]),
    Module("Vault", ["Pictures", "Search", "Sync"], adapters: ["Files", "Programs"], commands: ["Guidance"]),
    Module("Vocabulary", ["Korean", "Practice"], commands: ["Guidance", "PracticeCommands"]),
]

// A part of the house: COMMONPLACE_ONLY=Ring,Focus is these modules, their tests and what they
// stand on.
let only = Set((Context.environment["COMMONPLACE_ONLY"] ?? "").split(separator: ",").map(String.init))
let isWhole = only.isEmpty
let chosen = below(only.union(only.contains("Architecture") ? ["Programs"] : []))

// What apps share of wiring, and the modules that every app uses.
let composition = [
    "Accounts", "Backup", "Community", "Files", "Guidance", "Interface", "Kernel", "Languages", "Monetization",
    "Outbox", "PostgresStore", "Programs", "Reminders", "Search", "SQLiteStore", "Storage", "Sync", "Terminal",
]

// An app, its wiring, and the features that it alone wires.
let apps = [
    ("coin", "CoinWiring", ["Documents", "FeedbackCOIN", "Groups"]),
    (
        "dojang", "DojangWiring",
        [
            "Progress", "Assessment", "Club", "Content", "Games", "Groups", "Learning", "Lessons", "Media",
            "Pictures", "Practice", "Profiles", "Ring", "Sound", "Vocabulary",
        ]
    ),
    ("focusflow", "FocusFlowWiring", ["Focus", "Sound"]),
    ("grain", "GrainWiring", ["Diary", "Documents", "Pictures", "Vault"]),
    ("hub", "HubWiring", []),
]

// What is measured beside its peers.
let measured = [
    "Assessment", "AssessmentTesting", "Club", "Community", "CommunityAdapters", "Content", "ContentAdapters", "Diary",
    "DiskKit", "FeedbackCOIN", "Focus", "Footwork", "Kernel", "Learning", "Lessons", "Pictures", "Postgres",
    "PostgresStore",
    "Practice", "Profiles", "Search", "SearchAdapters", "SQLiteStore", "Storage", "Sync", "SyncAdapters",
]

// The wiring of an app links the modules that its row names, and no other feature.
let house: [Target] =
    apps.flatMap { name, wiring, features -> [Target] in
        [
            .room(wiring, ["Composition"] + rooms(of: composition + features), at: "Apps/\(name)/Wiring"),
            .program(name, ["Composition", wiring], at: "Apps/\(name)", exclude: ["Wiring"]),
        ]
    } + [
        .room("Composition", rooms(of: composition), at: "Apps/Composition"),
        .tests("AppTests", ["Composition", "TestSupport"] + apps.map(\.1) + modules.flatMap(\.rooms).map(\.name)),
        .program("benchmarks", measured, at: "Tools/benchmarks", exclude: ["RESULTS.md"]),
        .program("lives", ["Kernel", "PicturesTesting", "Programs"], at: "Tools/lives"),
        .program("pictures", ["Interface", "Kernel"], at: "Tools/pictures"),
    ]

let package = Package(
    name: "Commonplace",
    platforms: [.macOS(.v15)],
    products: modules.filter(isChosen).map { .library(name: $0.name, targets: $0.rooms.map(\.name)) }
        + (isWhole
            ? [.library(name: "Composition", targets: ["Composition"])]
                + apps.map { .executable(name: $0.0, targets: [$0.0]) }
            : []),
    // A library of the system is linked where somebody asks for its trait; without, whoever needs
    // it says that this build has none.
    traits: Set(modules.compactMap(\.library).map { .trait(name: $0) }),
    // Tests of every module share a home and a clock. The rules read the whole tree, whatever part
    // of it is built; optimised, as they read every byte.
    targets: modules.filter(isChosen).flatMap(\.targets) + [.room("TestSupport", ["Kernel"], at: "Tests/TestSupport")]
        + (isWhole || only.contains("Architecture")
            ? [.tests("ArchitectureTests", ["Programs"], [.unsafeFlags(["-O"])])] : [])
        + (isWhole ? house : []),
    swiftLanguageModes: [.v6]
)

struct Module {
    let name: String
    let rooms: [(name: String, folder: String, imports: [String])]
    /// The library of the system that Sources stand on, which is the name of a trait too; its
    /// headers are in the folder Library.
    let library: String?

    /// A room that is nil is not there; what Sources stand on, the other rooms see too.
    init(
        _ name: String, _ sources: [String] = [], adapters: [String]? = nil, commands: [String]? = nil,
        testing: [String]? = nil,
        library: String? = nil
    ) {
        let kernel = ["Kernel", "Systems"].contains(name) ? [] : ["Kernel"]
        let own = [name] + kernel + sources
        (self.name, self.library) = (name, library)
        rooms = [
            ("", "Sources", kernel + sources), ("Adapters", "Adapters", adapters.map { own + $0 }),
            ("Commands", "Commands", commands.map { own + ["Interface"] + $0 }),
            ("Testing", "Testing", testing.map { own + kernel.map { $0 + "Testing" } + $0 }),
        ].compactMap { suffix, folder, imports in imports.map { (name + suffix, folder, $0) } }
    }

    /// Bytes that are built in stand in a C target of their own, behind the Adapters.
    var targets: [Target] {
        rooms.map {
            .room(
                $0.name, $0.imports, at: "Modules/\(name)/\($0.folder)", library: $0.folder == "Sources" ? library : nil
            )
        }
            + (library.map { [.systemLibrary(name: "C" + $0, path: "Modules/\(name)/Library")] } ?? [])
            + rooms.flatMap(\.imports).filter { $0 == name + "Data" }
            .map { .target(name: $0, path: "Modules/\(name)/Data", sources: ["\($0).c"]) }
            + (isWhole || only.contains(name) ? [.tests(name + "Tests", tests)] : [])
    }

    /// Tests see every room of their module and of what that sees, a store and a terminal.
    var tests: [String] {
        let seen = Set(rooms.flatMap(\.imports) + [name, "EngineKit", "Interface", "Kernel", "Storage", "Terminal"])
        return modules.filter { seen.contains($0.name) }.flatMap(\.rooms).map(\.name) + ["TestSupport"]
    }
}

/// Every room of these modules but the contracts.
func rooms(of names: [String]) -> [String] {
    modules.filter { names.contains($0.name) }.flatMap(\.rooms).filter { $0.folder != "Testing" }.map(\.name)
}

func isChosen(_ module: Module) -> Bool { isWhole || chosen.contains { $0.hasPrefix(module.name) } }

/// These and whatever they stand on, with their tests where they are asked for.
func below(_ names: Set<String>) -> Set<String> {
    let seen = modules.filter { one in names.contains { $0.hasPrefix(one.name) } }
    let all = names.union(seen.flatMap { only.contains($0.name) ? $0.tests : $0.rooms.flatMap(\.imports) })
    return all == names ? names : below(all)
}

extension Target {
    static let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

    static func room(_ name: String, _ imports: [String], at path: String, library: String? = nil) -> Target {
        let behindTrait =
            library.map { [Target.Dependency.target(name: "C" + $0, condition: .when(traits: [$0]))] } ?? []
        return .target(
            name: name, dependencies: imports.map { .target(name: $0) } + behindTrait, path: path, swiftSettings: strict
        )
    }

    static func tests(_ name: String, _ imports: [String], _ settings: [SwiftSetting] = []) -> Target {
        .testTarget(name: name, dependencies: imports.map { .target(name: $0) }, swiftSettings: strict + settings)
    }

    static func program(_ name: String, _ imports: [String], at path: String, exclude: [String] = []) -> Target {
        .executableTarget(
            name: name, dependencies: imports.map { .target(name: $0) }, path: path, exclude: exclude,
            swiftSettings: strict)
    }
}
