/** Up to where two lines look the same: how much of both that is, and how many columns it takes. */
export type Agreement = { readonly length: number; readonly columns: number }

/**
 * Finds from where a line has to be written again if another stands there: behind a sign of which every terminal knows
 * the width, and where no style and no link is open.
 */
export function findAgreement(old: string, line: string): Agreement {
  let found: Agreement = { length: 0, columns: 0 }
  let before = found
  let [at, columns] = [0, 0]
  const open = new Set<string>()
  while (at < line.length) {
    const part = readPart(line, at)
    if (part === '' || !old.startsWith(part, at)) break
    if (part.startsWith(ESCAPE)) follow(open, part)
    else {
      before = found
      columns += part < WIDE ? 1 : 2
    }
    at += part.length
    if (open.size === 0) found = { length: at, columns }
  }
  // What is none of these may belong to the sign before it, as an accent does.
  return [old, line].some(text => at < text.length && readPart(text, at) === '') ? before : found
}

/** The style or sign at a place; empty where it is of another kind. */
function readPart(text: string, at: number): string {
  return (matchAt(STYLE, text, at) ?? matchAt(SIGN, text, at))?.[0] ?? ''
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Keeps which looks hold, by what ends them. */
function follow(open: Set<string>, sequence: string): void {
  if (sequence.startsWith(`${ESCAPE}]`)) {
    if (LINK_END.test(sequence)) open.delete('link')
    else open.add('link')
    return
  }
  const code = sequence.slice(2, -1).split(';')[0] ?? ''
  if (code === '' || code === '0') open.clear()
  else if (ENDS.has(code)) open.delete(code)
  else open.add(ENDED_BY[code] ?? (/^4\d|^10\d/.test(code) ? '49' : '39'))
}

const ESCAPE = '\u001b'
const ENDED_BY: Readonly<Record<string, string>> = {
  ...{ 1: '22', 2: '22', 3: '23', 4: '24', 7: '27', 9: '29' },
}
const ENDS: ReadonlySet<string> = new Set(['39', '49', ...Object.values(ENDED_BY)])
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences are made of them
const STYLE = /\u001b\[[0-9;:]*m|\u001b\]8;[^\u0007\u001b]*(?:\u0007|\u001b\\)/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: sequences are made of them
const LINK_END = /^\u001b\]8;;(?:\u0007|\u001b\\)$/
/** Letters of ASCII, then those of Chinese, Japanese and Korean, which take two columns everywhere. */
const SIGN = /[ -~]|[\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]/y
const WIDE = '\u3000'
