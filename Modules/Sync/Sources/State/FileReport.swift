import Kernel

/// The results of a round of files.
package struct FileReport: Hashable, Sendable {
    /// The number of files that became complete in the place.
    package var sent = 0
    /// The number of files that became complete on this device.
    package var received = 0
    /// The number of files that still have to be uploaded or downloaded.
    package var waiting = 0
    /// The number of encrypted bytes sent.
    package var bytesSent = 0
    /// The number of encrypted bytes received.
    package var bytesReceived = 0
    /// The number of unused files deleted from the place.
    package var removed = 0
    /// The failures of single files. The round continues with the others.
    package var troubles: [Failure] = []
    /// The failure that ended the round early, for example an unreachable place. The results so far
    /// stay.
    package var stopped: Failure?

    package init() {}
}
