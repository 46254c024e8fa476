/// Who may stand on whom. Modules that are neither the Kernel nor named here as instruments are features, on floor 2.
enum House {
    static let instruments: Set<String> = [
        "Documents", "Files", "Guidance", "Programs", "Reminders", "Storage", "Sync", "Terminal",
    ]
    /// Floor 1 too: the rules of one subject, pure. Every room above the Kernel may stand on them, and they stand on the Kernel alone.
    static let subjects: Set<String> = ["Footwork", "Korean"]
    /// The one feature that may import another.
    static let exceptions: [String: Set<String>] = ["Learning": ["Content"]]
    /// Tests of the whole house.
    static let wholeHouseTests: Set<String> = ["AppTests", "ArchitectureTests"]

    static func floor(of module: String) -> Int { module == "Kernel" ? 0 : instruments.union(subjects).contains(module) ? 1 : 2 }

    /// Why a target may not depend on another; nil when it may.
    static func objection(to dependency: ManifestTarget, from target: ManifestTarget) -> String? {
        if dependency.isTest { return "nothing imports a test target" }
        guard let theirs = dependency.module, let room = dependency.room else {
            let below =
                dependency.name == "Composition" && (target.folder.hasPrefix("Apps/") || wholeHouseTests.contains(target.name))
            return below ? nil : "only the apps stand above \(dependency.name)"
        }
        guard let owner = target.module ?? testedModule(target) else { return nil }
        if theirs == owner { return objection(toOwn: room, from: target) }
        if exceptions[owner]?.contains(theirs) == true { return nil }
        if target.isTest { return floor(of: theirs) < 2 ? nil : "tests of one feature leave the others alone" }
        if theirs == "Kernel", room == .contract, target.room == .contract { return nil }
        guard room == .sources else { return "another module's \(room.rawValue) are its own" }
        return objection(toModule: theirs, from: target, of: owner)
    }

    private static func objection(toOwn room: ManifestTarget.Room, from target: ManifestTarget) -> String? {
        if target.isTest || room == .sources { return nil }
        return target.room == .adapters && room == .data
            ? nil : "rooms of one module meet in its Sources, not in its \(room.rawValue)"
    }

    private static func objection(toModule theirs: String, from target: ManifestTarget, of owner: String) -> String? {
        let level = floor(of: theirs)
        if subjects.contains(theirs), owner != "Kernel", !subjects.contains(owner) { return nil }
        switch target.room {
        case .sources where level < min(floor(of: owner), 1), .contract where level == 0: return nil
        case .commands where level < 2: return nil
        case .adapters where level == 0 || theirs == "Files" || theirs == "Programs": return nil
        default: return level == 2 ? "a feature never imports a feature" : "\(theirs) is not a floor that this room stands on"
        }
    }

    private static func testedModule(_ target: ManifestTarget) -> String? {
        guard target.isTest, !wholeHouseTests.contains(target.name) else { return nil }
        return String(target.name.dropLast("Tests".count))
    }
}

extension Rule {
    static let floors = Rule("a target imports only floors below its own, and a feature no feature") { tree, findings in
        for target in tree.manifest.targets {
            for name in target.dependencies {
                guard let dependency = tree.manifest.target(name) else {
                    findings.judge("Package.swift", "\(target.name) depends on \(name), which is no target of this package")
                    continue
                }
                let why = House.objection(to: dependency, from: target)
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
