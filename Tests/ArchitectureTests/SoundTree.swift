extension SourceTree {
    /// A small package that follows every rule. Each planted violation breaks it in one place.
    static var sound: SourceTree {
        var tree = SourceTree()
        tree.top = ["Package.swift", "Modules", "Apps", "Tests", "Tools", "README.md"]
        tree.manifest.targets = [
            target("Systems", "Modules/Systems/Sources"),
            target("Kernel", "Modules/Kernel/Sources", "Systems"),
            target("Storage", "Modules/Storage/Sources", "Kernel"),
            target("StorageTesting", "Modules/Storage/Testing", "Kernel"),
            target("StorageTests", "Tests/StorageTests", "Storage", "StorageTesting", "TestSupport"),
            target("TestSupport", "Tests/TestSupport", "Kernel"),
            target("Interface", "Modules/Interface/Sources", "Kernel"),
            target("Terminal", "Modules/Terminal/Sources", "Interface", "Kernel"),
            target("Diary", "Modules/Diary/Sources", "Kernel"),
            target("DiaryAdapters", "Modules/Diary/Adapters", "Diary", "DiaryData"),
            target("DiaryData", "Modules/Diary/Data"),
            target("Focus", "Modules/Focus/Sources", "Kernel"),
            target("Composition", "Apps/Composition", "Diary", "Focus"),
            target("Ring", "Modules/Ring/Sources", "Kernel"),
            target("RingCommands", "Modules/Ring/Commands", "Kernel", "Ring"),
            target("GrainWiring", "Apps/grain/Wiring", "Composition", "Ring", "RingCommands"),
            target("grain", "Apps/grain", "GrainWiring"),
        ]
        tree.manifest.floors = [
            "Systems": .kernel, "Kernel": .kernel, "Interface": .instruments, "Storage": .machines,
            "Terminal": .machines, "Diary": .features, "Focus": .features, "Ring": .features,
        ]
        tree.dictionary = ["memory", "contract", "match", "plugin", "ring", "photo", "day", "scale"]
        for (path, text) in sources { tree.write(path, text) }
        for module in tree.modules {
            tree.write("Modules/\(module)/README.md", page)
            tree.write("Tests/\(module)Tests/PageTests.swift", "let scale = 1\n")
        }
        tree.write(
            "ARCHITECTURE.md",
            "# The house\n\n" + tree.modules.sorted().map { "### \($0)\n\nOne paragraph.\n" }.joined() + glossary)
        return tree
    }

    private static func target(_ name: String, _ folder: String, _ dependencies: String...) -> ManifestTarget {
        ManifestTarget(name: name, folder: folder, dependencies: dependencies)
    }

    private static let page =
        "# Module\n\nWhat it is for.\n\n"
        + ["Purpose", "Concepts", "Behaviour"].map { "## \($0)\n\nWords.\n\n" }.joined()
        + "## API\n\n```swift\nlet scale = 1\n```\n\n## Extending\n\nWords.\n\n## Removing\n\nWords.\n"

    private static let glossary = """
        ## Glossary

        |word|meaning|field's term|modules|
        |---|---|---|---|
        |store|what keeps records||Kernel, Storage|

        """

    private static let sources = [
        "Modules/Systems/Sources/Libraries.swift": """
        #if canImport(Darwin)
            @_exported import Darwin
            @_exported import Foundation
        #else
            @_exported import FoundationEssentials
        #endif
        """,
        "Modules/Kernel/Sources/Store.swift": """
        @_exported import Systems
        // What /proc/self/stat says, and #if os(Linux), are words here.
        /// Keeps.
        public protocol Store {
            /// Lets go.
            func close()
        }
        """,
        "Modules/Storage/Sources/MemoryStore.swift": """
        import Kernel
        /// Forgets at the end.
        public struct MemoryStore: Store {
        }
        """,
        "Modules/Storage/Testing/StoreContract.swift": """
        import Kernel
        /// What a store promises.
        public struct StoreContract {
            let make: () throws -> any Store
        }
        """,
        "Tests/StorageTests/ContractTests.swift": """
        import Storage
        import StorageTesting
        let broken = StoreContract { MemoryStore() }
        """,
        "Modules/Kernel/Sources/Scale.swift": """
        protocol Scale {
            var isExact: Bool { get }
            func weigh() -> Int
            func weigh(_ one: Int, _ other: Int) -> Int
        }
        extension Scale {
            var isExact: Bool { false }
            func weigh(_ one: Int, _ other: Int) -> Int { one + other }
        }
        """,
        "Modules/Terminal/Sources/LazyScale.swift": """
        import Kernel
        struct LazyScale: Scale {
            let base: any Scale
            var isExact: Bool { base.isExact }
            func weigh() -> Int { base.weigh() }
        }
        extension LazyScale {
            func weigh(_ one: Int, _ other: Int) -> Int { base.weigh(one, other) }
        }
        """,
        "Modules/Interface/Sources/Screen.swift": "import Kernel\n",
        "Modules/Terminal/Sources/Drawing.swift": "import Interface\nimport Kernel\n",
        "Modules/Diary/Sources/PhotoDiary.swift": """
        import Kernel
        // Date() and print( in a comment are words.
        let text = "UUID() in \\(a.shuffled(using: &chance)) a string"
        """,
        "Modules/Diary/Sources/FailureCodes.swift": """
        import Kernel
        extension Failure.Code {
            package static var dayInFuture: Self { Self() }
            package static var diskGone: Self { .systemFailure() }
        }
        let failures = [Failure(.dayInFuture, "Too early."), Failure(.diskGone, "No disk.")]
        """,
        "Modules/Diary/Adapters/Album.swift": "import Diary\nimport DiaryData\n",
        "Modules/Focus/Sources/Session.swift": "import Kernel\n",
        "Apps/Composition/Environment.swift": "import Diary\nimport Focus\n",
        "Modules/Ring/Sources/Match.swift": "import Kernel\n/// Two people and a score.\npackage struct Match {\n}\n",
        "Modules/Ring/Commands/RingPlugin.swift": """
        import Kernel
        import Ring
        /// Brings matches to an app.
        package struct RingPlugin {
            let start = Command(
                "match start", "Begin a match")
        }
        """,
        "Apps/grain/Wiring/Ring.swift": "import Ring\nextension Match {\n}\n",
        "Apps/grain/Wiring/Grain.swift": """
        import Composition
        import RingCommands
        extension App {
            static func grain() -> App {
                let match = Match()
                return App([RingPlugin(match)], text: "a match starts")
            }
        }
        """,
        "Apps/grain/GrainMain.swift": "import GrainWiring\n",
    ]

    /// Adds a dependency to a target and imports it.
    mutating func plant(_ dependency: String, in target: String) {
        guard let index = manifest.targets.firstIndex(where: { $0.name == target }) else { return }
        manifest.targets[index].dependencies.append(dependency)
        write(manifest.targets[index].folder + "/Planted.swift", "import \(dependency)\n")
    }
}
