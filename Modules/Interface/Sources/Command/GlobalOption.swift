import Kernel
import Languages

/// A global option: its declaration, and its effect on `GlobalOptions`.
package struct GlobalOption: Sendable {
    let parameter: ParameterDeclaration
    let set: @Sendable (inout GlobalOptions, String) throws -> Void

    /// The declarations of all global options, with the built-in stores.
    ///
    /// Additional stores change no option's name.
    package static var parameters: [ParameterDeclaration] { builtInOptions.map(\.parameter) }

    static func list(_ stores: [StoreChoice]) -> [GlobalOption] {
        stores == StoreChoice.builtIn ? builtInOptions : optionsBeforeStore + [store(stores)] + optionsAfterStore
    }

    private static let builtInOptions = optionsBeforeStore + [store(StoreChoice.builtIn)] + optionsAfterStore

    private static func store(_ stores: [StoreChoice]) -> GlobalOption {
        let places = stores.map(\.place)
        let help =
            places.count > 1 ? "\(places.dropLast().joined(separator: ", ")), or \(places.last ?? "")" : places.joined()
        return value("store", .store(stores), "keep records \(help)", shown: stores.first?.name) { options, word in
            options.store = StoreChoice.read(word, of: stores) ?? .file
        }
    }

    /// The options that help lists before `--store`.
    private static let optionsBeforeStore: [GlobalOption] = [
        value("data", .text("DIR", limit: 4096), "keep records in this folder") { $0.dataDirectory = $1 }
    ]

    /// The options that help lists after `--store`.
    private static let optionsAfterStore: [GlobalOption] = [
        value("community", .text("DIR", limit: 4096), "use the community in this folder") {
            $0.communityDirectory = $1
        },
        value("profile", .text("NAME", limit: 200), "act for this profile") { $0.profile = $1 },
        flag("json", "print JSON") { try $0.choose(.json) },
        flag("plain", "print one record a line, with tabs between its fields") { try $0.choose(.plain) },
        value("color", .choice("WHEN"), "use colours", shown: "auto") { $0.color = $1 },
        value("language", .language, "speak this language: en, es, fr, ko") { $0.language = $1 },
        flag("quiet", "print only what was asked for") { $0.isQuiet = true },
        flag("dry-run", "change nothing, only say what would change") { $0.isDryRun = true },
        flag("yes", "answer all questions with yes") { $0.answersYes = true },
        value("today", .date, "use this day as today") { $0.today = $1 },
        value("seed", .seed, "fix what is random") { $0.seed = $1 },
        flag("reduced-motion", "show no movement") { $0.reducesMotion = true },
        flag("help", short: "h", "explain the command") { $0.wantsHelp = true },
        flag("version", "show the version") { $0.wantsVersion = true },
    ]

    private static func value<Value>(
        _ name: String, _ kind: ValueKind<Value>, _ help: String, shown: String? = nil,
        set: @escaping @Sendable (inout GlobalOptions, Value) -> Void
    ) -> GlobalOption {
        let parameter = Parameter<Value?>.option(name, kind, shown: shown, help)
        return GlobalOption(parameter: parameter.declarations[0]) { options, word in
            let context = ParsingContext(today: Day(ordinal: 0), files: .none)
            let invocation = Invocation(words: [name: [word]], context: context, usage: "")
            if let value = try parameter.value(invocation) { set(&options, value) }
        }
    }

    private static func flag(
        _ name: String, short: String? = nil, _ help: String,
        set: @escaping @Sendable (inout GlobalOptions) throws -> Void
    ) -> GlobalOption {
        GlobalOption(parameter: Parameter<Bool>.flag(name, short: short, help).declarations[0]) { options, _ in
            try set(&options)
        }
    }
}

extension GlobalOptions {
    /// Sets the output form, and throws `twoForms` if another one is set.
    fileprivate mutating func choose(_ wanted: OutputForm) throws {
        guard form == .readable || form == wanted else {
            throw Failure(.twoForms, "--json and --plain cannot be used together.", kind: .usage)
        }
        form = wanted
    }
}

extension ValueKind where Value == Day {
    /// A day, only as `YYYY-MM-DD`, because the current day is unknown before the app is built.
    fileprivate static var date: Self {
        ValueKind("DAY", values: "YYYY-MM-DD") { word, _ in
            guard let day = Day(word) else {
                throw Failure(.notADay, "“\(word)” is not a day; write it as in 2026-11-20.", kind: .usage)
            }
            return day
        }
    }
}

extension ValueKind where Value == Language {
    /// A language by its tag, or as a locale is written.
    fileprivate static var language: Self {
        ValueKind("LANG") { word, _ in
            guard let language = Language(word) else {
                throw Failure(.notALanguage, "“\(word)” is not a language; write it as in es or ko_KR.", kind: .usage)
            }
            return language
        }
    }
}

extension ValueKind where Value == UInt64 {
    /// A seed for random choices: a whole number from 0.
    fileprivate static var seed: Self {
        ValueKind("N") { word, _ in
            guard let number = UInt64(word) else {
                throw Failure(.notASeed, "“\(word)” is not a whole number from 0.", kind: .usage)
            }
            return number
        }
    }
}

extension ConsoleFiles {
    /// An empty set of files, in which every read fails.
    package static let none = ConsoleFiles(
        read: { path, _ in throw Failure(.fileNotFound, "There is no file “\(path)”.", kind: .missingInput) },
        write: { path, _, _ in throw Failure(.cannotCreate, "“\(path)” cannot be made.", kind: .cannotCreate) })
}
