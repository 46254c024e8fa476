extension Rule {
    /// A contract is a type `…Contract` in a Contract room. Its ports are the protocols that its closures build: `-> any Port`. Whatever
    /// conforms to one, and can be named from outside, stands in a test file together with the contract.
    static let contractsCalled = Rule("every implementation of a port is named beside its contract in a test") { tree, findings in
        let implementations = Conformance.all(in: tree)
        let tests = tree.swiftFiles { $0.hasPrefix("Tests/") }
        for target in tree.manifest.targets where target.room == .contract {
            for contract in tree.sources(of: target).flatMap(Contract.all) {
                let kept = implementations.filter { contract.ports.contains($0.port) }
                for port in contract.ports where !kept.contains(where: { $0.port == port }) {
                    findings.judge(contract.path, "nothing implements \(port), which \(contract.name) is for")
                }
                for one in kept {
                    let isCalled = tests.contains { $0.mentions(one.type) && $0.mentions(contract.name) }
                    findings.judge(one.path, isCalled ? nil : "no test runs \(contract.name) over \(one.type)")
                }
            }
        }
    }
}

private struct Contract {
    let name: String
    let ports: Set<String>
    let path: String

    /// The contracts of one file; they share what its closures build.
    static func all(in file: SourceFile) -> [Contract] {
        let names = file.code.compactMap { $0.firstMatch(of: /\bstruct (\w+Contract)\b/).map { String($0.1) } }
        let ports = file.code.filter { !$0.contains("func ") }.flatMap {
            $0.matches(of: /->\s*\(?any (\w+)/).map { String($0.1) }
        }
        return ports.isEmpty ? [] : names.map { Contract(name: $0, ports: Set(ports), path: file.path) }
    }
}

/// That a type, visible outside its target, says it implements a protocol.
private struct Conformance {
    let type: String
    let port: String
    let path: String

    static func all(in tree: SourceTree) -> [Conformance] {
        let rooms = tree.manifest.targets.filter { $0.room == .sources || $0.room == .adapters }
        let files = rooms.flatMap { tree.sources(of: $0) }
        let visible = Set(files.flatMap { $0.code.compactMap(declaredType).filter(\.visible).map(\.name) })
        return files.flatMap { file in
            file.code.flatMap { line in
                guard let declared = declaredType(line), visible.contains(declared.name) else { return [Conformance]() }
                return declared.ports.map { Conformance(type: declared.name, port: $0, path: file.path) }
            }
        }
    }

    private static func declaredType(_ line: Substring) -> (name: String, ports: [String], visible: Bool)? {
        guard ["struct ", "class ", "actor ", "enum ", "extension "].contains(where: line.contains) else { return nil }
        let form = /^\s*((?:[@\w()]+ )*)(?:struct|class|actor|enum|extension) (\w+)(?:<[^>]*>)?(?:\s*:\s*([^{]*))?/
        guard let match = line.firstMatch(of: form) else { return nil }
        let heirs = match.3?.prefix { $0 != "{" } ?? ""
        let ports = heirs.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
        let modifiers = match.1.split(separator: " ")
        return (String(match.2), ports, modifiers.contains("public") || modifiers.contains("package"))
    }
}
