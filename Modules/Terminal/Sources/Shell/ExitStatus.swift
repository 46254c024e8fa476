import Kernel

extension Failure.Kind {
    /// The exit status of the process (sysexits.h, and 1 for a valid request that failed).
    public var exitStatus: Int32 {
        switch self {
        case .failed: 1
        case .usage: 64
        case .badData: 65
        case .missingInput: 66
        case .missingProgram: 69
        case .cannotCreate: 73
        case .temporary: 75
        }
    }

    /// The explanation of the exit status in the manual page.
    var meaning: String {
        switch self {
        case .failed: "The request was understood, but could not be carried out."
        case .usage: "The command line was wrong; nothing was done."
        case .badData: "The data that was given is wrong."
        case .missingInput: "A file that was named does not exist or cannot be read."
        case .missingProgram: "A program that is needed is not installed."
        case .cannotCreate: "A file cannot be made."
        case .temporary: "It may work later."
        }
    }
}
