import FeedbackCOIN
import Kernel
import Programs

extension Mailer {
    /// Creates a mailer that opens a draft in the desktop's mail program, with `xdg-open mailto:…`
    /// or on macOS `open`.
    ///
    /// - Parameters:
    ///   - deadline: the time limit for the start.
    ///   - environment: the environment of the program, or nil for that of this process.
    package static func desktop(
        of programs: ProgramPath, within deadline: Duration = .seconds(20), environment: [String: String]? = nil
    ) -> Mailer {
        .mailto { link in
            let program =
                Platform.isMac
                ? try programs.require("open", install: "it is a part of macOS")
                : try programs.require("xdg-open", install: "apt-get install xdg-utils")
            let result = try ProgramCall(
                program, [link], deadline: deadline, outputLimit: 1 << 16, environment: environment
            )
            .run()
            guard !result.timedOut, case .exited(let status) = result.ending else {
                throw Failure(
                    .mailUncertain, "The mail program did not answer. It may or may not have a draft.",
                    advice: "Look in your mail program before you try again.")
            }
            guard status == 0 else { throw refusal(status) }
        }
    }

    private static func refusal(_ status: Int32) -> Failure {
        status == 3
            ? Failure(
                .mailProgramMissing, "There is no mail program on this desktop that opens drafts; nothing was sent.",
                advice: "Install one, or use --via sendmail or --via eml.", kind: .missingProgram)
            : Failure(
                .draftNotOpened, "The desktop could not open a draft (status \(status)); nothing was sent.",
                advice: "Use --via sendmail or --via eml.")
    }
}
