extension Rule {
    static let shortTop = Rule("the top folder contains only known names") { tree, findings in
        let known: Set = [
            "Package.swift", "Modules", "Apps", "Tests", "Tools", "findings",
            "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md",
        ]
        for name in tree.top.sorted() {
            findings.judge(
                name, known.contains(name) ? nil : "unknown in the top folder: move it into a folder, or remove it")
        }
    }

    static let noPackages = Rule("Package.swift has no package dependencies") { tree, findings in
        guard !tree.manifest.targets.isEmpty else { return }
        let count = tree.manifest.packageDependencies
        findings.judge(
            "Package.swift", count == 0 ? nil : "\(count) package dependencies; this package uses only the toolchain")
    }
}
