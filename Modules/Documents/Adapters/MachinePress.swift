import Documents
import Files
import Kernel
import Programs

extension Press {
    /// As long as a program may take: a book of a thousand photos.
    private static let deadline: Duration = .seconds(180)

    /// Chromium, which paints as people see pages; WeasyPrint makes PDFs where there is none.
    ///
    /// - Parameter folder: where the page lies while it is printed, readable by nobody else.
    public static func machine(_ programs: Programs, workingIn folder: String) -> Press {
        Press(
            pdf: { page in
                if let chromium = chromium(of: programs) {
                    return try made(page, "page.pdf", in: folder, "%PDF") { from, to, profile in
                        (chromium, arguments(profile) + ["--no-pdf-header-footer", "--print-to-pdf=\(to)", "file://\(from)"])
                    }
                }
                guard let program = programs.find("weasyprint") else { throw missing("chromium or weasyprint", "PDF") }
                return try made(page, "page.pdf", in: folder, "%PDF") { from, to, _ in (program, ["--", from, to]) }
            },
            picture: { page, width, height in
                guard let chromium = chromium(of: programs) else { throw missing("chromium", "picture") }
                return try made(page, "page.png", in: folder, "\u{89}PNG") { from, to, profile in
                    let size = ["--hide-scrollbars", "--window-size=\(width),\(height)", "--screenshot=\(to)"]
                    return (chromium, arguments(profile) + size + ["file://\(from)"])
                }
            })
    }

    private static func chromium(of programs: Programs) -> String? {
        ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(programs.find).first
    }

    /// It asks nobody, remembers nothing and meets no window that is open.
    private static func arguments(_ profile: String) -> [String] {
        [
            "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-sync",
            "--disable-background-networking",
            "--disable-component-update", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND",
            "--user-data-dir=\(profile)",
        ] + (getuid() == 0 ? ["--no-sandbox"] : [])
    }

    private static func made(
        _ page: String, _ name: String, in parent: String, _ beginning: String,
        by call: (_ from: String, _ to: String, _ profile: String) -> (String, [String])
    ) throws -> [UInt8] {
        let parent = parent.isEmpty ? FileManager.default.temporaryDirectory.path : parent
        do {
            TemporaryFolder.sweep(below: parent, prefix: "press")
            let folder = try TemporaryFolder(below: parent, prefix: "press")
            defer { try? Folder.open(folder.path, [], making: false).removeTree("profile") }
            let from = try folder.write(Array(page.utf8), to: "page.html")
            let (program, arguments) = call(from, folder.path(of: name), folder.path(of: "profile"))
            // What it writes of itself wherever it runs, it writes there, too.
            let own = Dictionary(
                uniqueKeysWithValues: ["XDG_CONFIG_HOME", "XDG_CACHE_HOME"].map { ($0, folder.path(of: "profile")) })
            let environment = ProcessInfo.processInfo.environment.merging(own) { $1 }
            _ = try ProgramCall(program, arguments, deadline: deadline, outputLimit: 1 << 20, environment: environment).run()
                .succeeded()
            let bytes = try folder.read(name, limit: 1 << 30)
            guard bytes.starts(with: beginning.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) else {
                throw Failure(.pressFailed, "“\(program)” made no file of the page.", advice: "Use --html instead.")
            }
            return bytes
        } catch let trouble as FileTrouble {
            throw Failure(
                .pressFailed, "The page could not be printed: \(trouble).", advice: "Check that there is enough space.",
                kind: .cannotCreate)
        }
    }

    private static func missing(_ names: String, _ what: String) -> Failure {
        Failure(
            .missingProgram, "To make a \(what), \(names) must be installed.", advice: "Install it: apt-get install chromium",
            kind: .missingProgram)
    }
}
