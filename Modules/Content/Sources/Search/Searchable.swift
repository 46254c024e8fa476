/// A document for the search: a term, a pattern, a page of theory. Only its faces count, the words it may be called by.
public struct Searchable: Hashable, Identifiable, Sendable {
    /// Unique together with its kind.
    public let id: String
    /// What it is: `term`, `pattern`, `technique`.
    public let kind: String
    /// English names, the shown one first.
    public var english: [String]
    /// Hangul, the shown one first.
    public var hangul: [String]
    /// Every romanisation.
    public var romanizations: [String]
    /// Other hangul that is accepted: found, and ranked lower.
    public var variants: [String]

    /// A document from its faces.
    public init(
        id: String, kind: String, english: [String], hangul: [String] = [], romanizations: [String] = [], variants: [String] = []
    ) {
        self.id = id
        self.kind = kind
        self.english = english
        self.hangul = hangul
        self.romanizations = romanizations
        self.variants = variants
    }
}

extension Term {
    /// The kind of every term's document.
    public static let searchKind = "term"

    /// The term's faces; its computed Revised Romanization is one of them.
    public var searchable: Searchable {
        var spellings = ([romanization] + romanizations).flatMap(Self.alternatives)
        if let computed = revisedRomanization, !spellings.contains(computed) { spellings.append(computed) }
        return Searchable(
            id: id, kind: Self.searchKind, english: ([english] + aliases + [meaning, wording]).flatMap(Self.alternatives),
            hangul: Self.alternatives(hangul),
            romanizations: spellings, variants: variants)
    }

    /// A face with alternatives (`dwi / dwit`) or a remark in brackets is also each of them, and also what it is without the remark.
    private static func alternatives(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "/") }) else { return [text] }
        var result = [text]
        if let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") {
            let rest = (text[..<open] + text[text.index(after: close)...]).split(separator: " ").joined(separator: " ")
            if !rest.isEmpty { result.append(rest) }
        }
        let parts = text.split(separator: "/").map { String($0) }
        return parts.count > 1 ? result + parts : result
    }
}
