extension Rule {
    /// Identifiers that access the environment, and the replacement for each.
    private static let forbidden: [(word: String, instead: String)] = [
        ("Process", "programs are reached through a port"),
        ("ProcessInfo", "the composition passes the environment in"),
        ("getenv", "the composition passes the environment in"), ("FileManager", "files are reached through a port"),
        ("ThisProcess", "the composition passes the environment in"),
        ("ProcessTable", "programs are reached through a port"),
        ("SpawnActions", "programs are reached through a port"),
        ("Machine", "the composition passes the environment in"),
        ("OpenFile", "files are reached through a port"), ("NamelessFile", "files are reached through a port"),
        ("FileNumbers", "files are reached through a port"), ("RemoteFolder", "files are reached through a port"),
        ("LockTable", "files are reached through a port"), ("SystemRandomNumberGenerator", "take a RandomSource"),
        ("print", "a command returns values, Terminal shows them"),
        ("debugPrint", "a command returns values, Terminal shows them"),
    ]
    private static let calls: [(text: String, instead: String)] = [
        ("Date()", "take a TimeSource"), ("Date.now", "take a TimeSource"), ("UUID()", "take an IDSource"),
    ]
    private static let chances = [".random(", ".randomElement(", ".shuffled(", ".shuffle("]

    static let pureFeatures = Rule("features get time, randomness, identifiers and system access as arguments") {
        tree, findings in
        let pure: Set<Floor> = [.instruments, .features]
        for target in tree.manifest.targets where target.room == .sources {
            guard let module = target.module, pure.contains(ModuleLayers(tree.manifest).floor(of: module)) else {
                continue
            }
            for file in tree.sources(of: target) {
                findings.judge(file.path, nil)
                for (module, line) in file.imports where module == "FoundationNetworking" {
                    findings.judge(
                        file.path, line: line, "imports FoundationNetworking; the network is reached through a port")
                }
                for (index, line) in file.code.enumerated() {
                    for what in objections(to: line) { findings.judge(file.path, line: index + 1, what) }
                }
            }
        }
    }

    private static func objections(to line: Substring) -> [String] {
        let words = Set(SwiftCode.words(of: line))
        return forbidden.filter { words.contains(Substring($0.word)) && !declaresOrQualifies($0.word, in: line) }
            .map { "says \($0.word): \($0.instead)" }
            + calls.filter { line.contains($0.text) && words.contains($0.text.prefix { $0.isLetter }) }
            .map { "says \($0.text): \($0.instead)" }
            + chances.filter { isWithoutSource($0, in: line) }.map {
                "says \($0)…) without `using:`: take a RandomSource"
            }
    }

    /// `print` is forbidden as a call of the standard library, but not as a declared or qualified
    /// name.
    private static func declaresOrQualifies(_ word: String, in line: Substring) -> Bool {
        guard word.hasSuffix("rint") else { return false }
        return !line.contains("\(word)(") || line.contains(".\(word)(") && !line.contains("Swift.\(word)(")
            || line.contains("func \(word)(")
    }

    private static func isWithoutSource(_ call: String, in line: Substring) -> Bool {
        var rest = line
        while let range = rest.firstRange(of: call) {
            rest = rest[range.upperBound...]
            var depth = 1
            let arguments = rest.prefix { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth > 0
            }
            if !arguments.contains("using:") { return true }
        }
        return false
    }
}
