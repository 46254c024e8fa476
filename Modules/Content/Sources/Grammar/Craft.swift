/// A kind of technique: what is done and in which manner, with what, and at which heights it is named.
struct Craft: Hashable, Sendable {
    enum Kind: String, Sendable { case block, punch, strike, thrust, grasp, kick }

    let kind: Kind
    /// The way, then the action.
    let words: [String]
    /// Of both.
    let english: String
    /// What it is done with, as it is written.
    let tools: [String]
    let sections: [String]
    /// Whether the name may do without the tool.
    let isBare: Bool
    /// Whether both arms do it, whatever the tool.
    let isBoth: Bool
    /// Whether it is also done in the air.
    let flies: Bool

    var way: [String] { Array(words.dropLast()) }
    var action: String { words[words.count - 1] }

    private init(
        _ kind: Kind, _ words: String, _ english: String, _ tools: String, _ sections: String, isBare: Bool = true,
        isBoth: Bool = false, flies: Bool = false
    ) {
        (self.kind, self.english, self.isBare, self.isBoth, self.flies) = (kind, english, isBare, isBoth, flies)
        self.words = words.split(separator: " ").map(String.init)
        self.tools = tools.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        self.sections = sections.compactMap { ["h": "높은데", "m": "가운데", "l": "낮은데"][$0] }
    }

    /// All of them, as the terms and movements of the Encyclopaedia’s tradition name them. Of one way and action there may be several.
    static let all = blocks + punches + strikes + thrusts + kicks

    /// By the words of their way and action.
    static let named = Dictionary(grouping: all, by: \.words)

    private static let outer = "팔목|바깥 팔목|손칼|손칼 등"

    private static let blocks = [
        Craft(.block, "막기", "block", "팔목|안 팔목|바깥 팔목|손칼|손칼 등|두 팔목|쌍 팔목|쌍 손칼|두 반달손", "hml"),
        Craft(.block, "옆 막기", "side block", "팔목|안 팔목|바깥 팔목|손칼|손칼 등", "hml"),
        Craft(.block, "앞 막기", "front block", outer, "hml"),
        Craft(.block, "옆앞 막기", "side front block", "안 팔목", "hm"),
        Craft(.block, "안으로 막기", "inward block", outer + "|손바닥", "hml"),
        Craft(.block, "밖으로 막기", "outward block", outer + "|안 팔목", "hml"),
        Craft(.block, "올려 막기", "upward block", "손바닥|쌍 손바닥", ""),
        Craft(.block, "내려 막기", "downward block", "바깥 팔목|교차 주먹|손바닥", ""),
        Craft(.block, "추켜 막기", "rising block", "팔목|손칼|교차 주먹|교차 손칼|반달손|쌍 손바닥", ""),
        Craft(.block, "대비 막기", "guarding block", "팔목|손칼|손칼 등", "hml", isBoth: true),
        Craft(.block, "헤쳐 막기", "wedging block", "안 팔목|바깥 팔목|손칼|손칼 등", "hm", isBoth: true),
        Craft(.block, "걸쳐 막기", "hooking block", "손바닥", "hm"),
        Craft(.block, "눌러 막기", "pressing block", "손바닥|쌍 손바닥|교차 주먹", ""),
        Craft(.block, "밀어 막기", "pushing block", "손바닥|두 팔목", "ml"),
        Craft(.block, "멈추어 막기", "checking block", "교차 주먹|교차 손칼|쌍 선 팔목", "", isBoth: true),
        Craft(.block, "들어 막기", "scooping block", "손바닥", ""),
        Craft(.block, "붙잡아 막기", "grasping block", "", ""),
        Craft(.block, "돌리며 막기", "circular block", "안 팔목|손칼|손칼 등", ""),
        Craft(.block, "나란히 막기", "parallel block", "안 팔목|바깥 팔목", "", isBoth: true),
        Craft(.block, "허리 막기", "waist block", "안 팔목|바깥 팔목|손바닥", ""),
        Craft(.block, "산 막기", "W-shape block", "바깥 팔목|손칼|손칼 등", ""),
        Craft(.block, "ㄷ자 막기", "U-shape block", "", "", isBoth: true),
        Craft(.block, "9자 막기", "nine-shape block", "", "", isBoth: true),
        Craft(.block, "수평 막기", "horizontal block", "쌍 손바닥", "", isBoth: true),
    ]

    private static let punches = [
        Craft(.punch, "지르기", "punch", "주먹|앞 주먹|중지 주먹|편 주먹|긴 주먹|쌍 주먹|두 주먹", "hml"),
        Craft(.punch, "앞 지르기", "front punch", "주먹|앞 주먹", "hm"),
        Craft(.punch, "옆 지르기", "side punch", "주먹|앞 주먹", "hm"),
        Craft(.punch, "올려 지르기", "upward punch", "주먹", ""),
        Craft(.punch, "돌려 지르기", "turning punch", "주먹", "m"),
        Craft(.punch, "뒤집어 지르기", "upset punch", "주먹|중지 주먹|쌍 주먹", ""),
        Craft(.punch, "세워 지르기", "vertical punch", "주먹|쌍 주먹", "hm"),
        Craft(.punch, "ㄱ자 지르기", "angle punch", "주먹", ""),
        Craft(.punch, "수평 지르기", "horizontal punch", "주먹", ""),
        Craft(.punch, "반달 지르기", "crescent punch", "주먹|쌍 인지 주먹", "h"),
        Craft(.punch, "내려 지르기", "downward punch", "주먹", ""),
        Craft(.punch, "두 지르기", "double punch", "", "", isBoth: true),
        Craft(.punch, "쌍 뒤집어 지르기", "twin upset punch", "", "", isBoth: true),
        Craft(.punch, "쌍 세워 지르기", "twin vertical punch", "", "", isBoth: true),
        Craft(.punch, "ㄷ자 지르기", "U-shape punch", "주먹", "", isBoth: true),
    ]

