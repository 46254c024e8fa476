import Interface
import Kernel
import Vault

/// The commands `lock` and `unlock`.
struct LockCommands: Sendable {
    let vault: VaultService
    /// The environment variable for the passphrase, with its value.
    let variable: (name: String, value: String?)
    let isDryRun: Bool

    /// The result of a command: the state of the lock, and the numbers of converted items.
    private struct State: Sendable {
        let state: String
        let records: Int?
        let files: Int?
    }

    private static let fields: [Field<State>] = [
        Field("state", "open, locked, or unlocked for a while") { .text($0.state) },
        Field("records", "how many records were locked or opened; null where nothing was done to them") {
            $0.records.map(OutputValue.integer) ?? .null
        },
        Field("files", "how many files were locked or opened, photos and small pictures of them") {
            $0.files.map(OutputValue.integer) ?? .null
        },
    ]

    private static let finalityWarning =
        "Nobody can open it without the passphrase. If you forget it, the diary is gone."

    // MARK: - lock

    var lock: Command {
        Command(
            "lock", "Lock the diary with a passphrase; locked already, forget the key of this session",
            discussion: """
                Notes, tags, places, moods, stars, photos, small pictures and what can be undone are then encrypted wherever they lie, by the program age. \
                In sight stay the days that have an entry, how many photos there are and how large they are, the dates of files, when something was deleted, \
                badges, and settings. Programs that prepare a photo or edit a note see that one open while they work. \
                Copies that you made before, such as backups and exports, stay as they are, and so may bytes that a disk has not yet overwritten.

                \(Self.finalityWarning)

                The passphrase is asked for, or read from --passphrase-file, or from the variable \(variable.name). If you are interrupted, \
                nothing is lost, and `lock` goes on where it was.
                """,
            examples: [
                .init("lock", "lock it, or close it again", runs: false),
                .init("lock --change", "take another passphrase", runs: false),
                .init("lock --off", "open everything for good", runs: false),
            ],
            .flag("change", "take another passphrase; --passphrase-file is then the new one"),
            .flag("off", "open everything for good, and lock nothing any more"),
            .option("passphrase-file", .inputFile, "a file with the passphrase, - for standard input"),
            returns: .one(Self.fields), changes: true
        ) { change, off, file in
            guard !change || !off else {
                throw Failure(
                    .contradiction, "--change and --off cannot be combined.", advice: "Give one of them.", kind: .usage)
            }
            let text = try file.map { String(decoding: try $0.bytes(limit: 4_000), as: UTF8.self) }
            if change { return try changePassphrase(to: text) }
            if off { return try unlockPermanently(text) }
            switch try vault.state() {
            case .open: return try startLocking(text)
            case .halfLocked, .halfOpen:
                return try askForPassphrase("The passphrase:", text) { try continueLocking($0) }
            case .locked:
                if !isDryRun { try vault.forgetKey() }
                return .changed(
                    "The diary is locked.", State(state: "locked", records: nil, files: nil), Self.fields,
                    next: ["unlock"])
            }
        }
    }

    /// Explains what locking does, asks for a passphrase and locks after a confirmation.
    private func startLocking(_ text: String?) throws -> Output {
        let size = try vault.itemCounts()
        let otherFiles = try vault.otherFiles()
        let otherFilesNote =
            otherFiles.isEmpty
            ? "" : " Beside it lie other files that stay as they are: \(otherFiles.prefix(5).joined(separator: ", "))."
        let consequences = """
            \(counted(size.records, "record")) and \(counted(size.files, "file")) will be locked. \(Self.finalityWarning) What was kept aside for a while, in quarantine, \
            recovered and kept, goes. Backups and exports that you made before stay readable.\(otherFilesNote)
            """
        if let passphraseText = text ?? variable.value {
            let passphrase = try Passphrase.checked(passphraseText)
            return Output(
                blocks: [.paragraph(StyledText(consequences))],
                continuation: .confirm(question: "Lock the diary?") { try continueLocking(passphrase) })
        }
        return Output(
            blocks: [.paragraph(StyledText(consequences)), .gap, .paragraph(StyledText(Passphrase.advice, .muted))],
            continuation: .secret(question: "A passphrase:", option: "--passphrase-file -") { first in
                let passphrase = try Passphrase.checked(first)
                return askAgain(passphrase) { .confirm("Lock the diary?") { try continueLocking(passphrase) } }
            })
    }

