/** Blocks of code and code in a line, as a pattern to find them without parsing the text. Code doesn't mention anyone. */
export const CODE = /^(`{3,}|~{3,})[\s\S]*?(?:^\1|(?![\s\S]))|(`+)[\s\S]*?\2/gm;
