// The overlay over the C library of macOS, limited to the names that the project uses: C macros and
// variadic functions.
@_exported import CDarwin
@_exported import enum Glibc.POSIXErrorCode

public var errno: Int32 {
    get { 0 }
    set {}
}

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }

public func fcntl(_ file: Int32, _ command: Int32) -> Int32 { -1 }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }
public func fcntl(_ file: Int32, _ command: Int32, _ place: UnsafeMutableRawPointer) -> Int32 { -1 }

public func ioctl(_ file: Int32, _ request: UInt, _ place: UnsafeMutableRawPointer) -> Int32 { -1 }
public var TIOCGWINSZ: UInt { 0x4008_7468 }

// In C the names without underscores are macros, which Swift sees on macOS.
public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
public var S_IWGRP: mode_t { 0o000020 }
public var S_IWOTH: mode_t { 0o000002 }

public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
