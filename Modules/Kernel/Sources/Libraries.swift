// Systems, with Foundation and the C library. Code that imports Kernel has both and imports neither
// by name.
@_exported import Systems
