import Kernel

extension Failure.Code {
    package static var badPath: Self { Self() }
    package static var cannotAsk: Self { Self() }
    package static var cannotCreate: Self { Self() }
    package static var cannotWrite: Self { Self() }
    package static var contradiction: Self { Self() }
    package static var dataThere: Self { Self() }
    package static var editorMissing: Self { Self() }
    package static var editorNeedsTerminal: Self { Self() }
    package static var fileChanged: Self { .systemFailure() }
    package static var fileExists: Self { Self() }
    package static var fileForScreen: Self { Self() }
    package static var missingArgument: Self { Self() }
    package static var noProfiles: Self { Self() }
    package static var noAnswer: Self { Self() }
    package static var nobodyWrites: Self { Self() }
    package static var notAChoice: Self { Self() }
    package static var notADay: Self { Self() }
    package static var notADuration: Self { Self() }
    package static var notAFile: Self { Self() }
    package static var notAFormat: Self { Self() }
    package static var notAMonth: Self { Self() }
    package static var notANumber: Self { Self() }
    package static var notARange: Self { Self() }
    static var notALanguage: Self { Self() }
    static var notASeed: Self { Self() }
    package static var notATime: Self { Self() }
    package static var notConfirmed: Self { Self() }
    package static var noTerminal: Self { Self() }
    package static var nothingToChange: Self { Self() }
    package static var nothingToChoose: Self { Self() }
    package static var notUTF8: Self { Self() }
    package static var numberOutOfRange: Self { Self() }
    package static var openerMissing: Self { Self() }
    package static var optionTakesNoValue: Self { Self() }
    package static var optionValueMissing: Self { Self() }
    package static var outputClosed: Self { Self() }
    package static var outputFailed: Self { Self() }
    package static var terminalTaken: Self { Self() }
    package static var twoForms: Self { Self() }
    package static var twoOnOutput: Self { Self() }
    package static var unexpectedArgument: Self { Self() }
    package static var unknownCommand: Self { Self() }
    package static var unknownOption: Self { Self() }
}
