import Foundation

/// What `swift package dump-package` says, as far as the rules need it.
struct Manifest {
    /// How many packages this one depends on.
    var packageDependencies = 0
    var targets: [ManifestTarget] = []
    /// The floor under whose comment the row of each module stands.
    var floors: [String: Floor] = [:]

    func target(_ name: String) -> ManifestTarget? { targets.first { $0.name == name } }
}

/// A floor of the house, as a comment in the manifest names it.
enum Floor: String, CaseIterable {
    case kernel = "// Floor 0"
    /// Engines and instruments that features may stand on: they do not touch the world either.
    case instruments = "// Floor 1, instruments"
    /// What touches the world: files, programs, terminals.
    case machines = "// Floor 1, machines"
    case features = "// Floor 2"

    /// The floor of each module: that of the last comment above its row.
    static func all(in manifest: String) -> [String: Floor] {
        var floors: [String: Floor] = [:]
        var current: Floor?
        var isBroken = false
        for line in manifest.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
            if line.hasPrefix("// Floor") { current = allCases.first { line.hasPrefix($0.rawValue) } }
            if line.hasPrefix("]") { current = nil }
            // A row that is broken has its name on the next line.
            let name = line.hasPrefix("Module(\"") ? line.dropFirst(7) : isBroken ? line : ""
            isBroken = line == "Module("
            if let name = name.split(separator: "\"").first { floors[String(name)] = current }
        }
        return floors
    }
}

/// One target: where it stands and what it may import.
struct ManifestTarget {
    enum Room: String, CaseIterable {
        case sources = "Sources"
        case adapters = "Adapters"
        case commands = "Commands"
        case contract = "Contract"
        case data = "Data"
        /// The headers of a library of the system.
        case library = "Library"
    }

    let name: String
    /// The folder, from the root.
    let folder: String
    var dependencies: [String]

    /// The module it belongs to, when it stands under `Modules`.
    var module: String? { folder.hasPrefix("Modules/") ? folder.split(separator: "/").dropFirst().first.map(String.init) : nil }

    /// Which room of its module it is.
    var room: Room? { module == nil ? nil : folder.split(separator: "/").last.flatMap { Room(rawValue: String($0)) } }

    var isTest: Bool { folder.hasPrefix("Tests/") }
}

extension Manifest {
    /// Reads the JSON of `dump-package`.
    init(json: Data) throws {
        let dump = try JSONDecoder().decode(Dump.self, from: json)
        packageDependencies = dump.dependencies.count
        targets = dump.targets.map { target in
            let folder = target.path ?? (target.type == "test" ? "Tests/" : "Sources/") + target.name
            return ManifestTarget(name: target.name, folder: folder, dependencies: target.dependencies.compactMap(\.name))
        }
    }

    private struct Dump: Decodable {
        let dependencies: [Anything]
        let targets: [DumpedTarget]
    }

    private struct DumpedTarget: Decodable {
        let name: String
        let type: String
        let path: String?
        let dependencies: [Dependency]
    }

    private struct Anything: Decodable {}

    /// `{"target": ["Kernel", null]}`, `{"byName": ["Kernel", null]}` or `{"product": [...]}`.
    private struct Dependency: Decodable {
        let name: String?

        init(from decoder: any Decoder) throws {
            let forms = try decoder.singleValueContainer().decode([String: [JSONPart]].self)
            name = forms.values.first?.first?.text
        }
    }

    private struct JSONPart: Decodable {
        let text: String?

        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }
}