    /// Asks for the passphrase again, so that a typing error locks nothing.
    private func askAgain(_ passphrase: String, _ then: @escaping @Sendable () throws -> Output) -> Output {
        Output(
            continuation: .secret(question: "Repeat the passphrase:", option: "--passphrase-file -") { second in
                guard Passphrase.trimmed(second) == passphrase else {
                    throw Failure(
                        .vaultWrongPassphrase, "These were two different passphrases.",
                        advice: "Nothing was changed. Try again.", kind: .badData)
                }
                return try then()
            })
    }

    /// Encrypts everything, with a progress bar.
    private func continueLocking(_ passphrase: String) throws -> Output {
        let size = try vault.itemCounts()
        guard !isDryRun else { return output("Locked", size, "locked", next: []) }
        return Output(
            continuation: .work(title: "Locking", total: size.records + size.files) { advance in
                output("Locked", try vault.lock(passphrase, advance), "locked", next: ["unlock"])
            })
    }

    private func output(_ word: String, _ size: (records: Int, files: Int), _ state: String, next: [String]) -> Output {
        .changed(
            "\(word) \(counted(size.records, "record")) and \(counted(size.files, "file")).",
            State(state: state, records: size.records, files: size.files), Self.fields, next: next)
    }

    private func unlockPermanently(_ text: String?) throws -> Output {
        let size = try vault.itemCounts()
        return try askForPassphrase("The passphrase:", text) { passphrase in
            .confirm(
                "Open \(counted(size.records, "record")) and \(counted(size.files, "file")) for good, for everybody who reads this disk?"
            ) {
                guard !isDryRun else { return output("Opened", size, "open", next: []) }
                return Output(
                    continuation: .work(title: "Opening", total: size.records + size.files) { advance in
                        output("Opened", try vault.unlockPermanently(passphrase, advance), "open", next: ["timeline"])
                    })
            }
        }
    }

    private func changePassphrase(to text: String?) throws -> Output {
        try askForPassphrase("The passphrase until now:", nil) { old in
            let change: @Sendable (String) throws -> Output = { new in
                if !isDryRun { try vault.change(from: old, to: new) }
                return .changed(
                    "The new passphrase opens the diary, and the old one does not. \(Self.finalityWarning)",
                    State(state: "locked", records: nil, files: nil), Self.fields, next: ["unlock"])
            }
            if let text { return try change(Passphrase.checked(text)) }
            return Output(
                blocks: [.paragraph(StyledText(Passphrase.advice, .muted))],
                continuation: .secret(question: "A new passphrase:", option: "--passphrase-file -") { first in
                    let new = try Passphrase.checked(first)
                    return askAgain(new) { try change(new) }
                })
        }
    }

    // MARK: - unlock

    var unlock: Command {
        Command(
            "unlock", "Unlock the diary for this session",
            discussion: """
                The key is kept in the memory of the system's key ring, never on a disk, and goes by itself when the time is over or you log out. `lock` forgets \
                it at once. Without a key ring put the passphrase into the variable \(variable.name).
                """,
            examples: [
                .init("unlock", "for an hour", runs: false),
                .init("unlock --for 15m", "for a quarter of an hour", runs: false),
            ],
            .option("for", .duration, default: 3_600, shown: "1h", "for how long"),
            .option("passphrase-file", .inputFile, "a file with the passphrase, - for standard input"),
            returns: .one(Self.fields), changes: true
        ) { seconds, file in
            guard try vault.hasLock() else {
                return .changed(
                    "The diary is not locked.", State(state: "open", records: nil, files: nil), Self.fields,
                    next: ["lock"])
            }
            let text = try file.map { String(decoding: try $0.bytes(limit: 4_000), as: UTF8.self) }
            return try askForPassphrase("The passphrase:", text) { passphrase in
                if !isDryRun { try vault.unlock(passphrase, seconds: seconds) }
                return .changed(
                    "The diary is unlocked for \(LockCommands.span(seconds)).",
                    State(state: "unlocked", records: nil, files: nil), Self.fields, next: ["timeline", "lock"])
            }
        }
    }

    private static func span(_ seconds: Int) -> String {
        let parts = [(seconds / 3_600, "hour"), (seconds / 60 % 60, "minute"), (seconds % 60, "second")]
        return listed(parts.filter { $0.0 > 0 }.map { counted($0.0, $0.1) })
    }

    /// Asks for a passphrase unless a file or the variable provides it, and continues with `then`.
    private func askForPassphrase(
        _ question: String, _ text: String?, _ then: @escaping @Sendable (String) throws -> Output
    ) throws -> Output {
        if let text = text ?? variable.value { return try then(Passphrase.trimmed(text)) }
        return Output(
            continuation: .secret(question: question, option: "--passphrase-file - or \(variable.name)") {
                try then(Passphrase.trimmed($0))
            })
    }
}
