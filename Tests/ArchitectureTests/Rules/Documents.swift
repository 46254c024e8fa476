extension Rule {
    static let moduleREADMEs = Rule("each module folder has a README.md, and a row in the manifest") { tree, findings in
        for module in tree.modules.union(tree.moduleFolders).sorted() {
            let path = "Modules/\(module)/README.md"
            let isWritten = tree.files[path].map { $0.lines.contains { !$0.isEmpty && !$0.hasPrefix("#") } } ?? false
            findings.judge(path, isWritten ? nil : "describe on one page what \(module) is for")
            findings.judge(
                "Modules/\(module)", tree.modules.contains(module) ? nil : "Package.swift has no row for this folder")
        }
    }

    static let architectureDocument = Rule("ARCHITECTURE.md has one heading and paragraph per module") {
        tree, findings in
        guard !tree.modules.isEmpty else { return }
        let path = "ARCHITECTURE.md"
        let lines = tree.files[path]?.lines ?? []
        var mentioned: Set<String> = []
        for (index, line) in lines.enumerated() where line.hasPrefix("### ") {
            let name = String(line.dropFirst(4))
            findings.judge(
                path, line: index + 1, tree.modules.contains(name) ? nil : "\(name) is no module of Package.swift")
            findings.judge(
                path, line: index + 1, mentioned.insert(name).inserted ? nil : "\(name) has a second paragraph")
            let next = lines[(index + 1)...].first { !$0.isEmpty }
            findings.judge(
                path, line: index + 1, next.map { $0.hasPrefix("#") } ?? true ? "\(name) has no paragraph" : nil)
        }
        for module in tree.modules.subtracting(mentioned).sorted() {
            findings.judge(path, "add `### \(module)` and its paragraph")
        }
    }
}
