// swift-tools-version: 6.2
// One row a module. A row names what each of its rooms imports beside the Kernel and the module itself; commands also stand on Terminal.
// The helpers at the bottom turn rows into targets.
import PackageDescription

let modules: [Module] = [
    // Floor 0: the words everybody shares.
    Module("Kernel", contract: []),
    // Floor 1, instruments: features may stand on them, and the world is passed to them too.
    Module("Documents"),
    Module("Footwork"),
    Module("Guidance", commands: []),
    Module("Korean", contract: []),
    Module("Pictures", adapters: ["Files", "Programs"], contract: []),
    Module("Practice", commands: [], contract: []),
    Module("Reminders", adapters: ["Programs"], commands: ["Guidance"], contract: []),
    Module("Search", adapters: [], contract: []),
    // Floor 1, machines: what touches the world. Commands and adapters stand on them.
    Module("Files"),
    Module("Programs"),
    Module("Storage", commands: ["Guidance"], contract: []),
    Module("Terminal", ["Korean", "Search"], contract: []),
    // Floor 2 and its commands on floor 3: what people use.
    Module("Community", adapters: [], commands: ["Documents", "Guidance"], contract: []),
    Module(
        "Content", ["Footwork", "Korean"], adapters: ["ContentData"], commands: ["Search"], contract: [],
        tests: ["KoreanContract"]),
    Module(
        "Diary", ["Pictures", "Search"], commands: ["Documents", "Guidance", "Reminders"], contract: [],
        tests: ["PicturesAdapters", "PicturesContract"]),
    Module("FeedbackCOIN", ["Search"], adapters: ["Programs"], commands: ["Documents", "Guidance"], contract: []),
    Module("Focus", ["Search"], commands: ["Documents", "Guidance", "Reminders"], contract: []),
    Module(
        "Learning", ["Content", "Footwork", "Practice"], commands: ["PracticeCommands"], contract: [],
        tests: ["ContentAdapters", "PracticeContract"]),
    Module("Media", ["Pictures"], commands: ["Guidance"], contract: [], tests: ["PicturesAdapters", "PicturesContract"]),
    Module("Monetization", adapters: ["MonetizationData"], commands: ["Guidance"], contract: []),
    Module("Profiles", commands: [], contract: []),
    Module("Ring", commands: ["Guidance", "Reminders"]),
]

// What apps share of wiring, and the modules that every app stands on.
let composition = App(
    "Composition",
    ["Community", "Guidance", "Kernel", "Monetization", "Pictures", "Programs", "Reminders", "Search", "Storage", "Terminal"])

// An app and the features that it alone wires.
let apps = [
    App("coin", page: "CoinPage", ["FeedbackCOIN"]),
    App("dojang", page: "DojangPage", ["Content", "Learning", "Media", "Practice", "Profiles", "Ring"]),
    App("focusflow", page: "FocusFlowPage", ["Focus"]),
    App("grain", page: "GrainPage", ["Diary"]),
    App("hub", page: "HubPage", []),
]

// What tests of every module share: a home, a clock.
let testBench = Target.target(name: "TestBench", dependencies: ["Kernel"], path: "Tests/TestBench", swiftSettings: strict)

let house: [Target] =
    apps.flatMap(\.targets) + [
        .target(
            name: "Composition", dependencies: composition.imports.map(dependency), path: "Apps/Composition",
            swiftSettings: strict),
        .testTarget(
            name: "AppTests",
            dependencies: (apps.map(\.page) + ["Composition", "FeedbackCOINContract", "Focus", "TerminalContract", "TestBench"]
                + composition.imports)
                .map(
                    dependency),
            swiftSettings: strict),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Community", "CommunityAdapters", "Content", "ContentAdapters", "Diary", "FeedbackCOIN", "Focus", "Footwork",
                "Kernel",
                "Learning", "Pictures", "Practice", "Profiles", "Search", "SearchAdapters", "Storage",
            ], path: "Tools/benchmarks", swiftSettings: strict),
    ]

// The rules read the whole tree, whatever part of it is built; optimised, because they read every byte.
let architecture: [Target] = [
    .testTarget(name: "ArchitectureTests", dependencies: ["Programs"], swiftSettings: strict + [.unsafeFlags(["-O"])])
]

