import Kernel

/// This device's settings for taking and showing photos.
///
/// They are not synced, so that no device runs a command that came from another device.
package struct CameraSettings: Storable, Hashable {
    /// The fixed identifier of the only record.
    package private(set) var id: Identifier<CameraSettings> = "camera"
    /// The camera, or nil for the default.
    package var side: DiarySettings.Camera?
    /// A command that takes a photo, or nil for the machine's camera.
    package var command: String?
    /// A folder that a phone fills, or nil for none.
    package var folder: String?
    /// The path of the file that shows the newest photo, for wallpapers and bars, or nil for none.
    package var widget: String?
    /// Whether that file shows the streak, or nil for the default.
    package var widgetStreak: Bool?

    package init() {}

    package static let collection = RecordCollection<CameraSettings>("diary.camera")
}
