// What the executable prints, as HTML for a picture.

/** The few terminal attributes that the executable uses, as spans. */
export function toHtml(text) {
  let looks = {}
  return text
    .split(SEQUENCE)
    .map((piece, index) => {
      // A split by a group gives texts and sequences by turns.
      if (index % 2 === 1) {
        for (const code of piece.split(';')) looks = change(looks, Number(code))
        return ''
      }
      const style = Object.values(looks).join(';')
      return style === '' || piece === ''
        ? escapeText(piece)
        : `<span style="${style}">${escapeText(piece)}</span>`
    })
    .join('')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
const SEQUENCE = /\u001b\[([\d;]*)m/

const LOOKS = {
  1: ['weight', 'font-weight:bold'],
  2: ['dim', 'opacity:.6'],
  3: ['slant', 'font-style:italic'],
  4: ['line', 'text-decoration:underline'],
  31: ['colour', 'color:#f07178'],
  32: ['colour', 'color:#a5d76e'],
  33: ['colour', 'color:#ffcb6b'],
  34: ['colour', 'color:#82aaff'],
  35: ['colour', 'color:#c792ea'],
  36: ['colour', 'color:#7fdbca'],
  90: ['colour', 'color:#7a8290'],
}

/** What a code ends; all of them where it is 0. */
const ENDS = { 22: ['weight', 'dim'], 23: ['slant'], 24: ['line'], 39: ['colour'] }

function change(looks, code) {
  if (code === 0) return {}
  if (LOOKS[code]) return { ...looks, [LOOKS[code][0]]: LOOKS[code][1] }
  const ended = ENDS[code] ?? []
  return Object.fromEntries(Object.entries(looks).filter(([name]) => !ended.includes(name)))
}

function escapeText(text) {
  return text.replace(/[&<>]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character])
}
