/// The parts of phrases other than the action.
enum PhraseParts {
    static let leap = PhrasePart("뛰며", "flying")
    static let sides = [PhrasePart("왼", "left"), PhrasePart("오른", "right")]
    static let sections = [PhrasePart("높은데", "high"), PhrasePart("가운데", "middle"), PhrasePart("낮은데", "low")]
    static let arms = [PhrasePart("바로", "obverse"), PhrasePart("반대", "reverse")]

    /// Synonyms: everyday words, and the short form inside a phrase.
    static let synonyms = ["걷기": "걷는", "아래": "낮은데", "서": "서기", "높이": "높은데", "높은": "높은데"]

    /// A stance, including the word 서기.
    struct StancePart: Hashable, Sendable {
        /// Whether one foot is in front or alone on the floor, so that the stance has a left and a
        /// right form.
        enum Feet: Sendable { case sided, level }

        let part: PhrasePart
        let feet: Feet
        /// Whether the stance is only a waiting position.
        let isStill: Bool

        init(_ words: String, _ english: String, _ feet: Feet, isStill: Bool = false) {
            part = PhrasePart(words + " 서기", english + (english.hasSuffix("-") ? "stance" : " stance"))
            self.feet = feet
            self.isStill = isStill
        }
    }

    static let stances = [
        StancePart("걷는", "walking", .sided), StancePart("ㄴ자", "L-", .sided), StancePart("앉는", "sitting", .level),
        StancePart("나란히", "parallel", .level), StancePart("모아", "close", .level), StancePart("고정", "fixed", .sided),
        StancePart("낮추어", "low", .sided), StancePart("뒷발", "rear foot", .sided), StancePart("수직", "vertical", .sided),
        StancePart("교차", "X-", .sided), StancePart("구부려", "bending", .sided), StancePart("외발", "one-leg", .sided),
        StancePart("사선", "diagonal", .sided), StancePart("차렷", "attention", .level, isStill: true),
        StancePart("준비", "ready", .level, isStill: true), StancePart("나란히 준비", "parallel ready", .level, isStill: true),
        StancePart("걷는 준비", "walking ready", .sided, isStill: true),
        StancePart("모아 준비", "close ready", .level, isStill: true),
        StancePart("구부려 준비", "bending ready", .sided, isStill: true), StancePart("팔자", "open", .level),
        StancePart("오그려", "crouched", .sided), StancePart("무사 준비", "warrior ready", .level, isStill: true),
    ]

    /// A part of the body that performs a technique.
    struct Tool: Hashable, Sendable {
        let part: PhrasePart
        /// Whether both arms perform it.
        var usesBothArms: Bool { ["쌍", "두", "교차"].contains(part.words[0]) }

        init(_ words: String, _ english: String) { part = PhrasePart(words, english) }
    }

    static let tools = [
        Tool("팔목", "forearm"), Tool("안 팔목", "inner forearm"), Tool("바깥 팔목", "outer forearm"),
        Tool("등팔목", "back forearm"), Tool("두 팔목", "double forearm"), Tool("쌍 팔목", "twin forearm"),
        Tool("쌍 선 팔목", "twin straight forearm"), Tool("손칼", "knife-hand"), Tool("손칼 등", "reverse knife-hand"),
        Tool("쌍 손칼", "twin knife-hand"), Tool("교차 손칼", "X-knife-hand"), Tool("손바닥", "palm"),
        Tool("쌍 손바닥", "twin palm"), Tool("손등", "back hand"), Tool("반달손", "arc-hand"), Tool("두 반달손", "double arc-hand"),
        Tool("주먹", "fist"), Tool("앞 주먹", "forefist"), Tool("등 주먹", "back fist"), Tool("옆 주먹", "side fist"),
        Tool("밑 주먹", "under fist"), Tool("편 주먹", "open fist"), Tool("긴 주먹", "long fist"),
        Tool("중지 주먹", "middle-knuckle fist"), Tool("쌍 주먹", "twin fist"), Tool("두 주먹", "double fist"),
        Tool("쌍 옆 주먹", "twin side fist"), Tool("쌍 인지 주먹", "twin fore-knuckle fist"), Tool("교차 주먹", "X-fist"),
        Tool("손끝", "fingertip"), Tool("선 손끝", "straight fingertip"), Tool("엎은 손끝", "flat fingertip"),
        Tool("뒤집은 손끝", "upset fingertip"), Tool("두 손가락", "double finger"), Tool("앞 팔굽", "front elbow"),
        Tool("위 팔굽", "upper elbow"), Tool("옆 팔굽", "side elbow"), Tool("뒷 팔굽", "back elbow"),
        Tool("선 팔굽", "straight elbow"), Tool("쌍 팔굽", "twin elbow"), Tool("무릎", "knee"), Tool("발", "foot"),
        Tool("발칼", "footsword"), Tool("발등", "instep"), Tool("뒤축", "back heel"), Tool("앞꿈치", "ball of the foot"),
    ]

    static let wordMeanings = [
        "서기": "stance", "준비": "ready", "ㄴ자": "L-shape", "교차": "crossed, X", "안": "inner", "바깥": "outer", "두": "double",
        "쌍": "twin", "선": "straight", "등": "back", "앞": "front", "옆": "side", "밑": "under", "편": "open", "긴": "long",
        "중지": "middle finger", "인지": "forefinger", "엎은": "flat", "뒤집은": "upset", "손가락": "finger", "위": "upper",
        "뒷": "back", "팔굽": "elbow", "차": "kick", "걸어": "hooking", "내려": "downward", "세워": "vertical", "눌러": "pressing",
        "뒤집어": "upset", "안으로": "inward", "밖으로": "outward", "돌려": "turning", "반대": "reverse", "올려": "upward",
        "앞차": "front kick", "옆차": "side kick", "뒷차": "back kick", "부시기": "snap", "올리기": "rising", "밀기": "pushing",
        "멈추기": "checking", "ㄷ자": "U-shape", "ㄱ자": "angle", "9자": "nine-shape", "산": "mountain, W",
        "지르기": "punch", "막기": "block", "때리기": "strike", "뚫기": "thrust", "긋기": "cross-cut", "차기": "kick", "잡기": "grasp",
        "옆앞": "side front", "옆뒤": "side back", "추켜": "rising", "대비": "guarding", "헤쳐": "wedging", "걸쳐": "hooking",
        "밀어": "pushing", "멈추어": "checking", "들어": "scooping", "붙잡아": "grasping", "돌리며": "circular", "허리": "waist",
        "수평": "horizontal", "반달": "crescent", "비틀어": "twisting", "쓸어": "sweeping", "쌍방": "two-direction",
        "곡괭이": "pick-shape", "도로": "back again", "무사": "warrior",
    ]
}