    private static let strikes = [
        Craft(.strike, "때리기", "strike", "손칼|손칼 등|등 주먹|옆 주먹|반달손|손바닥", "hm"),
        Craft(.strike, "때리기", "strike", "앞 팔굽|위 팔굽|등팔목", "", isBare: false),
        Craft(.strike, "앞 때리기", "front strike", "손칼|손칼 등|등 주먹|밑 주먹", "hm"),
        Craft(.strike, "옆 때리기", "side strike", "손칼|등 주먹|옆 주먹", "hm"),
        Craft(.strike, "옆앞 때리기", "side front strike", "등 주먹", "h"),
        Craft(.strike, "옆뒤 때리기", "side back strike", "등 주먹", ""),
        Craft(.strike, "안으로 때리기", "inward strike", "손칼|손칼 등|쌍 손칼", "hm"),
        Craft(.strike, "밖으로 때리기", "outward strike", "손칼|손등", "hm", flies: true),
        Craft(.strike, "내려 때리기", "downward strike", "손칼|등 주먹|옆 주먹|손등", ""),
        Craft(.strike, "앞 내려 때리기", "front downward strike", "등 주먹", ""),
        Craft(.strike, "수평 때리기", "horizontal strike", "등 주먹|손등|쌍 손칼|쌍 옆 주먹", ""),
        Craft(.strike, "반달 때리기", "crescent strike", "반달손", "h"),
    ]

    private static let thrusts = [
        Craft(.thrust, "뚫기", "thrust", "손끝|선 손끝|엎은 손끝|뒤집은 손끝|두 손가락", "hml"),
        Craft(.thrust, "뚫기", "thrust", "옆 팔굽|뒷 팔굽", "", isBare: false),
        Craft(.thrust, "내려 뚫기", "downward thrust", "선 팔굽", "", isBare: false),
        Craft(.thrust, "수평 뚫기", "horizontal thrust", "쌍 팔굽", "", isBare: false, isBoth: true),
        Craft(.thrust, "긋기", "cross-cut", "엎은 손끝", "h", isBare: false),
        Craft(.grasp, "ㄷ자 잡기", "U-shape grasp", "", "", isBoth: true),
    ]

    private static let kicks = [
        Craft(.kick, "차기", "kick", "", "hml", flies: true), Craft(.kick, "앞 차기", "front kick", "", "hml", flies: true),
        Craft(.kick, "앞차 부시기", "front snap kick", "", "hml", flies: true),
        Craft(.kick, "앞차 올리기", "front rising kick", "", ""),
        Craft(.kick, "옆차 지르기", "side piercing kick", "", "hml", flies: true),
        Craft(.kick, "옆차 뚫기", "side thrusting kick", "", "hm"), Craft(.kick, "옆차 밀기", "side pushing kick", "", "m"),
        Craft(.kick, "옆차 멈추기", "side checking kick", "", ""),
        Craft(.kick, "뒷차 지르기", "back piercing kick", "", "hm"),
        Craft(.kick, "옆앞 차 부시기", "side front snap kick", "", "ml"),
        Craft(.kick, "돌려 차기", "turning kick", "", "hml", flies: true),
        Craft(.kick, "비틀어 차기", "twisting kick", "", "hml", flies: true),
        Craft(.kick, "반달 차기", "crescent kick", "", "m"), Craft(.kick, "내려 차기", "downward kick", "", ""),
        Craft(.kick, "걸쳐 차기", "hooking kick", "", "m"),
        Craft(.kick, "반대 돌려 차기", "reverse turning kick", "", "hm", flies: true),
        Craft(.kick, "반대 돌려 걸어 차기", "reverse hooking kick", "", "hm", flies: true),
        Craft(.kick, "올려 차기", "upward kick", "무릎", "", isBare: false),
        Craft(.kick, "밖으로 눌러 차기", "outward pressing kick", "", ""), Craft(.kick, "쓸어 차기", "sweeping kick", "", ""),
        Craft(.kick, "밖으로 세워 차기", "outward vertical kick", "", ""),
        Craft(.kick, "안으로 세워 차기", "inward vertical kick", "", ""),
        Craft(.kick, "쌍방 차기", "two-direction kick", "", "", flies: true),
        Craft(.kick, "곡괭이 차기", "pick-shape kick", "", ""), Craft(.kick, "도로 차기", "waving kick", "", ""),
    ]
}
