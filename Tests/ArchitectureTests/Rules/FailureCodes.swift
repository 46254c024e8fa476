extension Rule {
    /// Programs handle failures by their code. Two modules that raise the same code share its
    /// declaration in a lower module.
    static let failureCodes = Rule("a failure code is declared once and thrown somewhere") { tree, findings in
        let files = tree.swiftFiles { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }
        let thrownCodes = files.reduce(into: Set<Substring>()) { $0.formUnion($1.members) }
        var homes: [Substring: String] = [:]
        for file in files {
            for (code, line) in file.failureCodes {
                let other = homes.updateValue(file.path, forKey: code)
                findings.judge(
                    file.path, line: line,
                    other.map { "\(code) is declared in \($0) too: declare it once, in a module below both" }
                )
                findings.judge(
                    file.path, line: line, thrownCodes.contains(code) ? nil : "nothing throws \(code)")
            }
        }
    }
}

extension SourceFile {
    /// The codes that the file declares as `static var name: Self { Self() }` or
    /// `.systemFailure()`, with their lines, counted from 1.
    fileprivate var failureCodes: [(code: Substring, line: Int)] {
        guard code.contains(where: { $0.hasPrefix("extension Failure.Code") }) else { return [] }
        return wordsOfLines.enumerated().compactMap { index, words in
            let words = words.drop { $0 != "static" }
            guard words.count == 5, let last = words.last, ["Self", "systemFailure"].contains(last) else { return nil }
            return (words[words.startIndex + 2], index + 1)
        }
    }

    /// Every word after a dot.
    fileprivate var members: Set<Substring> {
        Set(
            wordsOfLines.joined().filter { word in
                word.startIndex > word.base.startIndex
                    && word.base.utf8[word.base.utf8.index(before: word.startIndex)] == UInt8(ascii: ".")
            })
    }
}
