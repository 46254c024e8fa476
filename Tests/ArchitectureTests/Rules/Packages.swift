extension Rule {
    static let noPackages = Rule("Package.swift names no package dependency") { tree, findings in
        guard !tree.manifest.targets.isEmpty else { return }
        let count = tree.manifest.packageDependencies
        findings.judge(
            "Package.swift", count == 0 ? nil : "\(count) package dependencies; the house stands on the toolchain alone")
    }
}
