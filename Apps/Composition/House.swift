import Guidance
import GuidanceCommands
import Kernel
import StorageCommands
import Terminal

/// The version of everything that is built from this package.
enum Release {
    static let version = "0.1.0"
}

extension Environment {
    /// Every kind of record that the app's plugins keep.
    var collections: @Sendable () -> [any StoredCollection] {
        { [contributions] in contributions.current?.all(.collections) ?? [] }
    }
}

extension GuidancePlugin {
    /// Tours, tips, news and help for an app; what is remembered belongs to the device unless a profile says whose it is.
    init(
        _ environment: Environment, store: any Store, profile: (@Sendable () throws -> Partition)? = nil, firstUse: FirstUse
    ) {
        self.init(
            guide: Guide(device: store, profile: profile, firstUse: firstUse, time: environment.time),
            registry: { [contributions = environment.contributions] in contributions.current }, version: Release.version,
            isForPerson: { environment.isForPerson })
    }
}

extension StoragePlugin {
    /// `undo`, `doctor` and `reset` for an app.
    init(_ environment: Environment, store: any Store) {
        self.init(
            store: store, registry: { [contributions = environment.contributions] in contributions.current },
            keep: environment.keep,
            time: environment.time)
    }
}
