import Kernel

extension ProcessArguments {
    /// The environment of this process.
    ///
    /// Of two variables with one name the first counts, as in the system.
    ///
    /// Foundation needs 0.3 ms for the same dictionary, a thirtieth of a status bar's time limit.
    public static var variables: [String: String] {
        let list = ThisProcess.environment
        var variables: [String: String] = [:]
        var place = 0
        while let line = list?[place].map({ String(cString: $0) }) {
            place += 1
            guard let sign = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(line[..<sign])
            if variables[name] == nil { variables[name] = String(line[line.utf8.index(after: sign)...]) }
        }
        return variables
    }
}
