import Interface
import Kernel

/// The number of colors that a terminal shows.
public enum ColorDepth: Int, Sendable, CaseIterable, Comparable {
    case none
    /// The sixteen colors that the user chose for the terminal.
    case sixteen
    /// xterm's 256 colors.
    case palette
    case full

    /// Orders depths by their number of colors.
    public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}

extension ColorChoice {
    /// Returns the number of colors for a stream.
    public func depth(isTerminal: Bool, environment: [String: String]) -> ColorDepth {
        let availableDepth = ColorChoice.depth(of: environment)
        switch self {
        case .never: return .none
        case .always: return max(availableDepth, .sixteen)
        case .auto: return isTerminal && (environment["NO_COLOR"] ?? "").isEmpty ? availableDepth : .none
        }
    }

    private static func depth(of environment: [String: String]) -> ColorDepth {
        let terminal = environment["TERM"] ?? ""
        if terminal.isEmpty || terminal == "dumb" { return .none }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || terminal.hasSuffix("-direct") {
            return .full
        }
        return terminal.contains("256color") ? .palette : .sixteen
    }
}

/// A palette that turns text roles into escape codes (SGR), or into nothing without colors.
public struct Palette: Sendable {
    public let depth: ColorDepth
    private let codes: [TextRole: String]

    public init(theme: Theme = .classic, depth: ColorDepth) {
        self.depth = depth
        codes = Dictionary(uniqueKeysWithValues: TextRole.allCases.map { ($0, Palette.code(of: $0, theme, depth)) })
    }

    /// A palette without colors, for pipes and `--color never`.
    public static let plain = Palette(depth: .none)

    /// Returns text without control characters between the codes of its cell colors, else of its
    /// swatch, else of its role.
    func paint(_ text: String, _ role: TextRole, swatch: RGBColor? = nil, colors: CellColors? = nil) -> String {
        guard depth != .none, !text.isEmpty else { return text }
        let code =
            colors.map { [cellCode($0.ink, 38), cellCode($0.ground, 48)].compactMap { $0 }.joined(separator: ";") }
            ?? swatch.map {
                Palette.color($0, depth, isBackground: true)
            } ?? codes[role] ?? ""
        return code.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// Returns the code of a picture's color, computed because pictures have many.
    private func cellCode(_ color: RGBColor?, _ ground: Int) -> String? {
        guard let color else { return nil }
        let light = SIMD3(Int(color.red), Int(color.green), Int(color.blue))
        switch depth {
        case .none: return nil
        case .full: return "\(ground);2;\(color.red);\(color.green);\(color.blue)"
        case .palette: return "\(ground);5;\(FixedIndex.nearest(light))"
        case .sixteen:
            let code = Int(FixedIndex.ofSixteen(light))
            return "\(ground - 8 + (code & 7) + (code > 7 ? 60 : 0))"
        }
    }

    private static func code(of role: TextRole, _ theme: Theme, _ depth: ColorDepth) -> String {
        guard depth != .none else { return "" }
        let style =
            switch role {
            case .bad where theme == .contrast: "1;7"
            case .warning where theme == .contrast: "1;4"
            case .title, .accent, .bad: "1"
            case .input: theme.colors.isEmpty ? "4" : ""
            case .muted: depth == .sixteen && !theme.colors.isEmpty ? "2" : ""
            default: ""
            }
        guard let themeColor = theme.colors[role] else { return style }
        let color = depth == .sixteen ? sixteen(role) : readable(themeColor, theme.background, depth)
        return [style, color].filter { !$0.isEmpty }.joined(separator: ";")
    }

    /// Returns one of the user's sixteen colors by meaning, because their appearance is unknown.
    private static func sixteen(_ role: TextRole) -> String {
        switch role {
        case .accent: "34"
        case .good: "32"
        case .warning: "33"
        case .bad: "31"
        case .input: "36"
        default: ""
        }
    }

    /// Returns the code of a color, replaced by the nearest of 256 that is readable on the
    /// background (contrast 4.5).
    private static func readable(_ color: RGBColor, _ background: Theme.Background, _ depth: ColorDepth) -> String {
        guard depth == .palette else { return Palette.color(color, depth, isBackground: false) }
        let nearest = color.nearestFixed { fixed in background.colors.allSatisfy { fixed.contrast(with: $0) >= 4.5 } }
        return nearest.map { "38;5;\($0.index)" } ?? ""
    }

    private static func color(_ color: RGBColor, _ depth: ColorDepth, isBackground: Bool) -> String {
        let ground = isBackground ? 48 : 38
        switch depth {
        case .none: return ""
        case .full: return "\(ground);2;\(color.red);\(color.green);\(color.blue)"
        // Most terminals with sixteen colors of their own understand these as well. The others
        // leave the swatch blank.
        case .sixteen, .palette: return color.nearestFixed().map { "\(ground);5;\($0.index)" } ?? ""
        }
    }
}
