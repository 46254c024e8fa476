/// A kind of technique: its action and manner, its tools, and the heights that its name can
/// include.
struct NamedTechnique: Hashable, Sendable {
    enum Kind: String, Sendable { case block, punch, strike, thrust, grasp, kick }

    let kind: Kind
    /// The Korean words: the manner, and the action last.
    let words: [String]
    let english: String
    /// The tools that may perform it, in Korean.
    let tools: [String]
    /// The heights that its name can include, in Korean.
    let sections: [String]
    /// Whether the name may omit the tool.
    let allowsNoTool: Bool
    /// Whether both arms perform it, with any tool.
    let usesBothArms: Bool
    /// Whether it can be performed while flying.
    let canFly: Bool

    var manner: [String] { Array(words.dropLast()) }
    var action: String { words[words.count - 1] }

    /// - Parameters:
    ///   - tools: the tools in Korean, separated by `|`.
    ///   - sections: the possible heights as letters: high, middle, low.
    ///   - allowsNoTool: whether the name may omit the tool.
    ///   - usesBothArms: whether both arms perform it.
    private init(
        _ kind: Kind, _ words: String, _ english: String, _ tools: String, _ sections: String,
        allowsNoTool: Bool = true,
        usesBothArms: Bool = false, canFly: Bool = false
    ) {
        self.kind = kind
        self.english = english
        self.allowsNoTool = allowsNoTool
        self.usesBothArms = usesBothArms
        self.canFly = canFly
        self.words = words.split(separator: " ").map(String.init)
        self.tools = tools.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        self.sections = sections.compactMap { ["h": "높은데", "m": "가운데", "l": "낮은데"][$0] }
    }

    /// All techniques, as named in the terms and movements of the Encyclopaedia's tradition.
    ///
    /// Several may share the same manner and action.
    static let all = blocks + punches + strikes + thrusts + kicks

    static let byWords = Dictionary(grouping: all, by: \.words)

    /// The tools of most outward and inward blocks.
    private static let outerTools = "팔목|바깥 팔목|손칼|손칼 등"

    private static let blocks = [
        NamedTechnique(.block, "막기", "block", "팔목|안 팔목|바깥 팔목|손칼|손칼 등|두 팔목|쌍 팔목|쌍 손칼|두 반달손", "hml"),
        NamedTechnique(.block, "옆 막기", "side block", "팔목|안 팔목|바깥 팔목|손칼|손칼 등", "hml"),
        NamedTechnique(.block, "앞 막기", "front block", outerTools, "hml"),
        NamedTechnique(.block, "옆앞 막기", "side front block", "안 팔목", "hm"),
        NamedTechnique(.block, "안으로 막기", "inward block", outerTools + "|손바닥", "hml"),
        NamedTechnique(.block, "밖으로 막기", "outward block", outerTools + "|안 팔목", "hml"),
        NamedTechnique(.block, "올려 막기", "upward block", "손바닥|쌍 손바닥", ""),
        NamedTechnique(.block, "내려 막기", "downward block", "바깥 팔목|교차 주먹|손바닥", ""),
        NamedTechnique(.block, "추켜 막기", "rising block", "팔목|손칼|교차 주먹|교차 손칼|반달손|쌍 손바닥", ""),
        NamedTechnique(.block, "대비 막기", "guarding block", "팔목|손칼|손칼 등", "hml", usesBothArms: true),
        NamedTechnique(.block, "헤쳐 막기", "wedging block", "안 팔목|바깥 팔목|손칼|손칼 등", "hm", usesBothArms: true),
        NamedTechnique(.block, "걸쳐 막기", "hooking block", "손바닥", "hm"),
        NamedTechnique(.block, "눌러 막기", "pressing block", "손바닥|쌍 손바닥|교차 주먹", ""),
        NamedTechnique(.block, "밀어 막기", "pushing block", "손바닥|두 팔목", "ml"),
        NamedTechnique(.block, "멈추어 막기", "checking block", "교차 주먹|교차 손칼|쌍 선 팔목", "", usesBothArms: true),
        NamedTechnique(.block, "들어 막기", "scooping block", "손바닥", ""),
        NamedTechnique(.block, "붙잡아 막기", "grasping block", "", ""),
        NamedTechnique(.block, "돌리며 막기", "circular block", "안 팔목|손칼|손칼 등", ""),
        NamedTechnique(.block, "나란히 막기", "parallel block", "안 팔목|바깥 팔목", "", usesBothArms: true),
        NamedTechnique(.block, "허리 막기", "waist block", "안 팔목|바깥 팔목|손바닥", ""),
        NamedTechnique(.block, "산 막기", "W-shape block", "바깥 팔목|손칼|손칼 등", ""),
        NamedTechnique(.block, "ㄷ자 막기", "U-shape block", "", "", usesBothArms: true),
        NamedTechnique(.block, "9자 막기", "nine-shape block", "", "", usesBothArms: true),
        NamedTechnique(.block, "수평 막기", "horizontal block", "쌍 손바닥", "", usesBothArms: true),
    ]

