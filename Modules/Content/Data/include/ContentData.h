// The bundled content pack, embedded.
