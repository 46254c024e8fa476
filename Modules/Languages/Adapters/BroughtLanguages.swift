import Files
import Languages

/// Sentences that a person has brought in a folder, one file a language: `languages/es.strings`. They win over those that came with the program.
public struct BroughtLanguages: Sendable {
    private let folder: String

    /// The files of a folder, which need not be there.
    public init(folder: String) { self.folder = folder }

    /// The file of a language as it was read and judged; nil where there is none. What is no ordinary file of the size of a pack is a finding.
    public func pack(_ language: Language) -> LanguagePack? {
        let name = "\(language.tag).strings"
        guard !folder.isEmpty, let opened = try? Folder.open(folder, [], making: false), opened.facts(of: name) != nil else {
            return nil
        }
        let pack = LanguagePack((try? opened.read(name, limit: LanguagePack.mostBytes)) ?? [])
        return pack.tag == language.tag ? pack : LanguagePack([])
    }
}

extension Tongue {
    /// The language of whoever reads: the one that was asked for, else the one that was chosen for good, else what the variables of the process say.
    ///
    /// - Parameter folder: where a person's own sentences lie, if there are any.
    public init(_ asked: Language?, _ variables: [String: String], brought folder: String) {
        self.init(
            FoundLanguage(asked, variables, kept: { KeptLanguage(folder: folder).language }).language,
            brought: BroughtLanguages(folder: folder))
    }

    /// A language with what came with the program and what a person has brought; English for one that nobody has sentences of.
    public init(_ language: Language, brought: BroughtLanguages) {
        let bundled = language == .english ? nil : BundledLanguages.table(language)
        guard language != .english, bundled != nil || brought.pack(language) != nil else {
            self = .english
            return
        }
        self.init(
            language, tables: { [brought.pack(language).map { StringsTable($0.bytes) }, bundled].compactMap { $0 } },
            isMachineMade: bundled != nil)
    }
}
