import Kernel

/// Reads a calendar component by component; the lines of those that nobody asks for are passed over.
struct CalendarReader {
    /// A component and what stands in it.
    struct Component {
        let name: String
        /// The line in which it begins.
        let line: Int
        var lines: [CalendarLine] = []
        var parts: [Component] = []

        func first(_ name: String) -> CalendarLine? { lines.first { $0.name == name } }
    }

    /// What is wrong with a line.
    struct Fault: Hashable {
        let reason: String
        let line: Int
    }

    private static let (deepest, mostLines, mostParts) = (8, 2000, 1000)

    private var lines: Lines
    private var open: [Component] = []
    private(set) var faults: [Fault] = []
    private var hasEnded = false
    private let wanted: Set<String>

    /// - Parameter wanted: the components of a calendar that are given.
    init(_ bytes: [UInt8], wanted: Set<String>) { (lines, self.wanted) = (Lines(bytes), wanted) }

    /// The faults since they were asked for last.
    mutating func takeFaults() -> [Fault] {
        defer { faults = [] }
        return faults
    }

    /// The next component; nil at the end.
    mutating func next() -> Component? {
        // Whoever reads takes them, so that a million broken lines are counted and not kept.
        while faults.count < 1000, let (line, number) = unfolded() {
            guard let line else {
                faults.append(Fault(reason: "it is too long", line: number))
                continue
            }
            guard line.contains(where: { $0 > 32 }) else { continue }
            let seen = line.contains { $0 < 32 && $0 != 9 } ? line.filter { $0 >= 32 || $0 == 9 }[...] : line
            guard let content = CalendarLine(seen) else {
                faults.append(Fault(reason: "it cannot be read", line: number))
                continue
            }
            if seen.count < line.count {
                faults.append(Fault(reason: "it has characters that cannot be seen, which are left out", line: number))
            }
            switch content.name {
            case "BEGIN": begin(content.value.trimmed().uppercased(), number)
            case "END": if let ended = end(content.value.trimmed().uppercased(), number) { return ended }
            default:
                guard let last = open.indices.last, open[last].name != "VCALENDAR" else { continue }
                if open[last].lines.count < CalendarReader.mostLines { open[last].lines.append(content) }
            }
        }
        if faults.count >= 1000 { return Component(name: "", line: lines.number) }
        if let last = open.last, !hasEnded {
            faults.append(Fault(reason: "\(last.name) is begun and never ended", line: last.line))
        }
        hasEnded = true
        return nil
    }

    private mutating func begin(_ name: String, _ number: Int) {
        guard open.count < CalendarReader.deepest else {
            faults.append(Fault(reason: "it is nested too deep", line: number))
            return
        }
        open.append(Component(name: name, line: number))
    }

    /// The component that is ended, where it is one that is wanted.
    private mutating func end(_ name: String, _ number: Int) -> Component? {
        guard let place = open.lastIndex(where: { $0.name == name }) else {
            faults.append(Fault(reason: "it ends what was not begun", line: number))
            return nil
        }
        for lost in open[(place + 1)...] {
            faults.append(Fault(reason: "\(lost.name) is begun and never ended", line: lost.line))
        }
        let ended = open[place]
        open.removeSubrange(place...)
        if wanted.contains(name) { return ended }
        if let last = open.indices.last, open[last].name != "VCALENDAR", open[last].parts.count < CalendarReader.mostParts {
            open[last].parts.append(ended)
        }
        return nil
    }

    /// The next line with those that continue it; nil instead of one that is longer than any line may be.
    private mutating func unfolded() -> (line: ArraySlice<UInt8>?, number: Int)? {
        guard let first = lines.next() else { return nil }
        let number = lines.number
        guard lines.nextGoesOn else { return (first, number) }
        var whole = Array(first)
        while lines.nextGoesOn, let more = lines.next() {
            if whole.count <= Lines.longest { whole += more.dropFirst() }
        }
        return (whole.count > Lines.longest ? nil : whole[...], number)
    }
}
