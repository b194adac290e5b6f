// Typefaces
