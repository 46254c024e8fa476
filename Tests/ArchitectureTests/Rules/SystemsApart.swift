extension Rule {
    /// The only folder with code for Linux or macOS alone.
    static let systems = "Modules/Systems/Sources/"

    /// Both variants of a platform difference are next to each other in one module.
    /// `Platform.isMac` is allowed elsewhere to choose a program, because both branches compile on
    /// every machine.
    static let systemsApart = Rule("only Systems distinguishes Linux and macOS") { tree, findings in
        for file in tree.swiftFiles(where: { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") })
        where !file.path.hasPrefix(systems) {
            findings.judge(file.path, nil)
            for (module, line) in file.imports where ["Darwin", "Glibc", "MachO", "Musl"].contains(module) {
                findings.judge(
                    file.path, line: line, "imports \(module); Kernel passes on the C library of each system")
            }
            for (index, code) in file.code.enumerated() {
                let condition = code.drop { $0 == " " }
                let isApart =
                    (condition.hasPrefix("#if ") || condition.hasPrefix("#elseif "))
                    && ["os(", "canImport(", "arch(", "targetEnvironment("].contains(where: condition.contains)
                if isApart {
                    findings.judge(file.path, line: index + 1, "distinguishes systems; only Systems may do that")
                }
                if code.contains("\""), file.lines[index].contains("\"/proc/") {
                    findings.judge(
                        file.path, line: index + 1, "reads /proc, which only Linux has; only Systems may do that")
                }
            }
        }
    }
}
