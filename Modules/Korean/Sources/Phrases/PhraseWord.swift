import Kernel

/// A word of a phrase.
package struct PhraseWord: Hashable, Sendable {
    /// The role of a word, in the order of a Korean phrase.
    package enum Role: String, CaseIterable, Sendable, Comparable {
        /// The mark of a flying technique: 뛰며.
        case leap
        /// The side: 왼, 오른.
        case side
        case stance
        case tool
        case section
        /// The choice of the arm on the front foot's side or of the other arm: 바로, 반대.
        case arm
        /// The direction or manner: 옆, 추켜, 돌려.
        case way
        /// The action: 막기, 지르기.
        case action

        /// Orders roles as in a phrase.
        package static func < (left: Role, right: Role) -> Bool { left.isDeclared(before: right) }
    }

    package let hangul: String
    package let romanization: String
    /// The English meaning in a word or two, for example `walking`.
    package let meaning: String
    /// The role at this position; in another position the same word may have another role (옆 in 옆
    /// 주먹, side fist).
    package let role: Role

    package init(_ hangul: String, _ romanization: String, _ meaning: String, role: Role) {
        self.hangul = hangul
        self.romanization = romanization
        self.meaning = meaning
        self.role = role
    }
}
