import Kernel
import Languages

/// A store that `--store` may name.
public struct StoreChoice: Hashable, Sendable {
    /// What is typed.
    public let name: String
    /// What is to be typed behind it and a colon; nil where nothing is.
    let takes: StoreTarget?
    /// Where records are then, behind "keep records".
    let place: String
    /// What was typed there: the file, or the server; empty where it takes nothing.
    public private(set) var target = ""

    /// A name, what follows it, and what completes "keep records …" in help.
    public init(_ name: String, takes: StoreTarget? = nil, place: String) {
        (self.name, self.takes, self.place) = (name, takes, place)
    }

    /// What an engine's offer lets people type.
    public init(_ offer: StoreOffer) { self.init(offer.name, takes: offer.target, place: offer.place) }

    /// As help writes it: `file`, `sqlite:FILE`.
    var form: String { takes.map { "\(name):\($0.rawValue)" } ?? name }
    /// As it is typed: `file`, `sqlite:/home/ann/notes.db`.
    public var word: String { target.isEmpty ? name : "\(name):\(target)" }

    /// The choice that a word makes; nil for a word that makes none.
    package static func read(_ word: String, of choices: [StoreChoice]) -> StoreChoice? {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard var choice = choices.first(where: { $0.name == parts[0] }) else { return nil }
        if choice.takes == nil { return parts.count == 1 ? choice : nil }
        guard parts.count > 1, !parts[1].isEmpty else { return nil }
        choice.target = parts[1]
        return choice
    }

    /// The same with a file's whole path, for a process that works in this folder.
    package func seen(from folder: String) -> StoreChoice {
        var copy = self
        if takes == .file, !target.hasPrefix("/") { copy.target = "\(folder)/\(target)" }
        return copy
    }

    /// In files of the data directory.
    public static let file = StoreChoice("file", place: "in files")
    /// Nowhere: gone when the program ends.
    public static let memory = StoreChoice("memory", place: "in memory only")
    /// What there is where nobody has contributed an engine; the first of a list is taken when nothing is said.
    public static let usual = [file, memory]

    /// By the name.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// By the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// How data is shown.
public enum OutputForm: Hashable, Sendable {
    /// For people: tables, colours, sentences.
    case people
    /// One JSON value.
    case json
    /// One record a line, tabs between fields.
    case plain
}

/// What every command of every app takes, on either side of the command.
///
/// Read before anything else, because the composition root needs the data directory, the store, the profile, the day and the seed to
/// build what the commands work with.
public struct GlobalOptions: Sendable {
    /// `--data DIR`; nil for the app's own place.
    public var dataDirectory: String?
    /// Where records are kept: `--store`.
    public var store = StoreChoice.file
    /// `--community DIR`; nil for the place that everybody on this machine shares by default.
    public var communityDirectory: String?
    /// `--profile NAME`; nil for the one in use.
    public var profile: String?
    /// `--json` or `--plain`.
    public var form = OutputForm.people
    /// `--language`; nil for what the process's variables ask for.
    public var language: Language?
    /// When output has colours: `--color`.
    public var color = ColorChoice.auto
    /// `--quiet`: no notices and no hints.
    public var isQuiet = false
    /// `--dry-run`: nothing is changed. The composition root wraps the store; the shell says so.
    public var isDryRun = false
    /// `--yes`: questions are answered with yes.
    public var answersYes = false
    /// `--today DAY`: moves the day only.
    public var today: Day?
    /// `--seed N`: decides chance, never identifiers.
    public var seed: UInt64?
    /// `--reduced-motion`.
    public var reducesMotion = false
    /// `--help` or `-h`; wins over everything else.
    public var wantsHelp = false
    /// Whether nothing is asked but the version of the app.
    public var wantsVersion = false

    /// What is taken when nothing is given.
    public init() {}

    /// The same with whole paths, for a process that works in this folder.
    public func seen(from folder: String) -> GlobalOptions {
        var copy = self
        copy.store = store.seen(from: folder)
        return copy
    }

    /// Takes the global options out of a command line, wherever they stand before `--`.
    ///
    /// The rest keeps its order, and `--` with what follows. Behind `__complete --` the options of the half-typed line count, so that
    /// names complete from the data that the line is about; the rest keeps every word.
    ///
    /// - Parameters:
    ///   - arguments: the words behind the program's name.
    ///   - stores: what `--store` may name.
    /// - Throws: `Failure` of kind `usage`, unless help is wanted: help wins over bad options.
    public static func split(
        _ arguments: [String], stores: [StoreChoice] = StoreChoice.usual
    ) throws -> (options: GlobalOptions, rest: [String]) {
        let known = GlobalOption.list(stores)
        if arguments.starts(with: ["__complete", "--"]) { return (typed(before: arguments.dropFirst(2), known), arguments) }
        let (options, rest, failure) = read(arguments, known)
        if let failure, !options.wantsHelp { throw failure }
        return (options, rest)
    }

    /// What half a command line says already: names are to be completed from the data that it will be run on.
    private static func typed(before words: ArraySlice<String>, _ known: [GlobalOption]) -> GlobalOptions {
        var options = read(Array(words.dropLast()), known).options
        (options.wantsHelp, options.wantsVersion, options.form) = (false, false, .people)
        return options
    }

    private static func read(
        _ arguments: [String], _ known: [GlobalOption]
    ) -> (options: GlobalOptions, rest: [String], failure: (any Error)?) {
        var options = GlobalOptions()
        var (rest, failure): ([String], (any Error)?) = ([], nil)
        var words = arguments[...]
        while let word = words.popFirst() {
            guard word != "--" else { return (options, rest + [word] + words, failure) }
            guard case .option(let spelled, let inline) = WordShape(word),
                let entry = known.first(where: { $0.parameter.spellings.contains(spelled) })
            else {
                rest.append(word)
                continue
            }
            do {
                let value = try entry.parameter.takeValue(spelled: spelled, inline: inline, from: &words)
                try entry.set(&options, value)
            } catch {
                failure = failure ?? error
            }
        }
        return (options, rest, failure)
    }
}
