// What the house uses of mach-o/dyld.h.
int _NSGetExecutablePath(char *, unsigned int *);