    private static let punches = [
        NamedTechnique(.punch, "지르기", "punch", "주먹|앞 주먹|중지 주먹|편 주먹|긴 주먹|쌍 주먹|두 주먹", "hml"),
        NamedTechnique(.punch, "앞 지르기", "front punch", "주먹|앞 주먹", "hm"),
        NamedTechnique(.punch, "옆 지르기", "side punch", "주먹|앞 주먹", "hm"),
        NamedTechnique(.punch, "올려 지르기", "upward punch", "주먹", ""),
        NamedTechnique(.punch, "돌려 지르기", "turning punch", "주먹", "m"),
        NamedTechnique(.punch, "뒤집어 지르기", "upset punch", "주먹|중지 주먹|쌍 주먹", ""),
        NamedTechnique(.punch, "세워 지르기", "vertical punch", "주먹|쌍 주먹", "hm"),
        NamedTechnique(.punch, "ㄱ자 지르기", "angle punch", "주먹", ""),
        NamedTechnique(.punch, "수평 지르기", "horizontal punch", "주먹", ""),
        NamedTechnique(.punch, "반달 지르기", "crescent punch", "주먹|쌍 인지 주먹", "h"),
        NamedTechnique(.punch, "내려 지르기", "downward punch", "주먹", ""),
        NamedTechnique(.punch, "두 지르기", "double punch", "", "", usesBothArms: true),
        NamedTechnique(.punch, "쌍 뒤집어 지르기", "twin upset punch", "", "", usesBothArms: true),
        NamedTechnique(.punch, "쌍 세워 지르기", "twin vertical punch", "", "", usesBothArms: true),
        NamedTechnique(.punch, "ㄷ자 지르기", "U-shape punch", "주먹", "", usesBothArms: true),
    ]

    private static let strikes = [
        NamedTechnique(.strike, "때리기", "strike", "손칼|손칼 등|등 주먹|옆 주먹|반달손|손바닥", "hm"),
        NamedTechnique(.strike, "때리기", "strike", "앞 팔굽|위 팔굽|등팔목", "", allowsNoTool: false),
        NamedTechnique(.strike, "앞 때리기", "front strike", "손칼|손칼 등|등 주먹|밑 주먹", "hm"),
        NamedTechnique(.strike, "옆 때리기", "side strike", "손칼|등 주먹|옆 주먹", "hm"),
        NamedTechnique(.strike, "옆앞 때리기", "side front strike", "등 주먹", "h"),
        NamedTechnique(.strike, "옆뒤 때리기", "side back strike", "등 주먹", ""),
        NamedTechnique(.strike, "안으로 때리기", "inward strike", "손칼|손칼 등|쌍 손칼", "hm"),
        NamedTechnique(.strike, "밖으로 때리기", "outward strike", "손칼|손등", "hm", canFly: true),
        NamedTechnique(.strike, "내려 때리기", "downward strike", "손칼|등 주먹|옆 주먹|손등", ""),
        NamedTechnique(.strike, "앞 내려 때리기", "front downward strike", "등 주먹", ""),
        NamedTechnique(.strike, "수평 때리기", "horizontal strike", "등 주먹|손등|쌍 손칼|쌍 옆 주먹", ""),
        NamedTechnique(.strike, "반달 때리기", "crescent strike", "반달손", "h"),
    ]

