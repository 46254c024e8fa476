import Kernel

/// A length of time as people write it, 1 second to 24 hours: `30m`, `1h30m`, `45s`, `1.5h`.
package struct Span: Hashable, Sendable, LosslessStringConvertible {
    /// The longest length in seconds: a day.
    package static let longest = 86_400

    package let seconds: Int

    package init(seconds: Int) { self.seconds = seconds }

    /// Parses hours, minutes and seconds in this order, each at most once, or hours with a
    /// fraction.
    ///
    /// Other text returns nil.
    package init?(_ description: String) {
        if let seconds = Span.fraction(description) {
            self.seconds = seconds
            return
        }
        var rest = Substring(description)
        var total = 0
        for (unit, length) in [("h", 3600), ("m", 60), ("s", 1)] {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            guard !digits.isEmpty, rest.dropFirst(digits.count).hasPrefix(unit) else { continue }
            guard digits.count <= 5, let count = Int(digits) else { return nil }
            total += count * length
            rest = rest.dropFirst(digits.count + 1)
        }
        guard rest.isEmpty, (1...Span.longest).contains(total) else { return nil }
        seconds = total
    }

    /// Parses `1.5h`, with a point or comma and at most two decimals, to whole minutes.
    private static func fraction(_ text: String) -> Int? {
        let parts = text.dropLast().split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard text.last == "h", parts.count == 2, (1...2).contains(parts[0].utf8.count),
            (1...2).contains(parts[1].utf8.count),
            parts.joined().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let hours = Int(parts[0]),
            let decimals = Int(parts[1])
        else { return nil }
        let minutes = hours * 60 + (decimals * (parts[1].utf8.count == 1 ? 10 : 1) * 60 + 50) / 100
        return (1...longest / 60).contains(minutes) ? minutes * 60 : nil
    }

    /// The text without zero parts, such as `1h30m`.
    package var description: String {
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
        let shown = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return shown.isEmpty ? "0m" : shown
    }

    /// Returns milliseconds as whole minutes, such as `1h30m`, or `<1m` for less than one.
    package static func minutes(milliseconds: Int) -> String {
        milliseconds > 0 && milliseconds < 60_000 ? "<1m" : Span(seconds: milliseconds / 60_000 * 60).description
    }
}

/// A time of day by the wall clock, such as `09:00` or `9am`.
package struct ClockTime: Hashable, Sendable, LosslessStringConvertible {
    /// Seconds since midnight, 0…86,399.
    package let second: Int

    package init(_ second: Int) { self.second = min(max(second, 0), 86_399) }

    /// Parses `H:MM` or `HH:MM`, and `9am` or `9:30pm` by the twelve-hour clock.
    ///
    /// Other text returns nil.
    package init?(_ description: String) {
        let half = description.suffix(2).lowercased()
        if half == "am" || half == "pm" {
            let time = String(description.dropLast(2))
            guard let clock = ClockTime(time.contains(":") ? time : time + ":00"),
                (1...12).contains(clock.second / 3600)
            else { return nil }
            second = clock.second % 43_200 + (half == "pm" ? 43_200 : 0)
            return
        }
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            description.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: ":")).contains($0) }),
            let hour = Int(parts[0]),
            let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        second = hour * 3600 + minute * 60
    }

    /// The text without seconds, such as `09:00`.
    package var description: String {
        let hour = second / 3600
        let minute = second / 60 % 60
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
