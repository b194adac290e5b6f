// ANCS
