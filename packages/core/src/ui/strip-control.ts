/**
 * Text that is safe to print: ANSI and OSC sequences and control characters are gone, except line feed
 * and tab; a carriage return becomes a line feed; bidirectional overrides are spelled out, so that
 * nothing can be shown in another order than it is stored.
 */
export function stripControl(text: string): string {
  if (!SUSPICIOUS.test(text)) return text
  return text
    .replace(CONTROL_STRING, '')
    .replace(ESCAPE_SEQUENCE, '')
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL_CHARACTER, '')
    .replace(BIDI_CONTROL, spellOut)
}

const SUSPICIOUS = /[^\t\n\u0020-\u007e\u00a0-\u2029\u202f-\u2065\u206a-\uffff]/

// A payload ends at any control character: so sequences never overlap, and a long text without a
// terminator costs one scan. What an unterminated sequence would have hidden stays readable.
const CONTROL_STRING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this file removes
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0000-\u001f\u007f-\u009f]*(?:\u0007|\u009c|\u001b\\)/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const ESCAPE_SEQUENCE = /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

const BIDI_CONTROL = /[\u202a-\u202e\u2066-\u2069]/g

function spellOut(character: string): string {
  return `<U+${character.charCodeAt(0).toString(16).toUpperCase()}>`
}
