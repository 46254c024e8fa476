/// Decides which target may import which other one.
struct ModuleLayers {
    let floors: [String: Floor]
    /// Allowed imports within one floor, by importing module: learning features import those below,
    /// and some instruments and machines import one that they need.
    static let exceptions: [String: Set<String>] = [
        "Assessment": ["Content", "Learning", "Lessons"], "FileStore": ["DiskKit"], "Footwork": ["Documents"],
        "Groups": ["Outbox"], "Interchange": ["Documents"], "Interface": ["Korean", "Languages", "Search"],
        "Learning": ["Content"],
        "Lessons": ["Content", "Learning"], "PostgresStore": ["Postgres"], "Search": ["Korean"],
        "Storage": ["DiskKit", "FileStore"], "Terminal": ["Interface"],
    ]
    /// The folders of an excepted module that a folder may import: Sources from Sources, Commands
    /// also from Commands.
    private static let seen: [ManifestTarget.Room: Set<ManifestTarget.Room>] = [
        .sources: [.sources], .adapters: [.sources], .commands: [.sources, .commands],
        .testing: [.sources, .adapters, .testing],
    ]
    /// The modules for user interfaces and terminals.
    static let shown: Set<String> = ["Interface", "Terminal"]
    /// The target with shared test helpers.
    static let fixture = "TestSupport"
    /// Tests that may import every module.
    static let crossModuleTests: Set<String> = ["AppTests", "ArchitectureTests"]

    init(_ manifest: Manifest) { floors = manifest.floors }

    func floor(of module: String) -> Floor { floors[module] ?? .features }

    /// Returns the reason why a target may not depend on another, or nil if it may.
    func objection(to dependency: ManifestTarget, from target: ManifestTarget) -> String? {
        if dependency.name == Self.fixture { return target.isTest ? nil : "nothing but tests imports \(Self.fixture)" }
        if dependency.isTest { return "nothing imports a test target" }
        guard let theirs = dependency.module, let room = dependency.room else {
            let isAbove =
                dependency.name == "Composition"
                ? target.folder.hasPrefix("Apps/") : dependency.folder == target.folder + "/Wiring"
            return isAbove || Self.crossModuleTests.contains(target.name)
                ? nil : "only the apps stand above \(dependency.name)"
        }
        guard let owner = target.module ?? testedModule(target) else { return nil }
        if theirs == owner { return objection(toOwn: room, from: target) }
        if Self.exceptions[owner]?.contains(theirs) == true,
            target.isTest || target.room.flatMap({ Self.seen[$0] })?.contains(room) == true
        {
            return nil
        }
        if target.isTest { return floor(of: theirs) != .features ? nil : "tests of one feature leave the others alone" }
        if theirs == "Kernel", room == .testing, target.room == .testing { return nil }
        // Commands of a feature may import the commands of an instrument, which knows no feature.
        if room == .commands, target.room == .commands, floor(of: theirs) == .instruments { return nil }
        guard room == .sources else { return "another module's \(room.rawValue) are its own" }
        return objection(toModule: theirs, from: target, of: owner)
    }

    private func objection(toOwn room: ManifestTarget.Room, from target: ManifestTarget) -> String? {
        if target.isTest || room == .sources { return nil }
        return target.room == .adapters && room == .data || target.room == .sources && room == .library
            ? nil : "rooms of one module meet in its Sources, not in its \(room.rawValue)"
    }

    private func objection(toModule theirs: String, from target: ManifestTarget, of owner: String) -> String? {
        let mayStandOn: Set<Floor> =
            switch target.room {
            case .sources, .testing:
                [.features, .machines].contains(floor(of: owner)) ? [.kernel, .instruments] : [.kernel]
            case .commands, .adapters: [.kernel, .instruments, .machines]
            default: []
            }
        switch floor(of: theirs) {
        case .features: return "a feature never imports a feature"
        case .machines, .instruments:
            if Self.shown.contains(theirs), ![.commands, .testing].contains(target.room),
                target.room == .adapters || floor(of: owner) == .features
            {
                return "what people see belongs to Commands"
            }
            return mayStandOn.contains(floor(of: theirs)) ? nil : "\(theirs) is not a floor that this room stands on"
        case let floor: return mayStandOn.contains(floor) ? nil : "\(theirs) is not a floor that this room stands on"
        }
    }

    private func testedModule(_ target: ManifestTarget) -> String? {
        guard target.isTest, !Self.crossModuleTests.contains(target.name) else { return nil }
        return target.name == Self.fixture ? target.name : String(target.name.dropLast("Tests".count))
    }
}

extension Rule {
    static let floorComments = Rule("each module row in Package.swift is below the comment of its layer") {
        tree, findings in
        for module in tree.modules.sorted() {
            findings.judge(
                "Package.swift",
                tree.manifest.floors[module] == nil
                    ? "the row of \(module) is below no layer comment such as `\(Floor.features.rawValue)`" : nil)
        }
    }

    static let floors = Rule("a target imports only lower layers, and no feature imports a feature") { tree, findings in
        let layers = ModuleLayers(tree.manifest)
        for target in tree.manifest.targets {
            for name in target.dependencies {
                guard let dependency = tree.manifest.target(name) else {
                    findings.judge(
                        "Package.swift", "\(target.name) depends on \(name), which is no target of this package")
                    continue
                }
                let why = layers.objection(to: dependency, from: target)
                findings.judge("Package.swift", why.map { "\(target.name) must not depend on \(name): \($0)" })
            }
        }
    }

    static let dataBehindAdapters = Rule("only a module's Adapters import its embedded data") { tree, findings in
        for data in tree.manifest.targets where data.room == .data {
            let users = tree.manifest.targets.filter { $0.dependencies.contains(data.name) }
            findings.judge(data.folder, users.isEmpty ? "no Adapters import \(data.name)" : nil)
            for user in users where user.room != .adapters || user.module != data.module {
                findings.judge(
                    data.folder,
                    "\(user.name) imports \(data.name); pass the bytes in from \(data.module ?? "")Adapters")
            }
        }
    }

    static let noCycle = Rule("target dependencies have no cycle") { tree, findings in
        for target in tree.manifest.targets {
            var reached: Set<String> = []
            var ahead = target.dependencies
            while let next = ahead.popLast() {
                if reached.insert(next).inserted { ahead += tree.manifest.target(next)?.dependencies ?? [] }
            }
            findings.judge("Package.swift", reached.contains(target.name) ? "\(target.name) depends on itself" : nil)
        }
    }
}
