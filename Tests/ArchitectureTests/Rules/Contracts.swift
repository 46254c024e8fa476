extension Rule {
    /// A contract is a type `…Contract` in a Testing folder. Its ports are the types that its
    /// closures build: `-> any Port`, `Contract<Port>`. Each visible implementation of a port must
    /// appear in a test file together with the contract. An implementation is a conforming type or
    /// a factory of a struct of closures.
    static let contractsCalled = Rule("a test runs each contract over every implementation of its port") {
        tree, findings in
        let files = tree.manifest.targets.filter { $0.room != .testing && !$0.isTest }.flatMap { tree.sources(of: $0) }
        let conforming = Conformance.all(in: files)
        let tests = tree.swiftFiles { $0.hasPrefix("Tests/") }
        for target in tree.manifest.targets where target.room == .testing {
            for contract in tree.sources(of: target).flatMap(Contract.all) {
                let kept =
                    conforming.filter { contract.protocols.contains($0.port) }
                    + Maker.all(of: contract.structs, in: files)
                for port in contract.protocols where !kept.contains(where: { $0.port == port }) {
                    findings.judge(contract.path, "nothing implements \(port), the port of \(contract.name)")
                }
                for one in kept {
                    let isCalled = tests.contains {
                        $0.words.isSuperset(of: [Substring(one.type), Substring(contract.name)])
                    }
                    findings.judge(one.path, isCalled ? nil : "no test runs \(contract.name) over \(one.type)")
                }
            }
        }
    }
}

private struct Contract {
    let name: String
    let protocols: Set<String>
    let structs: Set<String>
    let path: String

    /// The contracts of a file. They share the ports of its closures.
    static func all(in file: SourceFile) -> [Contract] {
        func matches(_ form: Regex<(Substring, Substring)>, where word: Substring) -> [String] {
            let lines = zip(file.code, file.wordsOfLines).filter { $0.1.contains(word) }
            return lines.flatMap { $0.0.matches(of: form).map { String($0.1) } }
        }
        let names = file.types.filter {
            $0.kind != "extension" && $0.name.hasSuffix("Contract") && $0.name != "Contract"
        }
        let ports = matches(/(?:->\s*\(?|\bContract<)any (\w+)/, where: "any")
        let structs = matches(/\bContract<([A-Z]\w*)>/, where: "Contract")
        return ports.isEmpty && structs.isEmpty
            ? []
            : names.map {
                Contract(name: String($0.name), protocols: Set(ports), structs: Set(structs), path: file.path)
            }
    }
}

/// The factories of ports that are structs of closures: functions and static properties.
private enum Maker {
    static func all(of ports: Set<String>, in files: [SourceFile]) -> [Conformance] {
        let form = /\b(?:public|package) (?:static )?(?:func (\w+)[^{]*->\s*(\w+)|static (?:let|var) (\w+):\s*(\w+))/
        return files.filter { !$0.words.isDisjoint(with: ports.map { Substring($0) }) }.flatMap { file in
            file.code.joined(separator: "\n").matches(of: form).compactMap { match in
                guard let name = match.1 ?? match.3, let port = match.2 ?? match.4, ports.contains(String(port)) else {
                    return nil
                }
                return Conformance(type: String(name), port: String(port), path: file.path, isVisible: true)
            }
        }
    }
}

/// A declared conformance of a type to a protocol.
struct Conformance {
    let type: String
    let port: String
    let path: String

    let isVisible: Bool

    /// The conformances in these files whose types other targets can name.
    static func all(in files: [SourceFile]) -> [Conformance] {
        let declarations = files.flatMap(declared)
        let visible = Set(declarations.filter(\.isVisible).map(\.type))
        return declarations.filter { visible.contains($0.type) }
    }

    /// The conformances that a file declares, including extensions. A type without conformances
    /// gets an empty port.
    static func declared(in file: SourceFile) -> [Conformance] {
        file.types.filter { $0.kind != "protocol" && $0.kind != "typealias" }.flatMap { type in
            let ports = SwiftCode.words(of: type.inheritance).map(String.init)
            return (ports.isEmpty ? [""] : ports).map {
                Conformance(
                    type: String(type.name), port: $0, path: file.path,
                    isVisible: type.isVisible || file.path.hasPrefix("Apps/"))
            }
        }
    }
}
