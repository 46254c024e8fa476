import Bodies

/// Left or right, as bodies have it.
public typealias Side = Bodies.Side
