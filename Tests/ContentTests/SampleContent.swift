import Content
import Foundation

/// A small pack, so that tests are independent of the bundled one.
enum SampleContent {
    static let manifest = """
        {"format":"commonplace-pack","version":1,"id":"sample","name":"Sample school","description":"A few words.",
         "belts":"belts.json","morphemes":"morphemes.json","terms":["terms/white.json","terms/yellow.json"]}
        """
    static let belts = """
        {"belts":[{"id":"10k","name":"10th keup","belt":"white","colours":["white"],"meaning":"A beginning."},
         {"id":"9k","name":"9th keup","belt":"white, yellow tip","colours":["white","yellow"],"meaning":""},
         {"id":"8k","name":"8th keup","belt":"yellow","colours":["yellow"],"meaning":"Roots."},
         {"id":"1d","name":"1st dan","belt":"black","colours":["black"],"meaning":"Ripeness."},
         {"id":"2d","name":"2nd dan","belt":"black","colours":["black"],"meaning":""}]}
        """
    static let morphemes = """
        {"morphemes":[{"hangul":"걷는","romanization":"gunnun","meaning":"walking","category":"stance"},
         {"hangul":"서기","romanization":"sogi","meaning":"stance","category":"stance"},
         {"hangul":"앞","romanization":"ap","meaning":"front","category":"direction"},
         {"hangul":"차기","romanization":"chagi","meaning":"kick","category":"action"}]}
        """
    static let white = """
        {"grade":"10k","category":"stances","terms":[
         {"id":"walking-stance","english":"Walking stance","aliases":["Forward stance"],"hangul":"걷는 서기","romanization":"gunnun sogi",
          "romanizations":["geonneun seogi"],"variants":["걷기 서기"],"morphemes":["걷는","서기"],"difficulty":2,"note":"Long and wide."},
         {"id":"attention-stance","english":"Attention stance","hangul":"차렷 서기","romanization":"charyot sogi"},
         {"id":"front-kick","english":"Front kick","category":"kicks","hangul":"앞 차기","romanization":"ap chagi","morphemes":["앞","차기"]},
         {"id":"l-stance","english":"L-stance","hangul":"ㄴ자 서기","romanization":"niunja sogi"},
         {"id":"front","english":"front","category":"directions","hangul":"앞","romanization":"ap"},
         {"id":"inner","english":"inner","category":"directions","hangul":"안","romanization":"an"},
         {"id":"back","english":"back","category":"directions","hangul":"뒤 / 뒷","romanization":"dwi / dwit"}]}
        """
    static let yellow = """
        {"grade":"8k","category":"blocks","terms":[
         {"id":"guarding-block","english":"Knife-hand guarding block","hangul":"손칼 대비 막기","romanization":"sonkal daebi makgi"},
         {"id":"low-block","english":"Outer forearm low block","hangul":"바깥 팔목 낮은데 막기","romanization":"bakat palmok najunde makgi"},
         {"id":"instructor","english":"Instructor (4th–6th dan)","category":"titles","grade":"9k","hangul":"사범","romanization":"sabum"},
         {"id":"thrust","english":"Thrust","category":"strikes","hangul":"뚫기","romanization":"tulgi","difficulty":4}]}
        """

    static let single = """
        {"format":"commonplace-pack","version":1,"id":"own","name":"Own","belts":[{"id":"5k","name":"5th keup","belt":"green","colours":["green"]}],
         "morphemes":[{"hangul":"발","romanization":"bal","meaning":"foot","category":"body"}],
         "terms":[{"grade":"5k","category":"body","terms":[{"id":"foot","english":"Foot","hangul":"발","romanization":"bal","morphemes":["발"]}]}]}
        """

    static var texts: [String: String] {
        [
            "pack.json": manifest, "belts.json": belts, "morphemes.json": morphemes, "terms/white.json": white,
            "terms/yellow.json": yellow,
        ]
    }

    static var files: [String: [UInt8]] { texts.mapValues { Array($0.utf8) } }

    static func reading(changing changes: [String: String?] = [:]) throws -> PackReading {
        var texts = texts
        for (path, text) in changes { texts[path] = text }
        return try PackReading(.memory("sample", files: texts.mapValues { Array($0.utf8) }))
    }

    static func library() throws -> Library { Library([try reading().validPack()]) }
}
