import Kernel
import Languages

/// What every app has of this module: `doctor` reads the sentences that a person has brought, and a backup takes them along.
public struct LanguagesPlugin: Plugin {
    /// The plugin's name.
    public let name = "Languages"
    private let brought: BroughtLanguages
    private let language: Language

    /// - Parameters:
    ///   - folder: where a person's own sentences lie.
    ///   - variables: those of the process, which say what language its person reads.
    public init(at folder: String, _ asked: Language?, _ variables: [String: String]) {
        brought = BroughtLanguages(folder: folder)
        language = asked ?? Language(variables: variables)
    }

    /// Adds the folder and the look into it.
    public func contribute(to registry: inout Registry) {
        registry.add(DataFolder("languages", of: "language file"), to: .dataFolders)
        registry.add(Checkup("languages") { findings }, to: .checkups)
    }

    private var findings: [StoreReport.Finding] {
        guard let pack = brought.pack(language) else { return [] }
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
