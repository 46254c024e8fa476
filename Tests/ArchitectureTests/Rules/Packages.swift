extension Rule {
    static let shortTop = Rule("Nothing stands at the top but what every reader looks for") { tree, findings in
        let known: Set = ["Package.swift", "Modules", "Apps", "Tests", "Tools", "ARCHITECTURE.md", "PORTING.md", "README.md"]
        for name in tree.top.sorted() {
            findings.judge(name, known.contains(name) ? nil : "a stranger at the top: give it a room, or remove it")
        }
    }

    static let noPackages = Rule("Package.swift names no package dependency") { tree, findings in
        guard !tree.manifest.targets.isEmpty else { return }
        let count = tree.manifest.packageDependencies
        findings.judge(
            "Package.swift", count == 0 ? nil : "\(count) package dependencies; the house stands on the toolchain alone")
    }
}
