extension Rule {
    static let shortEntryPoints = Rule("the entry point of an app has at most 30 lines") { tree, findings in
        for file in tree.swiftFiles(where: {
            $0.hasPrefix("Apps/") && !$0.hasPrefix("Apps/Composition/") && !$0.contains("/Wiring/")
        }) {
            let excess = file.lineCount > 30
            findings.judge(file.path, excess ? "\(file.lineCount) lines; move the rest to the Wiring folder" : nil)
        }
    }

    static let smallComposition = Rule("the wiring that apps share has at most 540 lines") { tree, findings in
        let files = tree.swiftFiles { $0.hasPrefix("Apps/Composition/") }
        guard !files.isEmpty else { return }
        let count = files.reduce(0) { $0 + $1.lineCount }
        findings.judge("Apps/Composition", count > 540 ? "\(count) lines; move decisions to a module" : nil)
    }

    static let smallPages = Rule("a wiring file of an app has at most 110 lines") { tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Apps/") && $0.contains("/Wiring/") }) {
            let excess = file.lineCount > 110
            findings.judge(file.path, excess ? "\(file.lineCount) lines; move everything else to a module" : nil)
        }
    }

    static let shortFiles = Rule("a file has at most 400 lines") { tree, findings in
        for file in tree.swiftFiles() {
            findings.judge(
                file.path, file.lineCount > 400 ? "\(file.lineCount) lines; split it" : nil)
        }
    }

    static let shortFunctions = Rule("a function has at most 60 lines") { tree, findings in
        for file in tree.swiftFiles() {
            for function in file.functions {
                let isLong = function.lineCount > 60
                findings.judge(
                    file.path, line: function.line,
                    isLong ? "\(function.name) has \(function.lineCount) lines; split it into steps" : nil)
            }
        }
    }

    /// An initializer may take all properties of its type.
    static let fewParameters = Rule("a function has at most 6 parameters; initializers may have more") {
        tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }) {
            for function in file.functions where function.name != "init" {
                let count = function.parameterCount
                findings.judge(
                    file.path, line: function.line,
                    count > 6 ? "\(function.name) takes \(count); combine some of them in one value" : nil)
            }
        }
    }

    static let smallFolders = Rule("a folder contains at most 15 source files") { tree, findings in
        let files = tree.swiftFiles { !$0.hasPrefix("Tests/") }
        for (folder, files) in Dictionary(grouping: files, by: \.folder).sorted(by: { $0.key < $1.key }) {
            findings.judge(folder, files.count > 15 ? "\(files.count) files; move some to a subfolder" : nil)
        }
    }

    static let smallTargets = Rule("a target has at most 8,000 lines") { tree, findings in
        for target in tree.manifest.targets where target.room != nil {
            let count = tree.sources(of: target).reduce(0) { $0 + $1.lineCount }
            findings.judge(target.folder, count > 8_000 ? "\(count) lines; split it into two modules" : nil)
        }
    }
}
