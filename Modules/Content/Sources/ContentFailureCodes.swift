import Kernel

extension Failure.Code {
    /// Thrown for the first error in the manifest of a pack, such as an invalid `id`.
    package static var badPack: Self { Self() }
    /// Thrown when a file that the manifest of a pack names is missing.
    package static var missingPackFile: Self { Self() }
    /// Thrown when a diagram cannot be written to the system's temporary folder for `--open`.
    package static var noDraft: Self { Self() }
    /// Thrown when a file of a pack is malformed JSON. The message names its line.
    package static var notJSON: Self { Self() }
    /// Thrown when a path in a pack is absolute, contains `..`, lacks `.json`, or links out of the
    /// pack.
    package static var pathLeavesPack: Self { Self() }
    /// Thrown when a typed belt is unknown to the school, or its bare number fits several belts.
    package static var unknownBelt: Self { Self() }
    /// Thrown when a typed sparring exchange is unknown.
    package static var unknownExchange: Self { Self() }
    /// Thrown when a manifest lacks `"format": "commonplace-pack"` or its version differs from 1.
    package static var unknownPackFormat: Self { Self() }
    /// Thrown when a typed theory page is unknown.
    package static var unknownPage: Self { Self() }
    /// Thrown when a typed pattern is unknown.
    package static var unknownPattern: Self { Self() }
    /// Thrown when a typed technique is unknown.
    package static var unknownTechnique: Self { Self() }
    /// Reported when a file of a pack, or a whole pack, fails to open with an unexpected error.
    package static var unreadable: Self { Self() }
    /// Thrown when a learner's own word lacks English letters or digits, or lacks any Korean.
    package static var wordIncomplete: Self { Self() }
    /// Thrown when the hangul of an own word lacks Korean letters, or its romanization lacks Latin
    /// ones.
    package static var wrongScript: Self { Self() }
    /// Thrown when a new own word exists already, or an import row would change a word of a pack.
    package static var wordExists: Self { Self() }
    /// Thrown when a command edits or deletes a term that is missing from the learner's own words.
    package static var noOwnWord: Self { Self() }
    /// Thrown when a profile would have more than 100,000 own words.
    package static var tooManyWords: Self { Self() }
    /// Thrown by `set new` when a set with this name exists. Case is ignored.
    package static var setExists: Self { Self() }
    /// Thrown when the name of a new set lacks letters and digits.
    package static var badSetName: Self { Self() }
    /// Thrown when a set would contain more than 10,000 words.
    package static var setTooLarge: Self { Self() }
    /// Thrown when a typed word set is unknown.
    package static var noSet: Self { Self() }
    /// Thrown when a CSV file ends inside an open quotation mark, or a row fails to parse.
    package static var sheetBroken: Self { Self() }
    /// Thrown when an imported file or Anki package contains more than 100,000 words.
    package static var tooManyRows: Self { Self() }
    /// Thrown when an imported file is a spreadsheet workbook, or its text is neither UTF-8 nor
    /// UTF-16.
    package static var notText: Self { Self() }
    /// Thrown by an unknown column name in `--columns`, or an unknown category in a row.
    package static var badColumns: Self { Self() }
    /// Thrown when an imported Anki package is unreadable or lacks notes.
    package static var notAPackage: Self { Self() }
}
