/// A document for the search, such as a term, a pattern or a page of theory, represented only by
/// its names.
package struct Searchable: Hashable, Identifiable, Sendable {
    package let id: String
    /// The kind: `term`, `pattern`, `technique`.
    package let kind: String
    package var english: [String]
    package var hangul: [String]
    package var romanizations: [String]
    /// Other accepted hangul, found with a lower rank.
    package var variants: [String]

    package init(
        id: String, kind: String, english: [String], hangul: [String] = [], romanizations: [String] = [],
        variants: [String] = []
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
    package static let searchKind = "term"

    /// The names of the term, including its computed Revised Romanization.
    package var searchable: Searchable {
        var spellings = ([romanization] + romanizations).flatMap(Self.alternatives)
        if let revised = revisedRomanization, !spellings.contains(revised) { spellings.append(revised) }
        return Searchable(
            id: id, kind: Self.searchKind,
            english: ([english] + aliases + [meaning, wording]).flatMap(Self.alternatives),
            hangul: Self.alternatives(hangul), romanizations: spellings, variants: variants)
    }

    /// Returns the separate names in a text with alternatives (`dwi / dwit`) or a bracketed remark,
    /// also without the remark.
    private static func alternatives(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "/") }) else { return [text] }
        var result = [text]
        if let open = text.firstIndex(of: "("), let close = text[open...].firstIndex(of: ")") {
            let withoutRemark = (text[..<open] + text[text.index(after: close)...]).split(separator: " ").joined(
                separator: " ")
            if !withoutRemark.isEmpty { result.append(withoutRemark) }
        }
        let parts = text.split(separator: "/").map { String($0) }
        return parts.count > 1 ? result + parts : result
    }
}
