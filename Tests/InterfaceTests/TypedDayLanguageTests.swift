import Interface
import Kernel
import Languages
import XCTest

final class TypedDayLanguageTests: XCTestCase {
    func testDaysAreParsedInSpanishFrenchAndKorean() throws {
        let today = try XCTUnwrap(Day("2026-11-20"))
        for (words, day) in [
            ("hoy", "2026-11-20"), ("Ayer", "2026-11-19"), ("mañana", "2026-11-21"), ("hier", "2026-11-19"),
            ("demain", "2026-11-21"),
            ("aujourd’hui", "2026-11-20"), ("오늘", "2026-11-20"), ("어제", "2026-11-19"), ("내일", "2026-11-21"),
            ("lunes", "2026-11-23"), ("lundi", "2026-11-23"), ("월요일", "2026-11-23"), ("viernes pasado", "2026-11-13"),
            ("vendredi dernier", "2026-11-13"), ("지난 금요일", "2026-11-13"), ("próximo viernes", "2026-11-27"),
            ("vendredi prochain", "2026-11-27"), ("다음 금요일", "2026-11-27"), ("hace 3 días", "2026-11-17"),
            ("il y a 3 jours", "2026-11-17"), ("3일 전", "2026-11-17"), ("en 2 semanas", "2026-12-04"),
            ("dans 2 semaines", "2026-12-04"),
            ("20 de noviembre", "2026-11-20"), ("20 de noviembre de 2027", "2027-11-20"), ("1 août 2026", "2026-08-01"),
            ("11월 20일", "2026-11-20"), ("2027년 11월 20일", "2027-11-20"),
        ] {
            XCTAssertEqual(try? ParsedDay(words, today: today).day.description, day, words)
        }
        for words in ["hoy ayer", "월", "13월 1일", "2월 30일", "de", "hace", "년"] {
            XCTAssertThrowsError(try ParsedDay(words, today: today), words)
        }
    }

    /// No word of another language is an English word for another day.
    func testEnglishWordsAreNotTranslated() {
        for words in [
            ["today"], ["last", "friday"], ["3", "days", "ago"], ["20", "nov", "2026"], ["2026-11-20"], ["may"],
            ["mar"],
        ] {
            XCTAssertEqual(DayWordTranslation.english(words), words)
        }
    }
}
