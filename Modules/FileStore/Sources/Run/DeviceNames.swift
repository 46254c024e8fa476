import EngineKit
import Kernel

/// The names of the devices in a run, by number.
struct DeviceNames {
    private(set) var names: [String] = []
    private var last = 0

    mutating func number(of name: ScannedText) throws -> UInt16 {
        if last < names.count, name.equals(names[last]) { return UInt16(last) }
        return try number(of: name.string)
    }

    mutating func number(of name: String) throws -> UInt16 {
        if last < names.count, byteOrder(name, names[last]) == 0 { return UInt16(last) }
        if let known = names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) {
            last = known
        } else {
            guard names.count < Int(UInt16.max) else {
                throw Failure(.tooManyDevices, "More than 65,534 devices have written into this store.", kind: .badData)
            }
            names.append(name)
            last = names.count - 1
        }
        return UInt16(last)
    }
}
