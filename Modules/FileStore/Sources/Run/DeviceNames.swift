import EngineKit
import Kernel

/// The names of the devices in a run, by number.
struct DeviceNames {
    private(set) var names: [String] = []
    private var lastNumber = 0

    mutating func number(of name: ScannedText) throws -> UInt16 {
        if lastNumber < names.count, name.equals(names[lastNumber]) { return UInt16(lastNumber) }
        return try number(of: name.string)
    }

    mutating func number(of name: String) throws -> UInt16 {
        if lastNumber < names.count, byteOrder(name, names[lastNumber]) == 0 { return UInt16(lastNumber) }
        if let existing = names.firstIndex(where: { $0.utf8.elementsEqual(name.utf8) }) {
            lastNumber = existing
        } else {
            guard names.count < Int(UInt16.max) else {
                throw Failure(.tooManyDevices, "More than 65,534 devices have written into this store.", kind: .badData)
            }
            names.append(name)
            lastNumber = names.count - 1
        }
        return UInt16(lastNumber)
    }
}
