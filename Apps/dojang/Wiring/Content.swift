import Composition
import Content
import ContentAdapters
import ContentCommands
import Kernel
import Languages
import LanguagesAdapters
import Learning
import Profiles
import Sound
import SoundAdapters

extension OwnWordServices {
    /// Creates the word commands for the current user's own words, and for Anki packages by the
    /// programs of this machine.
    static func dojang(_ environment: Environment, _ study: LearnerContext) -> OwnWordServices {
        OwnWordServices(words: study.words, packages: .programs(environment.programs, now: environment.time.now))
    }
}

extension Environment {
    /// Returns the packs that a feature installs among the person's own, with a common name prefix.
    func installedPacks(prefix: String) -> InstalledPacks {
        InstalledPacks(in: folder("packs"), prefix: prefix, isDryRun: options.isDryRun || isTemporary)
    }
}

extension LearnerContext {
    /// Returns a closure that reads the packs with the own words of the current user.
    ///
    /// The call creates no profile. Bundled packs are available even if the records cannot be
    /// opened.
    func lookupLibrary(for family: Family) -> @Sendable () throws -> Library {
        { [self] in
            try Failure.withFallback(packs(nil)) {
                guard let profile = try environment.options.profile != nil ? chosen() : family.existingActive() else {
                    return try packs(nil)
                }
                return try words(of: profile).library()
            }
        }
    }
}

extension AnswerLanguage {
    /// Returns the language of the current user.
    static func of(_ environment: Environment) -> AnswerLanguage {
        let translator = Translator(
            environment.options.language, environment.variables, userPacksIn: environment.folder("languages"))
        guard !translator.isEnglish else { return .english }
        return AnswerLanguage { text in
            let translation = translator.translation(LocalizableText(asked: text))
            return translation == text ? nil : translation
        }
    }
}

extension Environment {
    /// Returns the voice of the machine's speech and playback programs. With `--dry-run` it is
    /// silent.
    @Sendable func voice(_ recordings: Recordings) -> Voice {
        options.isDryRun ? .silent : .machine(programs, recordings: recordings)
    }
}
