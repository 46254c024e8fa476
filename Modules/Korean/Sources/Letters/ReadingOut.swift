import Kernel

extension Hangul {
    /// Whether the text already is in normal form C, scalar by scalar.
    public static func isComposed(_ text: String) -> Bool {
        NormalForm.isPlain(text) || text.unicodeScalars.elementsEqual(NormalForm.composed(text).unicodeScalars)
    }

    /// How many letters must be put in, left out, changed or swapped with their neighbour to turn one phrase into the other.
    public static func letterDistance(_ left: String, _ right: String) -> Int {
        EditDistance.between(letters(of: NormalForm.composed(left)), letters(of: NormalForm.composed(right)))
    }

    /// The phrase as it is read out: a letter on its own by its name (ㄴ자 → 니은자), a figure as a Sino-Korean number (9자 → 구자).
    public static func readOut(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if let name = letterNames[scalar] ?? digitNames[scalar] {
                result += name
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static let letterNames: [Unicode.Scalar: String] = [
        "ㄱ": "기역", "ㄴ": "니은", "ㄷ": "디귿", "ㄹ": "리을", "ㅁ": "미음", "ㅂ": "비읍", "ㅅ": "시옷", "ㅇ": "이응", "ㅈ": "지읒",
        "ㅊ": "치읓", "ㅋ": "키읔", "ㅌ": "티읕", "ㅍ": "피읖", "ㅎ": "히읗",
    ]
    private static let digitNames: [Unicode.Scalar: String] = [
        "0": "영", "1": "일", "2": "이", "3": "삼", "4": "사", "5": "오", "6": "육", "7": "칠", "8": "팔", "9": "구",
    ]
}
