import Foundation

/// The part of `swift package dump-package` that the rules need.
struct Manifest {
    /// The number of packages that this one depends on.
    var packageDependencies = 0
    var targets: [ManifestTarget] = []
    /// The floor of each module, from the comment above its row.
    var floors: [String: Floor] = [:]

    func target(_ name: String) -> ManifestTarget? { targets.first { $0.name == name } }
}

/// A layer of the package, as a comment in the manifest names it.
enum Floor: String, CaseIterable {
    case kernel = "// Floor 0"
    /// Engines and instruments that features may import. They don't access the environment either.
    case instruments = "// Floor 1, instruments"
    /// Modules that access files, programs and terminals.
    case machines = "// Floor 1, machines"
    case features = "// Floor 2"

    /// Reads the floor of each module from the last comment above its row.
    static func all(in manifest: String) -> [String: Floor] {
        var floors: [String: Floor] = [:]
        var current: Floor?
        var isBroken = false
        for line in manifest.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
            if line.hasPrefix("// Floor") { current = allCases.first { line.hasPrefix($0.rawValue) } }
            if line.hasPrefix("]") { current = nil }
            // A wrapped row has its name on the next line.
            let name = line.hasPrefix("Module(\"") ? line.dropFirst(7) : isBroken ? line : ""
            isBroken = line == "Module("
            if let name = name.split(separator: "\"").first { floors[String(name)] = current }
        }
        return floors
    }
}

/// A target with its folder and its allowed imports.
struct ManifestTarget {
    /// The folder of a target within its module.
    enum Room: String, CaseIterable {
        case sources = "Sources"
        case adapters = "Adapters"
        case commands = "Commands"
        case testing = "Testing"
        case data = "Data"
        /// The headers of a system library.
        case library = "Library"
    }

    let name: String
    /// The folder, relative to the root.
    let folder: String
    var dependencies: [String]

    /// The module of a target below `Modules`.
    var module: String? {
        folder.hasPrefix("Modules/") ? folder.split(separator: "/").dropFirst().first.map(String.init) : nil
    }

    /// The kind of folder within the module.
    var room: Room? { module == nil ? nil : folder.split(separator: "/").last.flatMap { Room(rawValue: String($0)) } }

    var isTest: Bool { folder.hasPrefix("Tests/") }
}

extension Manifest {
    init(json: Data) throws {
        let dump = try JSONDecoder().decode(Dump.self, from: json)
        packageDependencies = dump.dependencies.count
        targets = dump.targets.map { target in
            let folder = target.path ?? (target.type == "test" ? "Tests/" : "Sources/") + target.name
            return ManifestTarget(
                name: target.name, folder: folder, dependencies: target.dependencies.compactMap(\.name))
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
