import Kernel

/// How photos are taken and shown on this device. It stays on it: a command that another device sends is never run.
public struct CameraChoice: Storable, Hashable {
    /// There is only one of these.
    public private(set) var id: Identifier<CameraChoice> = "camera"
    /// The camera that looks at the person, `front`, or away, `back`; nil where nobody said.
    public var side: DiarySettings.Camera?
    /// A command that takes a photo; nil for the machine's camera.
    public var command: String?
    /// A folder that a phone fills; nil for none.
    public var folder: String?
    /// The file that shows the newest photo, for wallpapers and bars; nil for none.
    public var widget: String?
    /// Whether that file has the days in a row on it, `true`; nil where nobody said.
    public var widgetStreak: Bool?

    /// Nothing said yet.
    public init() {}

    /// Where it is kept.
    public static let collection = RecordCollection<CameraChoice>("diary.camera")
}
