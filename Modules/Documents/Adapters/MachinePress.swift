import Documents
import Files
import Kernel
import Programs

extension Press {
    /// The timeout of a program, long enough for a book of a thousand photos.
    private static let deadline: Duration = .seconds(180)

    /// Creates a press that uses Chromium, or WeasyPrint for PDFs on machines without Chromium.
    ///
    /// - Parameter folder: the private folder that holds the page during printing.
    package static func machine(_ programs: ProgramPath, workingIn folder: String) -> Press {
        Press(
            pdf: { page in
                if let chromium = chromium(of: programs) {
                    return try convert(page, to: "page.pdf", in: folder, signature: "%PDF") { from, to, profile in
                        (
                            chromium,
                            arguments(profile) + ["--no-pdf-header-footer", "--print-to-pdf=\(to)", "file://\(from)"]
                        )
                    }
                }
                guard let program = programs.find("weasyprint") else { throw missing("chromium or weasyprint", "PDF") }
                return try convert(page, to: "page.pdf", in: folder, signature: "%PDF") { from, to, _ in
                    (program, ["--", from, to])
                }
            },
            screenshot: { page, width, height in
                guard let chromium = chromium(of: programs) else { throw missing("chromium", "picture") }
                return try convert(page, to: "page.png", in: folder, signature: "\u{89}PNG") { from, to, profile in
                    let size = ["--hide-scrollbars", "--window-size=\(width),\(height)", "--screenshot=\(to)"]
                    return (chromium, arguments(profile) + size + ["file://\(from)"])
                }
            })
    }

    private static func chromium(of programs: ProgramPath) -> String? {
        ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap(programs.find).first
    }

    /// Returns the arguments for a Chromium without prompts, stored state or a connection to open
    /// windows.
    private static func arguments(_ profile: String) -> [String] {
        [
            "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions", "--disable-sync",
            "--disable-background-networking",
            "--disable-component-update", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND",
            "--user-data-dir=\(profile)",
        ] + (getuid() == 0 ? ["--no-sandbox"] : [])
    }

    /// Runs a program on a page in a temporary folder and returns the file that it writes.
    ///
    /// - Parameters:
    ///   - name: The name of the written file.
    ///   - signature: The first characters of every valid file.
    ///   - call: Returns the program and its arguments for the paths of the page, the file and the
    ///     profile folder.
    private static func convert(
        _ page: String, to name: String, in parent: String, signature: String,
        by call: (_ from: String, _ to: String, _ profile: String) -> (String, [String])
    ) throws -> [UInt8] {
        let parent = parent.isEmpty ? FileManager.default.temporaryDirectory.path : parent
        do {
            TemporaryFolder.sweep(below: parent, prefix: "press")
            let folder = try TemporaryFolder(below: parent, prefix: "press")
            defer { try? Folder.open(folder.path, [], making: false).removeTree("profile") }
            let pagePath = try folder.write(Array(page.utf8), to: "page.html")
            let (program, arguments) = call(pagePath, folder.path(of: name), folder.path(of: "profile"))
            // The program also writes its own configuration and cache to the folder.
            let overrides = Dictionary(
                uniqueKeysWithValues: ["XDG_CONFIG_HOME", "XDG_CACHE_HOME"].map { ($0, folder.path(of: "profile")) })
            let environment = ProcessInfo.processInfo.environment.merging(overrides) { $1 }
            _ = try ProgramCall(program, arguments, deadline: deadline, outputLimit: 1 << 20, environment: environment)
                .run()
                .succeeded()
            let bytes = try folder.read(name, limit: 1 << 30)
            guard bytes.starts(with: signature.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }) else {
                throw Failure(.pressFailed, "“\(program)” made no file of the page.", advice: "Use --html instead.")
            }
            return bytes
        } catch let error as FileError {
            throw Failure(
                .pressFailed, "The page could not be printed: \(error).", advice: "Check that there is enough space.",
                kind: .cannotCreate)
        }
    }

    private static func missing(_ names: String, _ what: String) -> Failure {
        Failure(
            .missingProgram, "To make a \(what), \(names) must be installed.",
            advice: "Install it: apt-get install chromium", kind: .missingProgram)
    }
}