let package = Package(
    name: "Commonplace",
    platforms: [.macOS(.v15)],
    products: modules.filter(isChosen).map(\.product)
        + (isWhole ? apps.map { .executable(name: $0.name, targets: [$0.name]) } : []),
    targets: modules.filter(isChosen).flatMap(\.targets) + [testBench] + (isWhole ? house : [])
        + (isWhole || only.contains("Architecture") ? architecture : []),
    swiftLanguageModes: [.v6]
)

// MARK: - From rows to targets

struct Module {
    let name: String
    let rooms: [(suffix: String, folder: String, imports: [String])]
    let tests: [String]

    /// A room that is nil is not there; what Sources stand on, the other rooms see too. Tests see the rooms of their module, what those see, and a store; `tests` adds to it.
    init(
        _ name: String, _ sources: [String] = [], adapters: [String]? = nil, commands: [String]? = nil,
        contract: [String]? = nil, tests: [String] = []
    ) {
        let own = (name == "Kernel" ? [name] : [name, "Kernel"]) + sources
        self.name = name
        rooms =
            [("", "Sources", name == "Kernel" ? [] : ["Kernel"] + sources)]
            + [
                ("Adapters", "Adapters", adapters.map { own + $0 }),
                ("Commands", "Commands", commands.map { own + ["Terminal"] + $0 }),
                ("Contract", "Contract", contract.map { own + (name == "Kernel" ? [] : ["KernelContract"]) + $0 }),
            ].compactMap { suffix, folder, imports in imports.map { (suffix, folder, $0) } }
        let always = ["Kernel", "KernelContract", "Storage", "Terminal", "TerminalContract", "TestBench"]
        self.tests = Set(rooms.flatMap { [name + $0.suffix] + $0.imports } + always + tests)
            .filter { !$0.hasSuffix("Data") }.sorted()
    }

    var product: Product {
        .library(name: name, targets: rooms.map { name + $0.suffix })
    }

    /// Bytes that are built in stand in a C target of their own, behind the Adapters.
    var hasData: Bool { rooms.contains { $0.imports.contains(name + "Data") } }

    var targets: [Target] {
        rooms.map { room in
            .target(
                name: name + room.suffix, dependencies: room.imports.map(dependency), path: "Modules/\(name)/\(room.folder)",
                swiftSettings: strict)
        }
            + (hasData ? [.target(name: name + "Data", path: "Modules/\(name)/Data", sources: ["\(name)Data.c"])] : [])
            + (isTested(self)
                ? [.testTarget(name: name + "Tests", dependencies: tests.map(dependency), swiftSettings: strict)] : [])
    }
}

/// A page of wiring below an entry point. It sees every room but the contracts of the modules that it names, and no other feature is linked.
struct App {
    let name: String
    let imports: [String]

    init(_ name: String, page: String = "", _ names: [String]) {
        (self.name, self.page) = (name, page)
        imports =
            modules.filter { names.contains($0.name) }
            .flatMap { module in module.rooms.map { module.name + $0.suffix }.filter { !$0.hasSuffix("Contract") } }
    }

    let page: String

    var targets: [Target] {
        [
            .target(
                name: page, dependencies: (["Composition"] + composition.imports + imports).map(dependency),
                path: "Apps/\(name)/Page",
                swiftSettings: strict),
            .executableTarget(
                name: name, dependencies: [dependency("Composition"), dependency(page)], path: "Apps/\(name)", exclude: ["Page"],
                swiftSettings: strict),
        ]
    }
}

nonisolated func dependency(_ name: String) -> Target.Dependency { .target(name: name) }

nonisolated var strict: [SwiftSetting] { [.treatAllWarnings(as: .error)] }

// MARK: - A part of the house: COMMONPLACE_ONLY=Ring,Focus builds these modules, their tests and what they stand on

nonisolated var only: Set<String> {
    Set((Context.environment["COMMONPLACE_ONLY"] ?? "").split(separator: ",").map(String.init))
}

nonisolated var isWhole: Bool { only.isEmpty }

nonisolated func isTested(_ module: Module) -> Bool { isWhole || only.contains(module.name) }

func isChosen(_ module: Module) -> Bool {
    var chosen = only.union(only.contains("Architecture") ? ["Programs"] : [])
    var count = 0
    while count != chosen.count {
        count = chosen.count
        for one in modules where chosen.contains(where: { $0.hasPrefix(one.name) }) {
            chosen.formUnion(one.rooms.flatMap(\.imports))
            if isTested(one) { chosen.formUnion(one.tests) }
        }
    }
    return isWhole || module.rooms.contains { chosen.contains(module.name + $0.suffix) }
}
