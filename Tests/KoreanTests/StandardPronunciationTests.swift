import Korean
import XCTest

/// Examples from the rules of Standard Pronunciation: exceptions, provisos and listed words. A test
/// comment names the articles.
final class StandardPronunciationTests: XCTestCase {
    private func check(_ examples: String, line: UInt = #line) {
        let words = examples.split(whereSeparator: \.isWhitespace).map(String.init)
        XCTAssertGreaterThan(words.count, 1, line: line)
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            XCTAssertEqual(Pronunciation(of: words[index])?.spoken, words[index + 1], words[index], line: line)
        }
    }

    /// 15: A final consonant before an independent word keeps only its representative sound.
    func testFinalBeforeIndependentWordKeepsRepresentativeSound() {
        check("겉옷 거돋 헛웃음 허두슴 젖어미 저더미 맛없다 마덥따 값어치 가버치 끝없다 끄덥따 속옷 소곧 옆앞 여밥 첫인상 처딘상")
        check("맛있다 마싣따 멋있다 머싣따 깎아 까까 옷이 오시 앞으로 아프로 높아 노파")
    }

    /// 16: Names of letters.
    func testLetterNamesUseTheirSpecialPronunciations() {
        check("디귿이 디그시 디귿을 디그슬 지읒이 지으시 치읓을 치으슬 키읔이 키으기 티읕에 티으세 피읖이 피으비 히읗을 히으슬 디귿 디귿 히읗 히읃 키읔만 키응만")
    }

    /// 18–20 and 23–25, with their provisos.
    func testAssimilationAndTensing() {
        check("긁는 긍는 흙만 흥만 옷맵시 온맵씨 젖멍울 전멍울 꽃망울 꼰망울 밥물 밤물 값매다 감매다 침략 침냑 항로 항노 대통령 대통녕 석류 성뉴 법리 범니")
        check("광한루 광할루 할는지 할른지 뚫는 뚤른 임진란 임진난 결단력 결딴녁 공권력 공꿘녁 상견례 상견녜 횡단로 횡단노 이원론 이원논 구근류 구근뉴 의견란 의견난")
        check("깎다 깍따 넋받이 넉빠지 삯돈 삭똔 칡범 칙뻠 뻗대다 뻗때다 꽂고 꼳꼬 낯설다 낟썰다 솥전 솓쩐 곱돌 곱똘 덮개 덥깨 읊조리다 읍쪼리다 값지다 갑찌다")
        check("넓게 널께 핥다 할따 훑소 훌쏘 떫지 떨찌 앉고 안꼬 얹다 언따 닮고 담꼬 젊지 점찌 더듬지 더듬찌 껴안다 껴안따")
    }

    /// 24, proviso: Verbs derived from verbs are not tensed. Nouns and endings are.
    func testDerivedVerbsAreNotTensed() {
        check("굶기다 굼기다 옮기다 옴기다 옮겨 옴겨 옮긴 옴긴 옮길 옴길 옮기고 옴기고 안기다 안기다 감기다 감기다")
        check("닮기 담끼 젊기 점끼 닮기도 담끼도 닮고 담꼬 삶고 삼꼬 앉기 안끼 앉기가 안끼가 옮거 옴꺼 줄넘기 줄럼끼")
    }

    /// 26–28: Tensing that only a dictionary lists.
    func testTensingOfListedWords() {
        check("갈등 갈뜽 발동 발똥 절도 절또 말살 말쌀 불소 불쏘 일시 일씨 갈증 갈쯩 물질 물찔 발전 발쩐 몰상식 몰쌍식 불세출 불쎄출")
        check("할걸 할껄 할밖에 할빠께 할세라 할쎄라 할수록 할쑤록 할지라도 할찌라도 할진대 할찐대")
        check("문고리 문꼬리 눈동자 눈똥자 신바람 신빠람 산새 산쌔 손재주 손째주 길가 길까 물동이 물똥이 발바닥 발빠닥 굴속 굴쏙 술잔 술짠")
        check("바람결 바람껼 그믐달 그믐딸 아침밥 아침빱 잠자리 잠짜리 강가 강까 초승달 초승딸 등불 등뿔 창살 창쌀 강줄기 강쭐기")
        check("허허실실 허허실실 물 물 질 질")
    }

    /// 29 and 30: ㄴ is inserted. 6·25, 송별연 and 등용문 are exceptions.
    func testConsonantInsertion() {
        check("솜이불 솜니불 홑이불 혼니불 막일 망닐 삯일 상닐 맨입 맨닙 꽃잎 꼰닙 내복약 내봉냑 한여름 한녀름 남존여비 남존녀비 신여성 신녀성 색연필 생년필")
        check("직행열차 지캥녈차 늑막염 능망념 콩엿 콩녇 담요 담뇨 눈요기 눈뇨기 영업용 영엄뇽 식용유 시굥뉴 백분율 백뿐뉼 송별연 송벼련 등용문 등용문")
        check("들일 들릴 솔잎 솔립 설익다 설릭따 물약 물략 불여우 불려우 서울역 서울력 물엿 물렫 휘발유 휘발류 유들유들 유들류들")
        check("콧날 콘날 아랫니 아랜니 툇마루 퇸마루 뱃머리 밴머리 베갯잇 베갠닏 깻잎 깬닙 나뭇잎 나문닙 도리깻열 도리깬녈 냇가 낻까")
    }

    /// Romanization writes every sound change except tensing.
    func testRomanizationReflectsSoundChangesExceptTensing() {
        for (word, romanized) in [
            ("겉옷", "geodot"), ("옮겨", "omgyeo"), ("꽃잎", "kkonnip"), ("생산량", "saengsannyang"), ("발바닥", "balbadak"),
            ("결단력", "gyeoldannyeok"),
        ] {
            XCTAssertEqual(Pronunciation(of: word)?.romanized, romanized, word)
        }
    }
}
