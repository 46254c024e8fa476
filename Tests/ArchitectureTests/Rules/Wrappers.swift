extension Rule {
    /// A wrapper implements a protocol and contains another implementation of it. If it forgets a
    /// member that has a default, the code compiles but the default hides the wrapped
    /// implementation. A wrapper lists intentionally omitted members after `// Left to the
    /// default:`, with their number of parameters.
    static let wrappersForward = Rule("a wrapper forwards every member of its protocol, including those with defaults")
    {
        tree, findings in
        let files = tree.swiftFiles { $0.hasPrefix("Modules/") || $0.hasPrefix("Apps/") }
        let bodies = files.flatMap(TypeBody.all)
        let protocols = Dictionary(grouping: bodies.filter { $0.kind == "protocol" }, by: \.name)
        let extensions = Dictionary(grouping: bodies.filter { $0.kind == "extension" }, by: \.name)
        for type in bodies where !["protocol", "extension"].contains(type.kind) {
            for port in type.inherits where type.holds.contains(port) {
                guard let required = protocols[port]?.flatMap(\.members) else { continue }
                let defaults = Set(extensions[port, default: []].flatMap(\.members)).intersection(required)
                guard !defaults.isEmpty else { continue }
                let own = Set(([type] + extensions[type.name, default: []]).flatMap(\.members))
                let missing = defaults.subtracting(own)
                let forgotten = missing.subtracting(type.leaves).sorted().joined(separator: ", ")
                let stale = type.leaves.subtracting(missing).sorted().joined(separator: ", ")
                findings.judge(
                    type.path, line: type.line,
                    forgotten.isEmpty
                        ? nil : "\(type.name) wraps a \(port) and leaves \(forgotten) to the default: pass it on")
                if !stale.isEmpty {
                    findings.judge(type.path, line: type.line, "\(type.name) does not leave \(stale) to a default")
                }
            }
        }
    }
}

/// A type, a protocol or an extension with the contents of its braces.
private struct TypeBody {
    let kind: String
    let name: String
    let path: String
    let line: Int
    let inherits: Set<String>
    /// The direct members. A function includes its number of parameters, to distinguish overloads.
    let members: [String]
    /// The protocols of which it stores or creates another implementation.
    let holds: Set<String>
    /// The members that it declares as left to the default.
    let leaves: Set<String>

    static func all(in file: SourceFile) -> [TypeBody] {
        let depths = depthsBefore(file.code)
        let functions = Dictionary(grouping: file.functions, by: \.line)
        return file.types.filter { $0.kind != "typealias" }.map { type in
            let outer = depths[type.line]
            let end = depths.indices.first { $0 > type.line && depths[$0] <= outer } ?? file.code.count
            let inner = (type.line + 1..<max(type.line + 1, end)).filter { depths[$0] == outer + 1 }
            let members = inner.flatMap { line -> [String] in
                let named = functions[line + 1, default: []].map { "\($0.name)/\($0.parameterCount)" }
                return named.isEmpty ? variable(file.wordsOfLines[line]) : named
            }
            let range = type.line..<min(end, file.code.count)
            // `var engine: any StoreEngine { self }` wraps nothing.
            let body = file.code[range].filter { !$0.hasSuffix("{ self }") }
                .flatMap { $0.matches(of: /\bany (\w+)/).map { String($0.1) } }
            let leaves = file.lines[range].compactMap { $0.firstMatch(of: /\/\/ Left to the default: (.*)/)?.1 }
            return TypeBody(
                kind: String(type.kind), name: String(type.name), path: file.path, line: type.line + 1,
                inherits: Set(SwiftCode.words(of: type.inheritance).map(String.init)), members: members,
                holds: Set(body),
                leaves: Set(leaves.flatMap { $0.split(separator: ", ").map(String.init) }))
        }
    }

    private static func variable(_ words: [Substring]) -> [String] {
        guard let at = words.firstIndex(where: { $0 == "var" || $0 == "let" }), at + 1 < words.count else { return [] }
        return [String(words[at + 1])]
    }

    /// The number of open braces at the beginning of each line.
    private static func depthsBefore(_ code: [Substring]) -> [Int] {
        var depth = 0
        return code.map { line in
            defer {
                for byte in line.utf8 { depth += byte == UInt8(ascii: "{") ? 1 : byte == UInt8(ascii: "}") ? -1 : 0 }
            }
            return depth
        }
    }
}
