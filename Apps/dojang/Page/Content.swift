import Composition
import Content
import ContentAdapters
import ContentCommands
import Kernel
import Languages
import LanguagesAdapters
import Learning
import Profiles

extension WordKeeping {
    /// The own words of whoever is at the terminal, and Anki's packages by the programs of this machine.
    static func dojang(_ environment: Environment, _ study: StudyRoom) -> WordKeeping {
        WordKeeping(words: study.words, packages: .programs(environment.programs, now: environment.time.now))
    }
}

extension Environment {
    /// Packs that a feature lays among the person's own, under names that begin alike.
    func laidPacks(_ beginning: String) -> LaidPacks {
        LaidPacks(in: folder("packs"), beginning: beginning, isRehearsal: options.isDryRun || isPassing)
    }
}

extension StudyRoom {
    /// What is looked up: the packs with the own words of whoever asks. Asking makes no profile, and what came with the program is there also
    /// where the records cannot be opened.
    func lookedUp(by family: Family) -> @Sendable () throws -> Library {
        { [self] in
            try Failure.heeding(packs(nil)) {
                guard let profile = try environment.options.profile != nil ? chosen() : family.activeIfAny() else {
                    return try packs(nil)
                }
                return try words(of: profile).library()
            }
        }
    }
}

extension AnswerLanguage {
    /// The language of whoever is at the terminal.
    static func of(_ environment: Environment) -> AnswerLanguage {
        let tongue = Tongue(environment.options.language, environment.variables, brought: environment.folder("languages"))
        guard !tongue.isEnglish else { return .english }
        return AnswerLanguage { text in
            let said = tongue.say(Phrase(asked: text))
            return said == text ? nil : said
        }
    }
}
