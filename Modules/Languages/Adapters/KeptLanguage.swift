import Files
import Kernel
import Languages

/// The language that a person chose for an app on this device: its tag in a small file beside the packs that they brought.
struct KeptLanguage: Sendable {
    let folder: String

    /// The language; nil where none was chosen, or nothing of the file can be read.
    var language: Language? {
        guard let bytes = try? file().read() else { return nil }
        return Language(String(decoding: bytes, as: UTF8.self).trimmed())
    }

    /// Keeps a language; nil forgets what was chosen.
    func keep(_ language: Language?) throws { try file().replace(Array(((language?.tag ?? "") + "\n").utf8)) }

    private func file() throws -> SmallFile {
        guard !folder.isEmpty else {
            throw Failure(
                .noPlace, "There is no folder in which to save this.", advice: "Set the variable HOME, or give --data DIR.",
                kind: .usage)
        }
        return SmallFile("\(folder)/choice", limit: 64)
    }
}

/// The language of whoever reads, and who says so.
struct FoundLanguage: Sendable {
    /// Who says which language it is, the first that says it.
    enum Source: String, Sendable {
        case option = "the option --language"
        case setting = "your choice for this app"
        case variable = "the variable COMMONPLACE_LANGUAGE"
        case locale = "the language of the system"
    }

    let language: Language
    let source: Source

    /// - Parameters:
    ///   - asked: by the option.
    ///   - variables: those of the process.
    ///   - folder: where the choice lies.
    init(_ asked: Language?, _ variables: [String: String], _ folder: String) {
        if let asked {
            (language, source) = (asked, .option)
        } else if let kept = KeptLanguage(folder: folder).language {
            (language, source) = (kept, .setting)
        } else if let all = variables[Self.variable].flatMap(Language.init) {
            (language, source) = (all, .variable)
        } else {
            (language, source) = (Language(variables: variables), .locale)
        }
    }

    /// Where the environment says it for all apps.
    static let variable = "COMMONPLACE_LANGUAGE"
}
