import Content
import Kernel

/// A deck as the SQL statements that make an Anki collection of version 11, which every version of
/// Anki imports.
struct AnkiCollection {
    let deck: AnkiDeck
    /// The current time in milliseconds, from which Anki numbers notes and cards.
    let now: Int

    /// The fixed identifiers by which Anki recognizes the same note type and deck in every import.
    private static let (noteTypeID, deckID) = (1_763_764_800_001, 1_763_764_800_002)

    /// The statements, to run in one transaction.
    var statements: String {
        var text = AnkiCollection.tables
        text +=
            "INSERT INTO col VALUES(1,\(now / 1000),\(now),\(now),11,0,0,0,\(quoted(settings)),\(quoted(models)),\(quoted(decks)),\(quoted(options)),'{}');\n"
        for (number, note) in deck.notes.enumerated() {
            let id = now + number
            let fields = note.fields.map(AnkiCollection.escaped)
            let joined = fields.map(quoted).joined(separator: "||char(31)||")
            text +=
                "INSERT INTO notes VALUES(\(id),\(quoted(note.guid)),\(AnkiCollection.noteTypeID),\(now / 1000),-1,\(quoted(" \(note.tags) ")),"
                + "\(joined),\(quoted(fields.first ?? "")),\(AnkiCollection.checksum(fields.first ?? "")),0,'');\n"
            // Each direction gets a card if both sides exist.
            for side in 0..<2 {
                let card = now + number * 2 + side
                text +=
                    "INSERT INTO cards VALUES(\(card),\(id),\(AnkiCollection.deckID),\(side),\(now / 1000),-1,0,0,\(number + 1),0,0,0,0,0,0,0,0,'');\n"
            }
        }
        return text + "COMMIT;\n"
    }

