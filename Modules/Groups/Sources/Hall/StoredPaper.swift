import Kernel

/// A paper in a store that people share. What was taken back leaves an empty sheet under its id, so that nothing which still travels brings it back.
struct StoredPaper: Storable {
    let id: Identifier<StoredPaper>
    let author: Identifier<Member>
    let kind: String
    let writtenAt: Instant
    /// nil for an empty sheet.
    var paper: Paper?

    /// On which day it was taken; nil where that was not noted yet, and for what was written then.
    var takenOn: Day?

    init(_ paper: Paper, takenOn: Day? = nil) {
        self.takenOn = takenOn
        id = Identifier(paper.id.rawValue)
        (author, kind, writtenAt, self.paper) = (paper.author, paper.kind, paper.writtenAt, paper)
    }

    /// What somebody wrote who has the folder and no program of ours, with a day that is none, is an empty sheet and keeps nobody from the others.
    init(from decoder: any Decoder) throws {
        let kept = try decoder.container(keyedBy: CodingKeys.self)
        id = try kept.decode(Identifier<StoredPaper>.self, forKey: .id)
        paper = (try? kept.decodeIfPresent(Paper.self, forKey: .paper)) ?? nil
        author = (try? kept.decode(Identifier<Member>.self, forKey: .author)) ?? paper?.author ?? Identifier("")
        kind = (try? kept.decode(String.self, forKey: .kind)) ?? paper?.kind ?? ""
        writtenAt = (try? kept.decode(Instant.self, forKey: .writtenAt)) ?? paper?.writtenAt ?? Instant(milliseconds: 0)
        takenOn = (try? kept.decodeIfPresent(Day.self, forKey: .takenOn)) ?? nil
    }

    static let byKind = Index<StoredPaper, IndexKey>.ordered("kind") { kept in
        kept.paper.map { IndexKey($0.kind, $0.writtenAt, $0.id.rawValue) }
    }
    static let byDay = Index<StoredPaper, IndexKey>.ordered("day") { kept in
        kept.paper.map { IndexKey($0.author, kept.takenOn ?? $0.day) }
    }
    static let byAnswered = Index<StoredPaper, IndexKey>.ordered("answered") { kept in
        kept.paper?.answers.map { IndexKey($0, kept.id) }
    }
    static let collection = RecordCollection<StoredPaper>("groups.paper", indexes: [byKind, byDay, byAnswered])
}
