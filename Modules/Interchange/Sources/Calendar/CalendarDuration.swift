import Kernel

/// The reader and writer for calendar durations: `PT25M`, `-P1DT2H`, `P2W`.
enum CalendarDuration {
    /// Parses a duration into seconds, or returns `nil` if it is invalid or longer than ten years.
    static func seconds(_ text: String) -> Int? {
        var rest = Substring(text.uppercased())
        let sign = rest.hasPrefix("-") ? -1 : 1
        if rest.hasPrefix("-") || rest.hasPrefix("+") { rest.removeFirst() }
        guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
        var total = 0
        var isTime = false
        var count = 0
        while let first = rest.first {
            if first == "T" {
                guard !isTime, rest.count > 1 else { return nil }
                isTime = true
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard (1...9).contains(digits.count), let number = Int(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            guard let unit = rest.popFirst() else { return nil }
            let lengths: [Character: Int] = isTime ? ["H": 3600, "M": 60, "S": 1] : ["W": 604_800, "D": 86_400]
            guard let length = lengths[unit] else { return nil }
            total = total + number * length
            count = count + 1
        }
        return count > 0 && total <= 3650 * 86_400 ? sign * total : nil
    }

    /// Formats seconds as a duration: `-PT15M`, `PT9H`, `P1DT30S`.
    static func text(_ seconds: Int) -> String {
        let length = abs(seconds)
        let days = length / 86_400 > 0 ? "\(length / 86_400)D" : ""
        let parts = [(length / 3600 % 24, "H"), (length / 60 % 60, "M"), (length % 60, "S")].filter { $0.0 > 0 }
        let time = parts.map { "\($0.0)\($0.1)" }.joined()
        let body = days + (time.isEmpty ? "" : "T" + time)
        return (seconds < 0 ? "-P" : "P") + (body.isEmpty ? "T0S" : body)
    }
}
