// Systems, and with it Foundation and the C library: whoever imports Kernel has them, and names neither.
@_exported import Systems
