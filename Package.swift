// swift-tools-version: 6.2
// One row a module. A row names what each of its rooms imports; the helpers at the bottom turn rows into targets.
import PackageDescription

let modules: [Module] = [
    // Floor 0: the words everybody shares.
    Module("Kernel", [], contract: ["Kernel"], tests: ["Kernel", "KernelContract"]),
    // Floor 1: engines and instruments.
    Module("Documents", ["Kernel"], tests: ["Documents", "Kernel"]),
    Module("Files", ["Kernel"], tests: ["Files"]),
    Module(
        "Guidance", ["Kernel"], commands: ["Guidance", "Terminal", "Kernel"],
        tests: ["Guidance", "GuidanceCommands", "Storage", "Terminal", "Kernel"]),
    Module("Programs", ["Kernel"], tests: ["Programs", "Kernel"]),
    Module(
        "Reminders", ["Kernel"], adapters: ["Kernel", "Programs", "Reminders"], commands: ["Kernel", "Reminders", "Terminal"],
        contract: ["Kernel", "KernelContract", "Reminders"],
        tests: [
            "Kernel", "Programs", "Reminders", "RemindersAdapters", "RemindersCommands", "RemindersContract", "Storage",
            "Terminal",
        ]),
    Module(
        "Search", ["Kernel"], adapters: ["Search"], contract: ["Kernel", "KernelContract"],
        tests: ["Kernel", "KernelContract", "Search", "SearchAdapters", "SearchContract", "Storage"]),
    Module(
        "Storage", ["Kernel"], commands: ["Terminal", "Kernel"], contract: ["Kernel", "KernelContract"],
        tests: ["Storage", "StorageContract", "Kernel", "KernelContract"]),
    Module("Terminal", ["Kernel"], tests: ["Terminal", "Kernel"]),
    // Floor 2 and its commands on floor 3: what people use.
    Module(
        "Community", ["Kernel"], adapters: ["Community", "Kernel"],
        commands: ["Community", "Documents", "Guidance", "Terminal", "Kernel"],
        contract: ["Community", "Kernel", "KernelContract"],
        tests: [
            "Community", "CommunityAdapters", "CommunityCommands", "CommunityContract", "Guidance", "Storage", "Terminal",
            "Kernel",
        ]),
    Module(
        "Content", ["Kernel"], adapters: ["Content", "ContentData", "Kernel"], commands: ["Content", "Terminal", "Kernel"],
        contract: ["Content", "Kernel", "KernelContract"], data: true,
        tests: ["Content", "ContentAdapters", "ContentCommands", "ContentContract", "Terminal", "Kernel"]),
    Module(
        "Diary", ["Kernel"], adapters: ["Diary", "Files", "Kernel", "Programs"],
        commands: ["Diary", "Documents", "Kernel", "Terminal"],
        contract: ["Diary", "Kernel", "KernelContract"],
        tests: [
            "Diary", "DiaryAdapters", "DiaryCommands", "DiaryContract", "Kernel", "Programs", "Storage",
            "Terminal",
        ]),
    Module(
        "FeedbackCOIN", ["Kernel"], adapters: ["FeedbackCOIN", "Kernel", "Programs"],
        commands: ["Documents", "FeedbackCOIN", "Kernel", "Terminal"], contract: ["FeedbackCOIN", "Kernel", "KernelContract"],
        tests: [
            "FeedbackCOIN", "FeedbackCOINAdapters", "FeedbackCOINCommands", "FeedbackCOINContract", "Kernel", "Programs",
            "Storage",
            "Terminal",
        ]),
    Module(
        "Focus", ["Kernel"], commands: ["Documents", "Focus", "Kernel", "Reminders", "Terminal"],
        contract: ["Focus", "Kernel", "KernelContract"],
        tests: ["Focus", "FocusCommands", "FocusContract", "Kernel", "Reminders", "Storage", "Terminal"]),
    Module(
        "Learning", ["Content", "Kernel"], commands: ["Learning", "Content", "Terminal", "Kernel"],
        contract: ["Content", "Kernel", "KernelContract", "Learning"],
        tests: [
            "Learning", "LearningCommands", "LearningContract", "Content", "ContentAdapters", "Storage", "Terminal", "Kernel",
        ]),
    Module(
        "Media", ["Kernel"], adapters: ["Files", "Kernel", "Media"], commands: ["Kernel", "Media", "Terminal"],
        contract: ["Kernel", "KernelContract", "Media"],
        tests: ["Kernel", "Media", "MediaAdapters", "MediaCommands", "MediaContract", "Storage", "Terminal"]),
    Module(
        "Monetization", ["Kernel"], adapters: ["Monetization", "MonetizationData", "Kernel"],
        commands: ["Monetization", "Terminal", "Kernel"],
        contract: ["Monetization", "Kernel", "KernelContract"], data: true,
        tests: [
            "Monetization", "MonetizationAdapters", "MonetizationCommands", "MonetizationContract", "Kernel", "KernelContract",
            "Storage",
            "Terminal",
        ]),
    Module(
        "Profiles", ["Kernel"], commands: ["Profiles", "Terminal", "Kernel"], contract: ["Profiles", "Kernel", "KernelContract"],
        tests: ["Profiles", "ProfilesCommands", "ProfilesContract", "Storage", "Terminal", "Kernel", "KernelContract"]),
    Module(
        "Ring", ["Kernel"], commands: ["Kernel", "Reminders", "Ring", "Terminal"],
        contract: ["Kernel", "KernelContract", "Ring"],
        tests: ["Kernel", "Reminders", "Ring", "RingCommands", "RingContract", "Storage", "Terminal"]),
]