    /// Converts plain text to HTML, the format of Anki's fields.
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Returns a text as an SQL string.
    private func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "''").replacing("\0", with: "") + "'"
    }

    /// Returns the first eight hexadecimal digits of the first field's SHA-1, by which Anki finds
    /// duplicates.
    private static func checksum(_ text: String) -> Int { Int(SHA1.firstWord(of: Array(text.utf8))) }

    // MARK: - Metadata

    private var settings: String {
        #"{"nextPos":\#(deck.notes.count + 1),"estTimes":true,"activeDecks":[1],"sortType":"noteFld","timeLim":0,"sortBackwards":false,"addToCur":true,"curDeck":1,"newSpread":0,"dueCounts":true,"curModel":"\#(AnkiCollection.noteTypeID)","collapseTime":1200}"#
    }

    private var options: String {
        #"{"1":{"id":1,"mod":0,"name":"Default","usn":0,"maxTaken":60,"autoplay":true,"timer":0,"replayq":true,"new":{"bury":true,"delays":[1,10],"initialFactor":2500,"ints":[1,4,7],"order":1,"perDay":20,"separate":true},"rev":{"bury":true,"ease4":1.3,"fuzz":0.05,"ivlFct":1,"maxIvl":36500,"minSpace":1,"perDay":200},"lapse":{"delays":[10],"leechAction":0,"leechFails":8,"minInt":1,"mult":0}}}"#
    }

    private var decks: String {
        func entry(_ id: Int, _ name: String) -> String {
            #""\#(id)":{"id":\#(id),"name":\#(json(name)),"mod":\#(now / 1000),"usn":-1,"desc":"","dyn":0,"conf":1,"collapsed":false,"browserCollapsed":false,"extendNew":10,"extendRev":50,"newToday":[0,0],"revToday":[0,0],"lrnToday":[0,0],"timeToday":[0,0]}"#
        }
        return "{\(entry(1, "Default")),\(entry(AnkiCollection.deckID, deck.name))}"
    }

    private var models: String {
        let fields = (deck.noteTypes.first ?? []).enumerated().map { place, name in
            #"{"name":\#(json(name)),"ord":\#(place),"sticky":false,"rtl":false,"font":"Arial","size":20,"media":[]}"#
        }.joined(separator: ",")
        let korean = "<div class=hangul>{{Hangul}}</div><div>{{Romanization}}</div>"
        let english = "<div>{{English}}</div>{{#Wording}}<div>{{Wording}}</div>{{/Wording}}"
        let note = "{{#Note}}<div class=note>{{Note}}</div>{{/Note}}"
        let style =
            ".card{font-family:sans-serif;font-size:20px;text-align:center}.hangul{font-size:32px}.note{font-size:16px;margin-top:1em}"
        let cards = [
            ("Korean to English", korean, english + note), ("English to Korean", "{{English}}", korean + note),
        ]
        let templates = cards.enumerated().map { place, card in
            #"{"name":\#(json(card.0)),"ord":\#(place),"qfmt":\#(json(card.1)),"afmt":\#(json("{{FrontSide}}<hr id=answer>" + card.2)),"did":null,"bqfmt":"","bafmt":""}"#
        }.joined(separator: ",")
        return
            #"{"\#(AnkiCollection.noteTypeID)":{"id":\#(AnkiCollection.noteTypeID),"name":"\#(AnkiDeck.noteTypeName)","type":0,"mod":\#(now / 1000),"usn":-1,"sortf":0,"did":\#(AnkiCollection.deckID),"tmpls":[\#(templates)],"flds":[\#(fields)],"css":\#(json(style)),"latexPre":"","latexPost":"","tags":[],"vers":[],"req":[[0,"any",[1,2]],[1,"any",[0]]]}}"#
    }

    /// Returns a text as a JSON string.
    private func json(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static let tables = """
        BEGIN;
        CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null, ver integer not null,
        dty integer not null, usn integer not null, ls integer not null, conf text not null, models text not null, decks text not null,
        dconf text not null, tags text not null);
        CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null, usn integer not null,
        tags text not null, flds text not null, sfld integer not null, csum integer not null, flags integer not null, data text not null);
        CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null, mod integer not null,
        usn integer not null, type integer not null, queue integer not null, due integer not null, ivl integer not null,
        factor integer not null, reps integer not null, lapses integer not null, left integer not null, odue integer not null,
        odid integer not null, flags integer not null, data text not null);
        CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null, ivl integer not null,
        lastIvl integer not null, factor integer not null, time integer not null, type integer not null);
        CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);
        CREATE INDEX ix_notes_usn on notes (usn);
        CREATE INDEX ix_cards_usn on cards (usn);
        CREATE INDEX ix_revlog_usn on revlog (usn);
        CREATE INDEX ix_cards_nid on cards (nid);
        CREATE INDEX ix_cards_sched on cards (did, queue, due);
        CREATE INDEX ix_revlog_cid on revlog (cid);
        CREATE INDEX ix_notes_csum on notes (csum);

        """
}

/// The first word of a SHA-1 digest (FIPS 180-4), by which Anki finds duplicates. It has no
/// security purpose.
enum SHA1 {
    /// Returns the first 32 bits of the digest.
    static func firstWord(of bytes: [UInt8]) -> UInt32 {
        var message = bytes + [0x80]
        message += Array(repeating: 0, count: (120 - message.count % 64) % 64)
        message += (0..<8).map { UInt8(truncatingIfNeeded: (bytes.count * 8) >> (56 - $0 * 8)) }
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        for block in stride(from: 0, to: message.count, by: 64) { process(message[block..<block + 64], &state) }
        return state[0]
    }

    /// Updates the digest with a block of 64 bytes.
    private static func process(_ block: ArraySlice<UInt8>, _ state: inout [UInt32]) {
        var words = (0..<16).map { word in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + word * 4 + $1]) }
        }
        for round in 16..<80 {
            words.append(rotated(words[round - 3] ^ words[round - 8] ^ words[round - 14] ^ words[round - 16], 1))
        }
        var a = state[0]
        var b = state[1]
        var c = state[2]
        var d = state[3]
        var e = state[4]
        for round in 0..<80 {
            let (mixed, constant): (UInt32, UInt32) =
                switch round {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ words[round]
            (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
        }
        state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
    }

    /// Returns the word rotated left by a number of bits.
    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
