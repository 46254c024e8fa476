/// Words whose sound no rule gives: they are listed, and a listing stands before the rules.
enum ListedSounds {
    /// ㄴ insertion (article 29), representative sound before a vowel inside a compound (15), ㄴㄹ kept apart (20 proviso).
    static let respelled: [(written: String, spoken: String)] = [
        ("학여울", "항녀울"), ("알약", "알략"), ("옆앞", "여밥"), ("솔잎", "솔립"), ("꽃잎", "꼰닙"), ("첫인상", "처딘상"), ("맛없", "마덦"),
        ("신문로", "신문노"), ("의견란", "의견난"), ("생산량", "생산냥"), ("결단력", "결딴녁"), ("공권력", "공꿘녁"), ("동원령", "동원녕"),
        ("입원료", "이붠뇨"), ("디귿이", "디그시"), ("디귿을", "디그슬"),
    ]

    /// Tensing that only the dictionary knows (26, 28); Revised Romanization does not write it.
    static let tensed: [(written: String, spoken: String)] = [
        ("태권도", "태꿘도"), ("손등", "손뜽"), ("발등", "발뜽"), ("칼등", "칼뜽"), ("손바닥", "손빠닥"), ("발바닥", "발빠닥"), ("손가락", "손까락"),
        ("발가락", "발까락"), ("절도", "절또"), ("발달", "발딸"), ("결단", "결딴"),
    ]

    /// Nouns in ㄺ, which keep [ㄱ] before ㄱ (article 11): 닭과 [닥꽈], but 맑게 [말께].
    static let nounsInLG: Set<Unicode.Scalar> = ["닭", "흙", "칡", "삵"]

    /// What listed words begin with. Few words hold any of them, and those are not taken apart.
    private static let beginnings = Set((respelled + tensed).compactMap(\.written.unicodeScalars.first))

    /// The word with its listed parts respelled.
    static func respelling(_ word: String, tensing: Bool) -> String {
        guard word.unicodeScalars.contains(where: beginnings.contains) else { return word }
        let scalars = Array(word.unicodeScalars)
        var result = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            if let listing = listing(at: index, in: scalars, tensing: tensing) {
                result.append(contentsOf: listing.spoken.unicodeScalars)
                index += listing.written.unicodeScalars.count
            } else {
                result.append(scalars[index])
                index += 1
            }
        }
        return String(result)
    }

    private static func listing(at index: Int, in scalars: [Unicode.Scalar], tensing: Bool) -> (written: String, spoken: String)?
    {
        let matches = { (entry: (written: String, spoken: String)) in
            scalars[index...].starts(with: entry.written.unicodeScalars)
        }
        return respelled.first(where: matches) ?? (tensing ? tensed.first(where: matches) : nil)
    }
}
