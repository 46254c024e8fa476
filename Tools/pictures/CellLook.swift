import Kernel

/// The style of a cell, from SGR codes.
struct CellLook: Hashable {
    private(set) var isBold = false
    private(set) var isFaint = false
    private(set) var isUnderlined = false
    private var isReversed = false
    private var front: String?
    private var back: String?

    func colours(ink: String, paper: String) -> (front: String, back: String) {
        let front = front ?? ink
        let back = back ?? paper
        return isReversed ? (back, front) : (front, back)
    }

    /// Applies the parameters of one `ESC [ … m`.
    mutating func take(_ code: Substring) {
        var numbers = code.split(whereSeparator: { $0 == ";" || $0 == ":" }).compactMap { Int($0) }[...]
        if code.isEmpty { numbers = [0] }
        while let number = numbers.popFirst() {
            switch number {
            case 0: self = CellLook()
            case 1: isBold = true
            case 2: isFaint = true
            case 4: isUnderlined = true
            case 7: isReversed = true
            case 22: (isBold, isFaint) = (false, false)
            case 24: isUnderlined = false
            case 27: isReversed = false
            case 30...37: front = Self.named[number - 30]
            case 38: front = Self.color(&numbers)
            case 39: front = nil
            case 40...47: back = Self.named[number - 40]
            case 48: back = Self.color(&numbers)
            case 49: back = nil
            case 90...97: front = Self.named[number - 90]
            default: break
            }
        }
    }

    private static let named = ["#2e3436", "#e05555", "#4fae5c", "#d0a030", "#5c8fe8", "#b06ac8", "#3fb0b8", "#d8d8d8"]

    private static func color(_ numbers: inout ArraySlice<Int>) -> String? {
        switch numbers.popFirst() {
        case 2:
            let parts = Array(numbers.prefix(3))
            numbers = numbers.dropFirst(3)
            return parts.count == 3 ? hex(parts) : nil
        case 5: return numbers.popFirst().flatMap(fixed)
        default: return nil
        }
    }

    private static func fixed(_ index: Int) -> String? {
        let steps = [0, 95, 135, 175, 215, 255]
        switch index {
        case 0..<8: return named[index]
        case 8..<16: return named[index - 8]
        case 16..<232: return hex([steps[(index - 16) / 36], steps[(index - 16) / 6 % 6], steps[(index - 16) % 6]])
        case 232..<256: return hex([Int](repeating: 8 + 10 * (index - 232), count: 3))
        default: return nil
        }
    }

    private static func hex(_ parts: [Int]) -> String {
        "#"
            + parts.map { part in
                let text = String(min(max(part, 0), 255), radix: 16)
                return text.count == 1 ? "0" + text : text
            }.joined()
    }
}
