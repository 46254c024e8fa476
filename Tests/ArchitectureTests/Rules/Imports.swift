extension Rule {
    /// Modules of the toolchain and the system.
    static let toolchain: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationInternationalization",
        "FoundationNetworking",
        "Glibc", "MachO", "Musl", "Swift", "Synchronization", "XCTest",
    ]

    static let declaredImports = Rule("a target imports only its declared dependencies and the toolchain") {
        tree, findings in
        for target in tree.manifest.targets {
            for file in tree.sources(of: target) {
                for (module, line) in file.imports {
                    let known = toolchain.contains(module) || target.dependencies.contains(module)
                    findings.judge(
                        file.path, line: line,
                        known ? nil : "\(target.name) imports \(module), which its row does not declare")
                }
            }
        }
    }

    /// One file that imports all of Foundation links the whole of it into every program.
    static let smallFoundation = Rule("only Systems imports Foundation, and re-exports its small part") {
        tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }) {
            for (module, line) in file.imports where module.hasPrefix("Foundation") {
                let isPassedOn = file.path.hasPrefix(systems) && file.code[line - 1].contains("@_exported")
                findings.judge(
                    file.path, line: line,
                    isPassedOn ? nil : "imports \(module); Kernel passes on what programs may use")
            }
        }
    }

    /// A manifest row names only special dependencies. Implied ones may be unused: the folder's own
    /// module with its dependencies, Kernel, the shell of commands, the form of contracts, and
    /// everything for tests.
    static let noUnusedDependency = Rule("a target imports every declared dependency") { tree, findings in
        for target in tree.manifest.targets where !target.isTest {
            let imported = Set(tree.sources(of: target).flatMap { $0.imports.map(\.module) })
            for dependency in target.dependencies where !followsFromTheRoom(dependency, of: target, in: tree) {
                findings.judge(
                    "Package.swift",
                    imported.contains(dependency) ? nil : "\(target.name) declares \(dependency) and never imports it")
            }
        }
    }

    private static func followsFromTheRoom(_ dependency: String, of target: ManifestTarget, in tree: SourceTree) -> Bool
    {
        // The row of an app names modules and gets all of their folders and the dependencies that
        // all apps share.
        if target.folder.hasPrefix("Apps/") {
            let isShared = tree.manifest.target("Composition")?.dependencies.contains(dependency) == true
            let module = tree.manifest.target(dependency)?.module
            let imported = tree.sources(of: target).flatMap(\.imports).map(\.module)
            return target.name != "Composition" && isShared
                || imported.contains { $0 != dependency && module != nil && tree.manifest.target($0)?.module == module }
        }
        return switch dependency {
        case "Kernel": target.room != nil
        case "Interface": target.room == .commands
        case "KernelTesting": target.room == .testing
        default:
            target.room != .sources
                && (target.module == dependency
                    || target.module.flatMap(tree.manifest.target)?.dependencies.contains(dependency) == true)
        }
    }
}
