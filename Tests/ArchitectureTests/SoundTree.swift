extension SourceTree {
    /// A small house in which every rule holds; the planted violations each break it in one place.
    static var sound: SourceTree {
        var tree = SourceTree()
        tree.top = ["Package.swift", "Modules", "Apps", "Tests", "Tools", "README.md"]
        tree.manifest.targets = [
            target("Systems", "Modules/Systems/Sources"),
            target("Kernel", "Modules/Kernel/Sources", "Systems"),
            target("Storage", "Modules/Storage/Sources", "Kernel"),
            target("StorageContract", "Modules/Storage/Contract", "Kernel"),
            target("StorageTests", "Tests/StorageTests", "Storage", "StorageContract", "TestBench"),
            target("TestBench", "Tests/TestBench", "Kernel"),
            target("Terminal", "Modules/Terminal/Sources", "Kernel"),
            target("Diary", "Modules/Diary/Sources", "Kernel"),
            target("DiaryAdapters", "Modules/Diary/Adapters", "Diary", "DiaryData"),
            target("DiaryData", "Modules/Diary/Data"),
            target("Focus", "Modules/Focus/Sources", "Kernel"),
            target("Composition", "Apps/Composition", "Diary", "Focus"),
            target("Ring", "Modules/Ring/Sources", "Kernel"),
            target("RingCommands", "Modules/Ring/Commands", "Kernel", "Ring"),
            target("GrainPage", "Apps/grain/Page", "Composition", "Ring", "RingCommands"),
            target("grain", "Apps/grain", "GrainPage"),
        ]
        tree.manifest.floors = [
            "Systems": .kernel, "Kernel": .kernel, "Storage": .machines, "Terminal": .machines, "Diary": .features,
            "Focus": .features,
            "Ring": .features,
        ]
        for (path, text) in sources { tree.write(path, text) }
        for module in tree.modules { tree.write("Modules/\(module)/README.md", "# \(module)\n\nWhat it is for.\n") }
        tree.write(
            "ARCHITECTURE.md",
            "# The house\n\n" + tree.modules.sorted().map { "### \($0)\n\nOne paragraph.\n" }.joined() + glossary)
        return tree
    }

    private static func target(_ name: String, _ folder: String, _ dependencies: String...) -> ManifestTarget {
        ManifestTarget(name: name, folder: folder, dependencies: dependencies)
    }

    private static let glossary = """
        ## Glossary

        | word | means | in | instead of |
        |---|---|---|---|
        | store | what keeps records | Kernel, Storage | vault |

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
        "Modules/Storage/Contract/StoreContract.swift": """
        import Kernel
        /// What a store promises.
        public struct StoreContract {
            let make: () throws -> any Store
        }
        """,
        "Tests/StorageTests/ContractTests.swift": """
        import Storage
        import StorageContract
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
        "Modules/Terminal/Sources/Screen.swift": "import Kernel\n",
        "Modules/Diary/Sources/PhotoDiary.swift": """
        import Kernel
        // Date() and print( in a comment are words.
        let text = "UUID() in \\(a.shuffled(using: &chance)) a string"
        """,
        "Modules/Diary/Sources/FailureCodes.swift": """
        import Kernel
        extension Failure.Code {
            package static var dayInFuture: Self { Self() }
            package static var diskGone: Self { .ofMachine() }
        }
        let failures = [Failure(.dayInFuture, "Too early."), Failure(.diskGone, "No disk.")]
        """,
        "Modules/Diary/Adapters/Album.swift": "import Diary\nimport DiaryData\n",
        "Modules/Focus/Sources/Session.swift": "import Kernel\n",
        "Apps/Composition/Grain.swift": "import Diary\nimport Focus\n",
        "Modules/Ring/Sources/Match.swift": "import Kernel\n/// Two people and a score.\npublic struct Match {\n}\n",
        "Modules/Ring/Commands/RingPlugin.swift": """
        import Kernel
        import Ring
        /// Brings matches to an app.
        public struct RingPlugin {
            let start = Command(
                "match start", "Begin a match")
        }
        """,
        "Apps/grain/Page/Ring.swift": "import Ring\nextension Match {\n}\n",
        "Apps/grain/Page/Grain.swift": """
        import Composition
        import RingCommands
        extension App {
            static func grain() -> App {
                let match = Match()
                return App([RingPlugin(match)], text: "a match starts")
            }
        }
        """,
        "Apps/grain/Grain.swift": "import GrainPage\n",
    ]

    /// Lets a target declare a dependency, and import it.
    mutating func plant(_ dependency: String, in target: String) {
        guard let index = manifest.targets.firstIndex(where: { $0.name == target }) else { return }
        manifest.targets[index].dependencies.append(dependency)
        write(manifest.targets[index].folder + "/Planted.swift", "import \(dependency)\n")
    }
}
