extension Rule {
    /// A folder depends on another folder of its target if one of its files uses a type that the
    /// other declares.
    static let noFolderCircle = Rule("folders of a target have no dependency cycle") { tree, findings in
        for target in tree.manifest.targets where !target.isTest {
            let folders = FolderGraph(tree.sources(of: target))
            for folder in folders.names {
                let cycle = folders.uses(of: folder).first { folders.reached(from: $0.folder).contains(folder) }
                findings.judge(
                    folder,
                    cycle.map {
                        "says \($0.type), and \($0.folder), which declares it, depends on this folder; what do both need?"
                    })
            }
        }
    }
}

/// The dependencies between folders by used types.
private struct FolderGraph {
    struct Use {
        let type: Substring
        /// The folder that declares the type.
        let folder: String
    }

    let names: [String]
    private let uses: [String: [Use]]

    /// Registers only types that other files can name and that one folder declares.
    init(_ files: [SourceFile]) {
        var homes: [Substring: Set<String>] = [:]
        for file in files { for name in file.sharedTypes { homes[name, default: []].insert(file.folder) } }
        let declared = homes.compactMapValues { $0.count == 1 ? $0.first : nil }
        let words = Dictionary(grouping: files, by: \.folder).mapValues {
            $0.reduce(into: Set()) { $0.formUnion($1.words) }
        }
        names = words.keys.sorted()
        uses = Dictionary(
            uniqueKeysWithValues: words.map { folder, words in
                let uses = words.sorted().compactMap { word in declared[word].map { Use(type: word, folder: $0) } }
                return (folder, uses.filter { $0.folder != folder })
            })
    }

    func uses(of folder: String) -> [Use] { uses[folder] ?? [] }

    /// Returns every folder that the folder depends on, directly or indirectly.
    func reached(from folder: String) -> Set<String> {
        var reached: Set<String> = []
        var ahead = [folder]
        while let next = ahead.popLast() {
            for use in uses(of: next) where reached.insert(use.folder).inserted { ahead.append(use.folder) }
        }
        return reached
    }
}

extension SourceFile {
    /// The types that the file shares with other files.
    fileprivate var sharedTypes: [Substring] {
        types.filter { type in
            type.kind != "extension" && code[type.line].first?.isWhitespace == false
                && !wordsOfLines[type.line].contains { $0 == "private" || $0 == "fileprivate" }
        }.map(\.name)
    }
}