    private static let thrusts = [
        NamedTechnique(.thrust, "뚫기", "thrust", "손끝|선 손끝|엎은 손끝|뒤집은 손끝|두 손가락", "hml"),
        NamedTechnique(.thrust, "뚫기", "thrust", "옆 팔굽|뒷 팔굽", "", allowsNoTool: false),
        NamedTechnique(.thrust, "내려 뚫기", "downward thrust", "선 팔굽", "", allowsNoTool: false),
        NamedTechnique(.thrust, "수평 뚫기", "horizontal thrust", "쌍 팔굽", "", allowsNoTool: false, usesBothArms: true),
        NamedTechnique(.thrust, "긋기", "cross-cut", "엎은 손끝", "h", allowsNoTool: false),
        NamedTechnique(.grasp, "ㄷ자 잡기", "U-shape grasp", "", "", usesBothArms: true),
    ]

    private static let kicks = [
        NamedTechnique(.kick, "차기", "kick", "", "hml", canFly: true),
        NamedTechnique(.kick, "앞 차기", "front kick", "", "hml", canFly: true),
        NamedTechnique(.kick, "앞차 부시기", "front snap kick", "", "hml", canFly: true),
        NamedTechnique(.kick, "앞차 올리기", "front rising kick", "", ""),
        NamedTechnique(.kick, "옆차 지르기", "side piercing kick", "", "hml", canFly: true),
        NamedTechnique(.kick, "옆차 뚫기", "side thrusting kick", "", "hm"),
        NamedTechnique(.kick, "옆차 밀기", "side pushing kick", "", "m"),
        NamedTechnique(.kick, "옆차 멈추기", "side checking kick", "", ""),
        NamedTechnique(.kick, "뒷차 지르기", "back piercing kick", "", "hm"),
        NamedTechnique(.kick, "옆앞 차 부시기", "side front snap kick", "", "ml"),
        NamedTechnique(.kick, "돌려 차기", "turning kick", "", "hml", canFly: true),
        NamedTechnique(.kick, "비틀어 차기", "twisting kick", "", "hml", canFly: true),
        NamedTechnique(.kick, "반달 차기", "crescent kick", "", "m"),
        NamedTechnique(.kick, "내려 차기", "downward kick", "", ""),
        NamedTechnique(.kick, "걸쳐 차기", "hooking kick", "", "m"),
        NamedTechnique(.kick, "반대 돌려 차기", "reverse turning kick", "", "hm", canFly: true),
        NamedTechnique(.kick, "반대 돌려 걸어 차기", "reverse hooking kick", "", "hm", canFly: true),
        NamedTechnique(.kick, "올려 차기", "upward kick", "무릎", "", allowsNoTool: false),
        NamedTechnique(.kick, "밖으로 눌러 차기", "outward pressing kick", "", ""),
        NamedTechnique(.kick, "쓸어 차기", "sweeping kick", "", ""),
        NamedTechnique(.kick, "밖으로 세워 차기", "outward vertical kick", "", ""),
        NamedTechnique(.kick, "안으로 세워 차기", "inward vertical kick", "", ""),
        NamedTechnique(.kick, "쌍방 차기", "two-direction kick", "", "", canFly: true),
        NamedTechnique(.kick, "곡괭이 차기", "pick-shape kick", "", ""),
        NamedTechnique(.kick, "도로 차기", "waving kick", "", ""),
    ]
}
