import DiskKit
import Kernel

/// A file system that forwards calls to the machine's own by default.
protocol ForwardingDisk: FileSystem {}

extension ForwardingDisk {
    var real: SystemCalls { SystemCalls() }

    var machine: String { real.machine }
    func makeDirectory(_ path: String, mode: mode_t) -> Int { real.makeDirectory(path, mode: mode) }
    func open(_ name: String, in directory: Int32?, flags: Int32, mode: mode_t) -> Int {
        real.open(name, in: directory, flags: flags, mode: mode)
    }
    func close(_ file: Int32) { real.close(file) }
    func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        real.read(file, into: buffer, at: offset)
    }
    func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int) -> Int {
        real.write(file, bytes, at: offset)
    }
    func sync(_ file: Int32) -> Int { real.sync(file) }
    func truncate(_ file: Int32, to size: Int) -> Int { real.truncate(file, to: size) }
    func rename(_ name: String, to other: String, in directory: Int32) -> Int {
        real.rename(name, to: other, in: directory)
    }
    func remove(_ name: String, in directory: Int32) -> Int { real.remove(name, in: directory) }
    func tryLock(_ file: Int32) -> Int { real.tryLock(file) }
    func unlock(_ file: Int32) { real.unlock(file) }
}
