import Interface

/// A picture that a program has drawn with characters, reduced to characters and their colors.
enum DrawnText {
    /// Returns the lines without escape sequences except colors (`ESC [ … m`), and without control
    /// characters except line ends.
    ///
    /// Each line ends with its colors reset.
    static func cleaned(_ text: String, colored: Bool) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            line(Array($0.unicodeScalars), colored)
        }
        return lines.filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
    }

    /// Returns the columns of a cleaned line.
    ///
    /// Color codes take none.
    static func columns(_ line: String) -> Int {
        let scalars = Array(line.unicodeScalars)
        var text = ""
        var place = 0
        while place < scalars.count {
            if let end = endOfSequence(scalars, at: place) {
                place = end
            } else {
                text.unicodeScalars.append(scalars[place])
                place += 1
            }
        }
        return DisplayWidth.columns(of: text)
    }

    private static func line(_ scalars: [Unicode.Scalar], _ colored: Bool) -> String {
        var cleanLine = ""
        var hasColors = false
        var place = 0
        while place < scalars.count {
            if let end = endOfSequence(scalars, at: place) {
                let code = scalars[place..<end]
                if colored, isColor(code) {
                    cleanLine.unicodeScalars.append(contentsOf: code)
                    hasColors = true
                }
                place = end
                continue
            }
            if !isControl(scalars[place]) { cleanLine.unicodeScalars.append(scalars[place]) }
            place += 1
        }
        return hasColors ? cleanLine + "\u{1B}[0m" : cleanLine
    }

    /// Returns the end of a control sequence (`ESC [`, parameters, one letter) that begins here, or
    /// nil.
    private static func endOfSequence(_ scalars: [Unicode.Scalar], at start: Int) -> Int? {
        guard scalars[start] == "\u{1B}", start + 1 < scalars.count, scalars[start + 1] == "[" else { return nil }
        let last = scalars[(start + 2)...].firstIndex { (0x40...0x7E).contains($0.value) }
        return (last ?? scalars.count - 1) + 1
    }

    private static func isColor(_ code: ArraySlice<Unicode.Scalar>) -> Bool {
        code.last == "m" && code.dropFirst(2).dropLast().allSatisfy { $0 == ";" || ("0"..."9").contains($0) }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
    }
}
