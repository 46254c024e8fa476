// Rooms of this module follow.
