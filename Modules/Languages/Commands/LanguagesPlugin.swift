import Kernel
import Languages
import Terminal

/// What every app has of this module: `language`, what `doctor` reads of the sentences that a person has brought, and that a backup takes them along.
public struct LanguagesPlugin: Plugin {
    /// The plugin's name.
    public let name = "Languages"
    private let shelf: LanguageStock
    private let language: Language
    private let command: LanguageCommand

    /// - Parameters:
    ///   - shelf: what there is of languages.
    ///   - options: those of every command, one of which may name a language.
    ///   - variables: those of the process, which say what language its person reads.
    ///   - trial: a store that was handed to the app, over which it chooses nothing that lasts; nil for its own.
    public init(_ shelf: LanguageStock, _ options: GlobalOptions, _ variables: [String: String], _ trial: (any Store)?) {
        self.shelf = shelf
        language = FoundLanguage(options.language, variables, kept: shelf.kept).language
        command = LanguageCommand(
            shelf: shelf, asked: options.language, variables: variables, isRehearsal: options.isDryRun || trial != nil)
    }

    /// Adds the command, the folder and the look into it.
    public func contribute(to registry: inout Registry) {
        registry.add(command.command, to: .commands)
        registry.add(DataFolder("languages", of: "language file"), to: .dataFolders)
        registry.add(Checkup("languages") { findings }, to: .checkups)
    }

    private var findings: [StoreReport.Finding] {
        guard let pack = shelf.own(language) else { return [] }
        let name = "languages/\(language.tag).strings"
        let told = pack.findings.prefix(LanguagesPlugin.most).map {
            StoreReport.Finding(.notice, "\(name), line \($0.line): \($0.sentence) English stands there instead.")
        }
        let rest = pack.findings.count - told.count
        return rest > 0 ? told + [.init(.notice, "\(name): \(rest) more lines cannot be used.")] : told
    }

    /// How many findings are told one by one.
    private static let most = 5
}
