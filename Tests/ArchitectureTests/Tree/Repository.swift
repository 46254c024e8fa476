import Foundation
import Programs

/// The tree of this repository, read from disk once.
enum Repository {
    /// The root of the package, relative to this file.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
        .standardizedFileURL

    /// The tree, or the error of reading it.
    static let tree = Result { try read() }

    private static func read() throws -> SourceTree {
        var tree = SourceTree(manifest: try Manifest(json: dumpPackage()))
        tree.manifest.floors = Floor.all(
            in: try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8))
        tree.top = try top()
        for folder in ["Modules", "Apps", "Tests", "Tools/benchmarks", "Tools/lives", "Tools/pictures"] {
            try read(folder, into: &tree)
        }
        for name in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
            guard let text = try? String(contentsOf: root.appendingPathComponent(name), encoding: .utf8) else {
                continue
            }
            tree.write(name, text)
        }
        let words = try? String(contentsOfFile: "/usr/share/dict/american-english", encoding: .utf8)
        tree.dictionary = Set((words ?? "").split(separator: "\n").map { $0.lowercased() })
        return tree
    }

    /// The names in the top folder. Files that git ignores are output of tools and don't belong to
    /// the repository.
    private static func top() throws -> Set<String> {
        let unseen = try String(contentsOf: root.appendingPathComponent(".gitignore"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path)
        return Set(names.filter { name in !name.hasPrefix(".") && !unseen.contains { fnmatch($0, name, 0) == 0 } })
    }

    private static func read(_ folder: String, into tree: inout SourceTree) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path) {
            let path = "\(folder)/\(name)"
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: root.appendingPathComponent(path).path, isDirectory: &isFolder)
            if exists, isFolder.boolValue {
                if folder == "Modules" { tree.moduleFolders.insert(name) }
                try read(path, into: &tree)
            } else if name.hasSuffix(".swift") || name.hasSuffix(".md") {
                tree.write(path, try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8))
            }
        }
    }

    /// Returns the manifest as JSON. It uses its own scratch folder because SwiftPM locks the one
    /// of the running `swift test`.
    private static func dumpPackage() throws -> Data {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("commonplace-manifest-\(getpid())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let programs = ProgramPath(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
        let swift = try programs.require("swift", install: "see https://swift.org/install")
        let arguments = ["package", "dump-package", "--package-path", root.path, "--scratch-path", scratch.path]
        // Reads all targets, even if only some of them are built.
        let environment = ProcessInfo.processInfo.environment.filter { $0.key != "COMMONPLACE_ONLY" }
        return Data(try ProgramCall(swift, arguments, environment: environment).run().succeeded().output)
    }
}
