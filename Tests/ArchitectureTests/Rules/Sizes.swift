extension Rule {
    static let shortEntryPoints = Rule("the entry point of an app has 30 lines at most") { tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Apps/") && !$0.hasPrefix("Apps/Composition/") }) {
            let excess = file.lineCount > 30
            findings.judge(file.path, excess ? "\(file.lineCount) lines; what an app is belongs to Apps/Composition" : nil)
        }
    }

    static let shortFiles = Rule("a file has 400 lines at most") { tree, findings in
        for file in tree.swiftFiles() {
            findings.judge(file.path, file.lineCount > 400 ? "\(file.lineCount) lines; which two ideas does it hold?" : nil)
        }
    }
}
