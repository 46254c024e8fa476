import Kernel
import Outbox
import Programs

extension BackgroundSender {
    /// Creates a sender that runs as a process of the app.
    ///
    /// - Parameters:
    ///   - backgroundJob: runs the app's command that delivers.
    ///   - data: the app's directory. Without a store in it, nothing waits.
    package static func process(_ backgroundJob: BackgroundJob, data: String) -> BackgroundSender {
        BackgroundSender(
            isReady: { backgroundJob.isReady && FileManager.default.fileExists(atPath: data + "/CURRENT") },
            start: { backgroundJob.start() },
            claimDelivery: {
                switch backgroundJob.registerProcess() {
                case .foreground: .userInitiated
                case .worker: .background
                case .redundantWorker: nil
                }
            })
    }
}
