import Kernel
import Languages

/// A store that `--store` may name.
public struct StoreChoice: Hashable, Sendable {
    /// The word that the user types.
    public let name: String
    /// The kind of target that follows the name and a colon, or nil if there is none.
    let targetKind: StoreTarget?
    /// The location of the records, as a continuation of "keep records".
    let place: String
    /// The file or server that the user typed, or an empty text.
    public private(set) var target = ""

    public init(_ name: String, targetKind: StoreTarget? = nil, place: String) {
        self.name = name
        self.targetKind = targetKind
        self.place = place
    }

    public init(_ offer: StoreProvider) { self.init(offer.name, targetKind: offer.target, place: offer.place) }

    /// The form that help shows: `file`, `sqlite:FILE`.
    var form: String { targetKind.map { "\(name):\($0.rawValue)" } ?? name }
    /// The form that the user types: `file`, `sqlite:/home/ann/notes.db`.
    public var word: String { target.isEmpty ? name : "\(name):\(target)" }

    /// Returns the choice that a word names, or nil if it names none.
    package static func read(_ word: String, of choices: [StoreChoice]) -> StoreChoice? {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard var choice = choices.first(where: { $0.name == parts[0] }) else { return nil }
        if choice.targetKind == nil { return parts.count == 1 ? choice : nil }
        guard parts.count > 1, !parts[1].isEmpty else { return nil }
        choice.target = parts[1]
        return choice
    }

    /// Returns the same choice with the absolute path of its file, for a process in this working
    /// folder.
    package func resolved(from folder: String) -> StoreChoice {
        var copy = self
        if targetKind == .file, !target.hasPrefix("/") { copy.target = "\(folder)/\(target)" }
        return copy
    }

    /// A store of files in the data directory.
    public static let file = StoreChoice("file", place: "in files")
    /// A store in memory, lost when the program ends.
    public static let memory = StoreChoice("memory", place: "in memory only")
    /// The built-in stores.
    ///
    /// The first of a list is the default.
    public static let builtIn = [file, memory]

    /// Returns whether two choices have the same name.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Hashes only the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The form of a command's output.
public enum OutputForm: Hashable, Sendable {
    /// Tables, colors and sentences for people.
    case readable
    case json
    /// One record a line, with tabs between the fields.
    case plain
}

/// The use of colors: `--color`.
public enum ColorChoice: String, Sendable, CaseIterable {
    /// Colors on a capable terminal without `NO_COLOR`.
    case auto
    /// Colors even in a pipe.
    case always
    case never
}

/// The options that every command of every app accepts, before or after the command's words.
///
/// They are read first, because the composition root needs the data directory, store, profile, day
/// and seed to build its services.
public struct GlobalOptions: Sendable {
    /// `--data DIR`, or nil for the app's default location.
    public var dataDirectory: String?
    /// The store of the records: `--store`.
    public var store = StoreChoice.file
    /// `--community DIR`, or nil for the location that all users of this machine share by default.
    public var communityDirectory: String?
    /// `--profile NAME`, or nil for the current profile.
    public var profile: String?
    public var form = OutputForm.readable
    /// `--language`, or nil for the language of the environment.
    public var language: Language?
    /// The use of colors: `--color`.
    public var color = ColorChoice.auto
    /// `--quiet`, which suppresses notices and hints.
    public var isQuiet = false
    /// `--dry-run`, which suppresses all changes.
    ///
    /// The composition root wraps the store, and the shell announces it.
    public var isDryRun = false
    /// `--yes`, which answers all questions with yes.
    public var answersYes = false
    /// `--today DAY`, which moves only the day.
    public var today: Day?
    /// `--seed N`, which fixes random choices but no identifiers.
    public var seed: UInt64?
    public var reducesMotion = false
    /// `--help` or `-h`, which takes precedence over everything else.
    public var wantsHelp = false
    public var wantsVersion = false

    public init() {}

    /// Returns the same options with absolute paths, for a process in this working folder.
    public func resolved(from folder: String) -> GlobalOptions {
        var copy = self
        copy.store = store.resolved(from: folder)
        return copy
    }

    /// Extracts the global options from a command line, at any position before `--`.
    ///
    /// The remaining words keep their order, including `--` and the words after it. After
    /// `__complete --` the options of the half-typed line apply, so that completions use that
    /// line's data. In that case all words remain.
    ///
    /// - Parameters:
    ///   - arguments: the words after the program's name.
    ///   - stores: the stores that `--store` may name.
    /// - Throws: `Failure` of kind `usage`. With `--help`, invalid options are ignored.
    public static func split(
        _ arguments: [String], stores: [StoreChoice] = StoreChoice.builtIn
    ) throws -> (options: GlobalOptions, rest: [String]) {
        let availableOptions = GlobalOption.list(stores)
        if arguments.starts(with: ["__complete", "--"]) {
            return (optionsTyped(before: arguments.dropFirst(2), availableOptions), arguments)
        }
        let (options, rest, failure) = read(arguments, availableOptions)
        if let failure, !options.wantsHelp { throw failure }
        return (options, rest)
    }

    /// Returns the options of a half-typed line, so that completions use the data of that line.
    private static func optionsTyped(
        before words: ArraySlice<String>, _ availableOptions: [GlobalOption]
    ) -> GlobalOptions {
        var options = read(Array(words.dropLast()), availableOptions).options
        (options.wantsHelp, options.wantsVersion, options.form) = (false, false, .readable)
        return options
    }

    /// Separates global options from the other words, and keeps the first failure.
    private static func read(
        _ arguments: [String], _ availableOptions: [GlobalOption]
    ) -> (options: GlobalOptions, rest: [String], failure: (any Error)?) {
        var options = GlobalOptions()
        var (rest, failure): ([String], (any Error)?) = ([], nil)
        var words = arguments[...]
        while let word = words.popFirst() {
            guard word != "--" else { return (options, rest + [word] + words, failure) }
            guard case .option(let spelled, let inline) = WordShape(word),
                let entry = availableOptions.first(where: { $0.parameter.spellings.contains(spelled) })
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
