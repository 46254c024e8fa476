import Guidance
import Interface
import Kernel
import Media
import Pictures
import Sound

/// A plugin that adds the photos and videos of a club to an app.
package struct MediaPlugin: Plugin {
    package let name = "Media"
    private let media: ClubMedia
    private let open: @Sendable (String) throws -> ByteSource
    private let player: VideoPlayer

    /// Creates the commands over a club's media.
    ///
    /// - Parameters:
    ///   - open: opens the file at a path from the user.
    ///   - player: the player of videos at other speeds, in a loop, by section.
    package init(
        _ media: ClubMedia, open: @escaping @Sendable (_ path: String) throws -> ByteSource, player: VideoPlayer = .none
    ) {
        self.media = media
        self.open = open
        self.player = player
    }

    package func contribute(to registry: inout Registry) {
        registry.add(SyncPolicy(.media, [Attachment.collection]))
        registry.add(.local([MediaStorageLimit.collection]))
        registry.add(Recordings(media), to: .recordings)
        registry.add(DataFolder("Media", of: "media file"), to: .dataFolders)
        registry.add(to: .commands) { [media, open, player] registry in
            let includingPending = media.includingPending(registry)
            let attachmentCommands = AttachmentCommands(media: includingPending, open: open)
            return attachmentCommands.commands + MediaSpaceCommand(media: includingPending).commands
                + [
                    FetchCommand(media: includingPending, subjectKind: attachmentCommands.subjectKind).command,
                    PlayCommand(media: includingPending, player: player).command,
                ]
        }
        registry.add(to: .namedFiles) { [media] registry in
            [NamedFiles(.media, in: "Media", files: media.includingPending(registry).namedFiles)]
        }
        registry.add(all: MediaHelp.topics, to: .helpTopics)
        registry.add(all: MediaHelp.groups, to: .commandGroups)
        registry.add(to: .doctorChecks) { [media] registry in
            [
                DoctorCheck("media") {
                    try media.includingPending(registry).check(isDeep: false).findings(mayCome: registry.filesMayArrive)
                }
            ]
        }
    }
}

extension Recordings {
    /// Creates a lookup that returns a club's newest recording of a word with an existing file.
    fileprivate init(_ media: ClubMedia) {
        self.init { subject in
            (try? media.demonstrations(of: Subject(.term, subject)))?.lazy.compactMap { attachment in
                guard let format = Recording.Format(rawValue: attachment.facts.format.rawValue) else { return nil }
                return (try? media.path(of: attachment)).map { Recording(path: $0, format: format) }
            }.first
        }
    }
}

extension ClubMedia {
    /// Returns the same media with access to attachments that may return.
    fileprivate func includingPending(_ registry: Registry) -> ClubMedia {
        var copy = self
        copy.pendingAttachments = { try registry.pendingVersions(Attachment.collection) }
        return copy
    }
}

extension Scope { package static let media = Scope("media", "Photos, videos and recordings, with their files") }