let apps = ["coin", "dojang", "focusflow", "grain", "hub"]

let composition: [Target] = [
    .target(
        name: "Composition",
        dependencies: [
            "Community",
            "CommunityAdapters",
            "CommunityCommands",
            "Content",
            "ContentAdapters",
            "ContentCommands",
            "Diary",
            "DiaryAdapters",
            "DiaryCommands",
            "FeedbackCOIN",
            "FeedbackCOINAdapters",
            "FeedbackCOINCommands",
            "Focus",
            "FocusCommands",
            "Guidance",
            "GuidanceCommands",
            "Kernel",
            "Learning",
            "LearningCommands",
            "Media",
            "MediaAdapters",
            "MediaCommands",
            "Monetization",
            "MonetizationAdapters",
            "MonetizationCommands",
            "Profiles",
            "ProfilesCommands",
            "Programs",
            "Reminders",
            "RemindersAdapters",
            "RemindersCommands",
            "Ring",
            "RingCommands",
            "Search",
            "SearchAdapters",
            "Storage",
            "StorageCommands",
            "Terminal",
        ], path: "Apps/Composition", swiftSettings: strict),
    .testTarget(
        name: "AppTests",
        dependencies: [
            "Composition", "FeedbackCOINContract", "Focus", "Guidance", "GuidanceCommands", "Kernel", "Monetization", "Programs",
            "Storage", "Terminal",
        ],
        swiftSettings: strict),
    .executableTarget(
        name: "benchmarks",
        dependencies: [
            "Community",
            "CommunityAdapters",
            "Content",
            "ContentAdapters",
            "Diary",
            "FeedbackCOIN",
            "Focus",
            "Kernel",
            "Learning",
            "Profiles",
            "Search",
            "SearchAdapters",
            "Storage",
        ],
        path: "Tools/benchmarks",
        swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", dependencies: ["Programs"], swiftSettings: strict),
]

let package = Package(
    name: "Commonplace",
    platforms: [.macOS(.v15)],
    products: modules.map(\.product) + apps.map { .executable(name: $0, targets: [$0]) },
    targets: modules.flatMap(\.targets) + composition + apps.map(app),
    swiftLanguageModes: [.v6]
)

// MARK: - From rows to targets

struct Module {
    let name: String
    let rooms: [(suffix: String, folder: String, imports: [String])]
    let data: Bool
    let tests: [String]

    init(
        _ name: String, _ imports: [String], adapters: [String]? = nil, commands: [String]? = nil, contract: [String]? = nil,
        data: Bool = false, tests: [String]
    ) {
        self.name = name
        self.data = data
        self.tests = tests
        rooms =
            [("", "Sources", imports)]
            + [("Adapters", "Adapters", adapters), ("Commands", "Commands", commands), ("Contract", "Contract", contract)]
            .compactMap { suffix, folder, imports in imports.map { (suffix, folder, $0) } }
    }

    var product: Product {
        .library(name: name, targets: rooms.map { name + $0.suffix })
    }

    var targets: [Target] {
        rooms.map { room in
            .target(
                name: name + room.suffix, dependencies: room.imports.map(dependency), path: "Modules/\(name)/\(room.folder)",
                swiftSettings: strict)
        }
            + (data
                ? [.target(name: name + "Data", path: "Modules/\(name)/Data", sources: ["\(name)Data.c"])] : [])
            + [.testTarget(name: name + "Tests", dependencies: tests.map(dependency), swiftSettings: strict)]
    }
}

nonisolated func dependency(_ name: String) -> Target.Dependency { .target(name: name) }

nonisolated func app(_ name: String) -> Target {
    .executableTarget(name: name, dependencies: ["Composition"], path: "Apps/\(name)", swiftSettings: strict)
}

nonisolated var strict: [SwiftSetting] { [.treatAllWarnings(as: .error)] }
