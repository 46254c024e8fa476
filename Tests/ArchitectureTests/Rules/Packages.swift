extension Rule {
    static let shortTop = Rule("The top folder holds known names only") { tree, findings in
        let known: Set = [
            "Package.swift", "Modules", "Apps", "Tests", "Tools", "findings",
            "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md",
        ]
        for name in tree.top.sorted() {
            findings.judge(
                name, known.contains(name) ? nil : "unknown at the top: move it below a folder, or remove it")
        }
    }

    static let noPackages = Rule("Package.swift names no package dependency") { tree, findings in
        guard !tree.manifest.targets.isEmpty else { return }
        let count = tree.manifest.packageDependencies
        findings.judge(
            "Package.swift", count == 0 ? nil : "\(count) package dependencies; this package needs the toolchain alone")
    }
}
