import Kernel

/// A content line of a calendar (RFC 5545, 3.1): `DTSTART;TZID=Europe/Berlin:20261120T090000`.
package struct CalendarLine: Hashable, Sendable {
    package let name: String
    package let parameters: [String: String]
    /// The raw value after the colon, with its backslash escapes.
    package let value: String

    package init(_ name: String, _ parameters: [String: String] = [:], value: String) {
        self.name = name
        self.parameters = parameters
        self.value = value
    }

    package init(_ name: String, _ parameters: [String: String] = [:], text: String) {
        self.init(name, parameters, value: CalendarLine.escaped(text))
    }

    /// Escapes a text for a calendar with backslashes.
    package static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 92 || $0 == 59 || $0 == 44 || $0 < 32 }) else { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped.append(contentsOf: ["\\", scalar])
            case "\n": escaped.append(contentsOf: ["\\", "n"])
            case "\t": escaped.append(scalar)
            case _ where scalar.value < 32 || scalar.value == 127: break
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// The value as one text, without escapes.
    package var text: String { texts(separatedBy: nil).first ?? "" }

    /// The texts of the value, which commas separate, without escapes.
    package var texts: [String] { texts(separatedBy: ",") }

    private func texts(separatedBy separator: Unicode.Scalar?) -> [String] {
        var texts: [String] = []
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if isEscaped {
                text.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar == separator {
                texts.append(String(text))
                text = String.UnicodeScalarView()
            } else {
                text.append(scalar)
            }
        }
        return texts + [String(text)]
    }

    /// Parses an unfolded line, or returns `nil` if it is invalid.
    init?(_ line: ArraySlice<UInt8>) {
        var position = line.startIndex
        /// Reads a name and returns it in upper case.
        func word() -> String? {
            let start = position
            while position < line.endIndex, CalendarLine.isName(line[position]) { position += 1 }
            return position > start ? String(decoding: line[start..<position], as: UTF8.self).uppercased() : nil
        }
        guard let name = word() else { return nil }
        var parameters: [String: String] = [:]
        while position < line.endIndex, line[position] == UInt8(ascii: ";") {
            position += 1
            guard let parameter = word(), position < line.endIndex, line[position] == UInt8(ascii: "="),
                parameters.count < 100
            else { return nil }
            var value: [UInt8] = []
            repeat {
                position += 1
                let isQuoted = position < line.endIndex && line[position] == 34
                if isQuoted { position += 1 }
                let start = position
                while position < line.endIndex,
                    isQuoted ? line[position] != 34 : ![58, 59, 44].contains(line[position])
                {
                    position += 1
                }
                if !value.isEmpty { value.append(44) }
                value += line[start..<position]
                if isQuoted {
                    guard position < line.endIndex else { return nil }
                    position += 1
                }
            } while position < line.endIndex && line[position] == UInt8(ascii: ",")
            guard let text = String(validating: value, as: UTF8.self) else { return nil }
            parameters[parameter] = text
        }
        guard position < line.endIndex, line[position] == UInt8(ascii: ":"),
            let value = line[(position + 1)...].text
        else { return nil }
        self.init(name, parameters, value: value)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte) || byte == 45
    }

    /// The line in its written form, folded at 75 bytes without splitting a character.
    var folded: [UInt8] {
        var line = Array(name.utf8)
        for (name, text) in parameters.sorted(by: { $0.key < $1.key }) {
            line += Array(";\(name)=".utf8)
            // A parameter cannot contain a quote in any form.
            let text = text.utf8.filter { $0 >= 32 && $0 != 34 }
            let needsQuotes = text.contains { $0 == 44 || $0 == 58 || $0 == 59 }
            line += needsQuotes ? [34] + text + [34] : text
        }
        line.append(UInt8(ascii: ":"))
        line += value.utf8.filter { $0 >= 32 || $0 == 9 }
        guard line.count > 75 else { return line + [13, 10] }
        var (folded, start, room): ([UInt8], Int, Int) = ([], 0, 75)
        while start < line.count {
            var end = min(start + room, line.count)
            while end < line.count, line[end] & 0xC0 == 0x80 { end -= 1 }
            folded += start == 0 ? [] : [32]
            folded += line[start..<end] + [13, 10]
            start = end
            room = 74
        }
        return folded
    }
}

/// A builder for calendar text according to RFC 5545, line by line.
package struct CalendarText: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var openComponents: [String] = []

    /// Begins a calendar.
    ///
    /// - Parameter product: the product identifier of the writing program:
    ///   `-//Commonplace//FocusFlow//EN`.
    package init(product: String) {
        begin("VCALENDAR")
        add(CalendarLine("VERSION", value: "2.0"))
        add(CalendarLine("PRODID", text: product))
    }

    /// Begins a component, such as `VEVENT`.
    package mutating func begin(_ component: String) {
        add(CalendarLine("BEGIN", value: component))
        openComponents.append(component)
    }

    /// Adds a line to the component.
    package mutating func add(_ line: CalendarLine) { bytes += line.folded }

    /// Adds a line with a moment.
    package mutating func add(_ name: String, _ moment: Moment) {
        switch moment {
        case .day(let day): add(CalendarLine(name, ["VALUE": "DATE"], value: CompactTime.text(day)))
        case .localTime(let day, let second): add(CalendarLine(name, value: CompactTime.text(day, second: second)))
        case .instant(let instant): add(CalendarLine(name, value: CompactTime.text(instant)))
        }
    }

    /// Ends the innermost open component.
    package mutating func end() {
        guard let component = openComponents.popLast() else { return }
        add(CalendarLine("END", value: component))
    }

    /// Returns the whole file after ending all open components.
    package mutating func finished() -> [UInt8] {
        while !openComponents.isEmpty { end() }
        return bytes
    }
}
