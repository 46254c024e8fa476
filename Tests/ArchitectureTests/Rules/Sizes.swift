extension Rule {
    static let shortEntryPoints = Rule("the entry point of an app has 30 lines at most") { tree, findings in
        for file in tree.swiftFiles(where: {
            $0.hasPrefix("Apps/") && !$0.hasPrefix("Apps/Composition/") && !$0.contains("/Wiring/")
        }) {
            let excess = file.lineCount > 30
            findings.judge(file.path, excess ? "\(file.lineCount) lines; what an app is belongs to its Page" : nil)
        }
    }

    static let smallComposition = Rule("what apps share of wiring has 540 lines at most") { tree, findings in
        let files = tree.swiftFiles { $0.hasPrefix("Apps/Composition/") }
        guard !files.isEmpty else { return }
        let count = files.reduce(0) { $0 + $1.lineCount }
        findings.judge("Apps/Composition", count > 540 ? "\(count) lines; what decides belongs to a module" : nil)
    }

    static let smallPages = Rule("a file of an app's page has 110 lines at most") { tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Apps/") && $0.contains("/Wiring/") }) {
            let excess = file.lineCount > 110
            findings.judge(file.path, excess ? "\(file.lineCount) lines; what is not wiring belongs to a module" : nil)
        }
    }

    static let shortFiles = Rule("a file has 400 lines at most") { tree, findings in
        for file in tree.swiftFiles() {
            findings.judge(
                file.path, file.lineCount > 400 ? "\(file.lineCount) lines; which two ideas does it hold?" : nil)
        }
    }

    static let shortFunctions = Rule("a function has 60 lines at most") { tree, findings in
        for file in tree.swiftFiles() {
            for function in file.functions {
                let isLong = function.lineCount > 60
                findings.judge(
                    file.path, line: function.line,
                    isLong ? "\(function.name) has \(function.lineCount) lines; what are its steps?" : nil)
            }
        }
    }

    /// An initializer may take all properties of its type.
    static let fewParameters = Rule("a function takes 6 parameters at most, an initialiser what it needs") {
        tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }) {
            for function in file.functions where function.name != "init" {
                let count = function.parameterCount
                findings.judge(
                    file.path, line: function.line,
                    count > 6 ? "\(function.name) takes \(count); which of them are one value?" : nil)
            }
        }
    }

    static let smallFolders = Rule("a folder holds 15 source files at most") { tree, findings in
        let files = tree.swiftFiles { !$0.hasPrefix("Tests/") }
        for (folder, files) in Dictionary(grouping: files, by: \.folder).sorted(by: { $0.key < $1.key }) {
            findings.judge(folder, files.count > 15 ? "\(files.count) files; which of them belong together?" : nil)
        }
    }

    static let smallTargets = Rule("a target has 8,000 lines at most") { tree, findings in
        for target in tree.manifest.targets where target.room != nil {
            let count = tree.sources(of: target).reduce(0) { $0 + $1.lineCount }
            findings.judge(target.folder, count > 8_000 ? "\(count) lines; which two modules does it hold?" : nil)
        }
    }
}
