// Pulumi's own colour directives, then escape sequences, which leak in although colours are off.
// eslint reads control characters in a pattern as mistakes, so they are spelled out as a string.
const directives = /<\{%.*?%\}>/g;
const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/** Text without colours. */
export function plainText(text: string): string {
  return text.replace(directives, '').replace(escapes, '');
}
