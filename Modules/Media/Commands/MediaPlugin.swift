import Guidance
import Kernel
import Media
import Pictures
import Speech
import Terminal

/// Brings the photos and videos of a club to an app.
public struct MediaPlugin: Plugin {
    public let name = "Media"
    private let media: ClubMedia
    private let open: @Sendable (String) throws -> ByteSource
    private let player: VideoPlayer

    /// The commands over a club's media.
    ///
    /// - Parameters:
    ///   - open: the file at a path that a person names.
    ///   - player: what plays videos at other speeds, in a loop, by the section.
    public init(
        _ media: ClubMedia, open: @escaping @Sendable (_ path: String) throws -> ByteSource, player: VideoPlayer = .none
    ) {
        (self.media, self.open, self.player) = (media, open, player)
    }

    public func contribute(to registry: inout Registry) {
        registry.add(Belongings(.media, [Attachment.collection]))
        registry.add(.staying([MediaRoom.collection]))
        registry.add(Recordings(media), to: .recordings)
        registry.add(DataFolder("Media", of: "media file"), to: .dataFolders)
        registry.add(to: .commands) { [media, open, player] whole in
            let beside = media.beside(whole)
            let desk = MediaDesk(media: beside, open: open)
            return desk.commands + StorageDesk(media: beside).commands
                + [
                    FetchDesk(media: beside, subjectKind: desk.subjectKind).command,
                    PlayDesk(media: beside, player: player).command,
                ]
        }
        registry.add(to: .namedFiles) { [media] whole in [NamedFiles(.media, in: "Media", files: media.beside(whole).namedFiles)]
        }
        registry.add(all: MediaHelp.topics, to: .helpTopics)
        registry.add(all: MediaHelp.groups, to: .commandGroups)
        registry.add(to: .checkups) { [media] whole in
            [Checkup("media") { try media.beside(whole).check(isDeep: false).findings(mayCome: whole.filesMayCome) }]
        }
    }
}

extension Recordings {
    /// What a club has recorded of a word: the newest of which the file is there.
    fileprivate init(_ media: ClubMedia) {
        self.init { subject in
            (try? media.demonstrations(of: Subject(.term, subject)))?.lazy.compactMap { recorded in
                guard let format = Recording.Format(rawValue: recorded.facts.format.rawValue) else { return nil }
                return (try? media.path(of: recorded)).map { Recording(path: $0, format: format) }
            }.first
        }
    }
}

extension ClubMedia {
    /// The same media, which know what waits to come back.
    fileprivate func beside(_ whole: Registry) -> ClubMedia {
        var copy = self
        copy.waiting = { try whole.waiting(Attachment.collection) }
        return copy
    }
}

extension Scope {
    /// Photos, videos and recordings of a club.
    public static let media = Scope("media", "Photos, videos and recordings, with their files")
}
