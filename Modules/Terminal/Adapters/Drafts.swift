import Files
import Kernel
import Programs
import Terminal

/// The files that an editor works on, each in a folder of its own below one that nobody else can read.
///
/// What was saved and could not be used stays as a draft, for so many days; so does what an editor had saved when its app was killed.
public struct Drafts: Sendable {
    /// How long a draft is kept.
    public static let daysKept = 30
    private static let prefix = "commonplace"
    private static let largest = 1 << 20

    /// Below what the folders are.
    public let path: String
    private let now: @Sendable () -> Instant

    /// Drafts below a folder, which is made when one is needed; without one in the folder for temporary files.
    public init(below path: String = "", now: @escaping @Sendable () -> Instant = MachineTime.now) {
        (self.path, self.now) = (path.isEmpty ? FileManager.default.temporaryDirectory.path : path, now)
    }

    /// The drafts that nobody works on, for `doctor`.
    public var findings: [StoreReport.Finding] {
        TemporaryFolder.left(below: path, prefix: Drafts.prefix).map {
            .init(.notice, "A draft from your editor is kept for \(Drafts.daysKept) days: \($0.path).")
        }
    }

    /// Keeps a text as a draft.
    ///
    /// - Returns: its file; nil when it cannot be kept.
    func keep(_ text: String, _ fileName: String) -> String? {
        guard let folder = try? folder(), let file = try? folder.write(Array(text.utf8), to: fileName) else { return nil }
        folder.keep()
        return file
    }

    /// What an editor makes of a text.
    ///
    /// - Throws: `editorFailed`, `notUnicode`; what was saved is a draft then, and the failure names it.
    func edited(_ text: String, _ fileName: String, by editor: (_ file: String) throws -> ProgramEnding) throws -> String {
        let folder = try folder()
        let file = try folder.write(Array(text.utf8), to: fileName)
        let ending = try editor(file)
        let saved = try? folder.read(fileName, limit: Drafts.largest)
        let words = saved.flatMap { String(validating: $0, as: UTF8.self) }
        if ending == .exited(0), let words { return words }
        var advice = ""
        if words != text, FileManager.default.fileExists(atPath: file) {
            folder.keep()
            advice = " What it saved is kept in \(file)."
        }
        guard ending == .exited(0) else {
            throw Failure(
                .editorFailed, "The editor ended with an error (status \(ending.shellStatus)); nothing was changed.",
                advice: "Save, and close the editor normally.\(advice)")
        }
        guard saved == nil else {
            throw Failure(
                .notUnicode, "What the editor saved is not UTF-8, so some letters cannot be read; nothing was changed.",
                advice: "Set the editor to save as UTF-8.\(advice)", kind: .badData)
        }
        throw Failure(
            .editorFailed, "What the editor saved cannot be read, or is over 1 MiB; nothing was changed.",
            advice: String(advice.dropFirst()), kind: .badData)
    }

    /// A new folder. What is older than drafts are kept goes first.
    private func folder() throws -> TemporaryFolder {
        let limit = now().adding(seconds: Double(-Drafts.daysKept * 86_400))
        TemporaryFolder.sweep(below: path, prefix: Drafts.prefix, changedBefore: limit)
        return try TemporaryFolder(below: path, prefix: Drafts.prefix)
    }
}

extension Drafts: Plugin {
    /// The plugin's name.
    public var name: String { "Drafts" }

    /// Lets `doctor` name the drafts, and the first screen say that there are some.
    public func contribute(to registry: inout Registry) {
        registry.add(Checkup("drafts") { findings }, to: .checkups)
        registry.add(card, to: .homeCards)
    }

    private var card: HomeCard {
        HomeCard("drafts", order: 70) {
            let files = TemporaryFolder.left(below: path, prefix: Drafts.prefix).map(\.path)
            let waits =
                files.count == 1
                ? "1 draft from your editor waits to be finished"
                : "\(files.count) drafts from your editor wait to be finished"
            return HomeCard.Content(
                blocks: files.isEmpty
                    ? []
                    : [
                        .paragraph(
                            StyledText("\(declared: waits): ", .warning) + StyledText(files[0] + (files.count > 1 ? ", …" : "")))
                    ],
                at: .below, members: [.init("files", .texts(files))], next: files.isEmpty ? [] : ["doctor"])
        }
    }
}
