import Community
import Kernel
import Programs

extension Courier {
    /// A process of the app's own that sends what waits.
    ///
    /// - Parameters:
    ///   - servant: runs `community send`.
    ///   - data: the app's directory; where no store lies in it nothing waits.
    public static func process(_ servant: Servant, data: String) -> Courier {
        Courier(
            isReady: { servant.isReady && FileManager.default.fileExists(atPath: data + "/CURRENT") },
            start: { servant.start() },
            patience: {
                switch servant.begin() {
                case .asked: .asked
                case .alone: .background
                case .late: nil
                }
            })
    }
}
