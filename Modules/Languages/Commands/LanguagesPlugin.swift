import Interface
import Kernel
import Languages

/// A plugin that adds `language` to every app, includes the user's sentences in backups, and checks
/// them in `doctor`.
package struct LanguagesPlugin: Plugin {
    package let name = "Languages"
    private let catalog: LanguageCatalog
    private let language: Language
    private let command: LanguageCommand

    /// Creates the plugin.
    ///
    /// - Parameters:
    ///   - catalog: the available languages.
    ///   - options: the global options, including the language.
    ///   - variables: the environment of the process, which contains the user's locale.
    ///   - trial: a store passed to the app, for which choices are not saved, or `nil` for the
    ///     app's own.
    package init(
        _ catalog: LanguageCatalog, _ options: GlobalOptions, _ variables: [String: String], _ trial: (any Store)?
    ) {
        self.catalog = catalog
        language = FoundLanguage(options.language, variables, savedLanguage: catalog.savedLanguage).language
        command = LanguageCommand(
            catalog: catalog, requestedLanguage: options.language, variables: variables,
            isDryRun: options.isDryRun || trial != nil)
    }

    package func contribute(to registry: inout Registry) {
        registry.add(command.command, to: .commands)
        registry.add(DataFolder("languages", of: "language file"), to: .dataFolders)
        registry.add(DoctorCheck("languages") { findings }, to: .doctorChecks)
    }

    private var findings: [StoreReport.Finding] {
        guard let pack = catalog.userPack(language) else { return [] }
        let name = "languages/\(language.tag).strings"
        let unusable = pack.findings.map { "\(name), line \($0.line): \($0.sentence) English stands there instead." }
        let unknown = catalog.unknownEntries(of: pack, in: language).map {
            "\(name), line \($0.line): The program has no sentence “\($0.key.prefix(60))”."
        }
        return LanguagesPlugin.notices(unusable) { "\(name): \($0) more lines cannot be used." }
            + LanguagesPlugin.notices(unknown) { "\(name): the program lacks \($0) more of its sentences." }
    }

    /// Returns the first messages as notices, and one about the number of the others.
    private static func notices(_ messages: [String], others: (Int) -> String) -> [StoreReport.Finding] {
        let remainingCount = messages.count - maximumFindings
        let shown = messages.prefix(maximumFindings) + (remainingCount > 0 ? [others(remainingCount)] : [])
        return shown.map { StoreReport.Finding(.notice, $0) }
    }

    /// The number of findings listed one by one.
    private static let maximumFindings = 5
}
