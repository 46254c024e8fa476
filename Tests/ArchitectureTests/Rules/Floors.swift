/// Who may stand on whom.
struct House {
    let floors: [String: Floor]
    /// Who may import one of its own floor: the one feature, the instrument that searches hangul, the one that draws for pages, and the engine
    /// that speaks to a server.
    static let exceptions: [String: Set<String>] = [
        "Learning": ["Content"], "Search": ["Korean"], "Bodies": ["Documents"], "Footwork": ["Bodies", "Documents"],
        "Interchange": ["Documents"],
        "PostgresStore": ["Postgres"],
    ]
    /// What tests share; it stands where a machine would.
    static let bench = "TestBench"
    /// Tests of the whole house.
    static let wholeHouseTests: Set<String> = ["AppTests", "ArchitectureTests"]

    init(_ manifest: Manifest) { floors = manifest.floors }

    func floor(of module: String) -> Floor { floors[module] ?? .features }

    /// Why a target may not depend on another; nil when it may.
    func objection(to dependency: ManifestTarget, from target: ManifestTarget) -> String? {
        if dependency.name == Self.bench { return target.isTest ? nil : "nothing but tests imports \(Self.bench)" }
        if dependency.isTest { return "nothing imports a test target" }
        guard let theirs = dependency.module, let room = dependency.room else {
            let isAbove =
                dependency.name == "Composition" ? target.folder.hasPrefix("Apps/") : dependency.folder == target.folder + "/Page"
            return isAbove || Self.wholeHouseTests.contains(target.name) ? nil : "only the apps stand above \(dependency.name)"
        }
        guard let owner = target.module ?? testedModule(target) else { return nil }
        if theirs == owner { return objection(toOwn: room, from: target) }
        if Self.exceptions[owner]?.contains(theirs) == true { return nil }
        if target.isTest { return floor(of: theirs) != .features ? nil : "tests of one feature leave the others alone" }
        if theirs == "Kernel", room == .contract, target.room == .contract { return nil }
        // A screen that knows no feature is an instrument too: a feature's commands may play on it.
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
            case .sources, .contract: [.features, .machines].contains(floor(of: owner)) ? [.kernel, .instruments] : [.kernel]
            case .commands, .adapters: [.kernel, .instruments, .machines]
            default: []
            }
        switch floor(of: theirs) {
        case .features: return "a feature never imports a feature"
        case .machines where target.room == .adapters && theirs == "Terminal": return "what people see belongs to Commands"
        case let floor: return mayStandOn.contains(floor) ? nil : "\(theirs) is not a floor that this room stands on"
        }
    }

    private func testedModule(_ target: ManifestTarget) -> String? {
        guard target.isTest, !Self.wholeHouseTests.contains(target.name) else { return nil }
        return target.name == Self.bench ? target.name : String(target.name.dropLast("Tests".count))
    }
}

extension Rule {
    static let saidFloors = Rule("each row of the manifest stands under the comment of its floor") {
        tree, findings in
        for module in tree.modules.sorted() {
            findings.judge(
                "Package.swift",
                tree.manifest.floors[module] == nil
                    ? "the row of \(module) stands under no `\(Floor.features.rawValue)` or other floor" : nil)
        }
    }

    static let floors = Rule("a target imports only floors below its own, and a feature no feature") { tree, findings in
        let house = House(tree.manifest)
        for target in tree.manifest.targets {
            for name in target.dependencies {
                guard let dependency = tree.manifest.target(name) else {
                    findings.judge("Package.swift", "\(target.name) depends on \(name), which is no target of this package")
                    continue
                }
                let why = house.objection(to: dependency, from: target)
                findings.judge("Package.swift", why.map { "\(target.name) must not depend on \(name): \($0)" })
            }
        }
    }

    static let dataBehindAdapters = Rule("embedded data is imported by its module's Adapters only") { tree, findings in
        for data in tree.manifest.targets where data.room == .data {
            let users = tree.manifest.targets.filter { $0.dependencies.contains(data.name) }
            findings.judge(data.folder, users.isEmpty ? "no Adapters import \(data.name)" : nil)
            for user in users where user.room != .adapters || user.module != data.module {
                findings.judge(
                    data.folder, "\(user.name) imports \(data.name); pass the bytes in from \(data.module ?? "")Adapters")
            }
        }
    }

    static let noCycle = Rule("no target depends on itself in a roundabout way") { tree, findings in
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
