import Kernel

/// A reader of calendar components that skips the lines of unwanted ones.
struct CalendarReader {
    /// A component with its content.
    struct Component {
        let name: String
        let line: Int
        var lines: [CalendarLine] = []
        var parts: [Component] = []

        func first(_ name: String) -> CalendarLine? { lines.first { $0.name == name } }
    }

    /// An error in a line.
    struct Fault: Hashable {
        let reason: String
        let line: Int
    }

    private static let (maximumDepth, maximumLines, maximumParts) = (8, 2000, 1000)

    private var lines: Lines
    private var openComponents: [Component] = []
    private(set) var faults: [Fault] = []
    private var hasEnded = false
    private let wanted: Set<String>

    /// Creates a reader.
    ///
    /// - Parameter wanted: the names of the components to return.
    init(_ bytes: [UInt8], wanted: Set<String>) {
        lines = Lines(bytes)
        self.wanted = wanted
    }

    /// Returns the errors since the last call and clears them.
    mutating func takeFaults() -> [Fault] {
        defer { faults = [] }
        return faults
    }

    /// Returns the next component, or `nil` at the end. After 1000 faults it returns a component
    /// without a name, so that the caller takes them.
    mutating func next() -> Component? {
        // The caller takes the errors in batches, so that a million broken lines are counted
        // without being stored.
        while faults.count < 1000, let (line, number) = unfolded() {
            guard let line else {
                faults.append(Fault(reason: "it is too long", line: number))
                continue
            }
            guard line.contains(where: { $0 > 32 }) else { continue }
            let visible = line.contains { $0 < 32 && $0 != 9 } ? line.filter { $0 >= 32 || $0 == 9 }[...] : line
            guard let content = CalendarLine(visible) else {
                faults.append(Fault(reason: "it cannot be read", line: number))
                continue
            }
            if visible.count < line.count {
                faults.append(
                    Fault(reason: "it has characters that cannot be seen, which are left out", line: number))
            }
            switch content.name {
            case "BEGIN": begin(content.value.trimmed().uppercased(), number)
            case "END": if let component = end(content.value.trimmed().uppercased(), number) { return component }
            default:
                guard let last = openComponents.indices.last, openComponents[last].name != "VCALENDAR" else { continue }
                if openComponents[last].lines.count < CalendarReader.maximumLines {
                    openComponents[last].lines.append(content)
                }
            }
        }
        if faults.count >= 1000 { return Component(name: "", line: lines.number) }
        if let last = openComponents.last, !hasEnded {
            faults.append(Fault(reason: "\(last.name) is begun and never ended", line: last.line))
        }
        hasEnded = true
        return nil
    }

    private mutating func begin(_ name: String, _ number: Int) {
        guard openComponents.count < CalendarReader.maximumDepth else {
            faults.append(Fault(reason: "it is nested too deep", line: number))
            return
        }
        openComponents.append(Component(name: name, line: number))
    }

    /// Ends a component and returns it if it is wanted.
    private mutating func end(_ name: String, _ number: Int) -> Component? {
        guard let place = openComponents.lastIndex(where: { $0.name == name }) else {
            faults.append(Fault(reason: "it ends what was not begun", line: number))
            return nil
        }
        for unclosed in openComponents[(place + 1)...] {
            faults.append(Fault(reason: "\(unclosed.name) is begun and never ended", line: unclosed.line))
        }
        let component = openComponents[place]
        openComponents.removeSubrange(place...)
        if wanted.contains(name) { return component }
        if let last = openComponents.indices.last, openComponents[last].name != "VCALENDAR",
            openComponents[last].parts.count < CalendarReader.maximumParts
        {
            openComponents[last].parts.append(component)
        }
        return nil
    }

    /// Returns the next line with its continuation lines. The line is `nil` if it exceeds the
    /// maximum length.
    private mutating func unfolded() -> (line: ArraySlice<UInt8>?, number: Int)? {
        guard let first = lines.next() else { return nil }
        let number = lines.number
        guard lines.nextIsContinuation else { return (first, number) }
        var joined = Array(first)
        while lines.nextIsContinuation, let continuation = lines.next() {
            if joined.count <= Lines.longest { joined += continuation.dropFirst() }
        }
        return (joined.count > Lines.longest ? nil : joined[...], number)
    }
}
