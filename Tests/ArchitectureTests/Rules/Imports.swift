extension Rule {
    /// What comes with the toolchain or the system.
    static let toolchain: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "Glibc",
        "Musl", "Swift", "Synchronization", "XCTest",
    ]

    static let declaredImports = Rule("a target imports what its row declares, and the toolchain") { tree, findings in
        for target in tree.manifest.targets {
            for file in tree.sources(of: target) {
                for (module, line) in file.imports {
                    let known = toolchain.contains(module) || target.dependencies.contains(module)
                    findings.judge(
                        file.path, line: line, known ? nil : "\(target.name) imports \(module), which its row does not declare")
                }
            }
        }
    }

    /// What tests may see follows from the rows; what they use of it is theirs.
    static let noUnusedDependency = Rule("a target imports everything that its row declares") { tree, findings in
        for target in tree.manifest.targets where !target.isTest {
            let imported = Set(tree.sources(of: target).flatMap { $0.imports.map(\.module) })
            for dependency in target.dependencies {
                findings.judge(
                    "Package.swift",
                    imported.contains(dependency) ? nil : "\(target.name) declares \(dependency) and never imports it")
            }
        }
    }
}
