import Files
import Interface
import Kernel
import Programs
import Terminal

/// The files that an editor works on, each in a folder of its own that only this user can read.
///
/// A text that was saved but could not be used stays as a draft for `daysKept` days. So does a text
/// that an editor saved before its app was killed.
public struct Drafts: Sendable {
    /// The number of days before a draft is deleted.
    public static let daysKept = 30
    private static let prefix = "commonplace"
    private static let maximumBytes = 1 << 20

    /// The parent of the drafts' folders.
    public let path: String
    private let now: @Sendable () -> Instant

    /// Creates a store of drafts below a folder, by default the folder for temporary files.
    ///
    /// The folder is created when it is first needed.
    public init(below path: String = "", now: @escaping @Sendable () -> Instant = MachineTime.now) {
        self.path = path.isEmpty ? FileManager.default.temporaryDirectory.path : path
        self.now = now
    }

    /// The drafts without a running editor, for `doctor`.
    public var findings: [StoreReport.Finding] {
        TemporaryFolder.leftovers(below: path, prefix: Drafts.prefix).map {
            .init(.notice, "A draft from your editor is kept for \(Drafts.daysKept) days: \($0.path).")
        }
    }

    /// Saves a text as a draft.
    ///
    /// - Returns: its file, or nil if it cannot be saved.
    func save(_ text: String, _ fileName: String) -> String? {
        guard let folder = try? folder(), let file = try? folder.write(Array(text.utf8), to: fileName) else {
            return nil
        }
        folder.keep()
        return file
    }

    /// Returns a text as an editor saved it.
    ///
    /// - Throws: `editorFailed` or `notUnicode`. The error then names the draft that holds the
    ///   saved text.
    func edited(_ text: String, _ fileName: String, by editor: (_ file: String) throws -> ProgramEnding) throws
        -> String
    {
        let folder = try folder()
        let file = try folder.write(Array(text.utf8), to: fileName)
        let ending = try editor(file)
        let saved = try? folder.read(fileName, limit: Drafts.maximumBytes)
        let savedText = saved.flatMap { String(validating: $0, as: UTF8.self) }
        if ending == .exited(0), let savedText { return savedText }
        var advice = ""
        if savedText != text, FileManager.default.fileExists(atPath: file) {
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

    /// Creates a folder, after deleting the expired drafts.
    private func folder() throws -> TemporaryFolder {
        let limit = now().adding(seconds: Double(-Drafts.daysKept * 86_400))
        TemporaryFolder.sweep(below: path, prefix: Drafts.prefix, changedBefore: limit)
        return try TemporaryFolder(below: path, prefix: Drafts.prefix)
    }
}

extension Drafts: Plugin {
    public var name: String { "Drafts" }

    public func contribute(to registry: inout Registry) {
        registry.add(DoctorCheck("drafts") { findings }, to: .doctorChecks)
        registry.add(card, to: .homeCards)
    }

    private var card: HomeCard {
        HomeCard("drafts", order: 70) {
            let files = TemporaryFolder.leftovers(below: path, prefix: Drafts.prefix).map(\.path)
            let sentence =
                files.count == 1
                ? "1 draft from your editor waits to be finished"
                : "\(files.count) drafts from your editor wait to be finished"
            return HomeCard.Content(
                blocks: files.isEmpty
                    ? []
                    : [
                        .paragraph(
                            StyledText("\(declared: sentence): ", .warning)
                                + StyledText(files[0] + (files.count > 1 ? ", …" : "")))
                    ],
                at: .below, members: [.init("files", .texts(files))], next: files.isEmpty ? [] : ["doctor"])
        }
    }
}
