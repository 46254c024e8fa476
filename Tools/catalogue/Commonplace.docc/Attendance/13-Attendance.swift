import Attendance
import AttendanceCommands
import Composition
import Kernel

extension AttendancePlugin {
    /// One class book for everybody at this device.
    static func dojang(_ environment: Environment, store: any Store) -> AttendancePlugin {
        AttendancePlugin(
            ClassBook(store: store, ids: environment.ids, time: environment.time), time: environment.time)
    }
}
