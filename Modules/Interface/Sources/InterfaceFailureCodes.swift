import Kernel

extension Failure.Code {
    /// Thrown when a path is empty, contains NUL or has 4096 bytes or more, or when its extension
    /// contradicts a page.
    package static var badPath: Self { Self() }
    /// Thrown when a question needs an answer and standard input or error lacks a terminal.
    package static var cannotAsk: Self { Self() }
    /// Thrown when a file is written through `ConsoleFiles.none`, which refuses every write.
    package static var cannotCreate: Self { Self() }
    /// Thrown when a file cannot be written, or would be written into the folder of the records.
    package static var cannotWrite: Self { Self() }
    /// Thrown when options or arguments of one command exclude each other.
    package static var contradiction: Self { Self() }
    /// Thrown by `restore` and `store copy` when the target has records and `--replace` is missing.
    package static var dataThere: Self { Self() }
    /// Thrown when the console lacks an editor.
    package static var editorMissing: Self { Self() }
    /// Thrown when a command opens an editor while standard input lacks a terminal.
    package static var editorNeedsTerminal: Self { Self() }
    /// Thrown when another program changes a file while the app reads it.
    package static var fileChanged: Self { .systemFailure() }
    /// Thrown when the file to write already exists and replacing it was not requested.
    package static var fileExists: Self { Self() }
    /// Thrown when a command would write a binary file to a terminal.
    package static var fileForScreen: Self { Self() }
    /// Thrown when a required argument or option value is missing.
    package static var missingArgument: Self { Self() }
    /// Thrown when `--profile` is used in an app without profiles.
    package static var noProfiles: Self { Self() }
    /// Thrown when the input ends before a question is answered.
    package static var noAnswer: Self { Self() }
    /// Thrown when the app reads a named pipe that lacks a writing program.
    package static var nobodyWrites: Self { Self() }
    /// Thrown when a word is outside the listed choices of an argument or setting.
    package static var notAChoice: Self { Self() }
    /// Thrown when a word cannot be read as a day.
    package static var notADay: Self { Self() }
    /// Thrown when a word cannot be read as a duration from 1 second to 99 hours.
    package static var notADuration: Self { Self() }
    /// Thrown when the path to read is a folder, block device or socket.
    package static var notAFile: Self { Self() }
    /// Thrown when the format of a status line lacks “%” or exceeds 500 bytes.
    package static var notAFormat: Self { Self() }
    /// Thrown when a word cannot be read as a month.
    package static var notAMonth: Self { Self() }
    /// Thrown when a word is an invalid whole number, or a computed JSON number is infinite or NaN.
    package static var notANumber: Self { Self() }
    /// Thrown when a word is neither a positive number nor an ascending range such as 5-8.
    package static var notARange: Self { Self() }
    /// Thrown when the value of `--language` is an invalid language tag.
    static var notALanguage: Self { Self() }
    /// Thrown when the value of `--seed` lies outside the whole numbers from 0.
    static var notASeed: Self { Self() }
    /// Thrown when a word cannot be read as a time of day such as 18:30.
    package static var notATime: Self { Self() }
    /// Thrown when the user declines a confirmation.
    package static var notConfirmed: Self { Self() }
    /// Thrown when a command needs a terminal and runs without one.
    package static var noTerminal: Self { Self() }
    /// Thrown when a command that changes a record receives no change.
    package static var nothingToChange: Self { Self() }
    /// Thrown when the user should choose from an empty list.
    package static var nothingToChoose: Self { Self() }
    /// Thrown when a word of the command line is invalid UTF-8.
    package static var notUTF8: Self { Self() }
    /// Thrown when a number lies outside the range of its argument.
    package static var numberOutOfRange: Self { Self() }
    /// Thrown when the console lacks a program that opens files.
    package static var openerMissing: Self { Self() }
    /// Thrown when a flag is written with a value, as in `--all=yes`.
    package static var optionTakesNoValue: Self { Self() }
    /// Thrown when an option is the last word, or the next word looks like an option.
    package static var optionValueMissing: Self { Self() }
    /// Thrown when the reader of the output has closed it, such as `head` in a pipe.
    package static var outputClosed: Self { Self() }
    /// Thrown when writing to the output fails, for example because the disk is full.
    package static var outputFailed: Self { Self() }
    /// Thrown when a second session switches the terminal to raw mode.
    package static var terminalTaken: Self { Self() }
    /// Thrown when `--json` and `--plain` are combined.
    package static var twoForms: Self { Self() }
    /// Thrown when `--json` is combined with a file on standard output (`-`).
    package static var twoOnOutput: Self { Self() }
    /// Thrown when a command receives more arguments than it declares.
    package static var unexpectedArgument: Self { Self() }
    /// Thrown when a word matches neither a command nor a help page.
    package static var unknownCommand: Self { Self() }
    /// Thrown when a command lacks an option of this name.
    package static var unknownOption: Self { Self() }
}
