/** The files that a text of instructions names by `@path`, in order, each once; nothing inside code is a reference. */
export function findImports(markdown: string): readonly string[] {
  const prose = withoutComments(proseLines(markdown).join('\n'))
  const found = [...prose.matchAll(REFERENCE)].map(([, path = '']) => path.replaceAll('\\ ', ' '))
  return [...new Set(found.map(path => path.replace(TRAILING, '')).filter(path => path !== ''))]
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
// Both begin where a run does: to try them at each sign of a long one would take for ever.
const CODE_SPAN = /(?<!`)`+(?!`)[^`]+`+/g
const REFERENCE = /(?:^|[\s(])@((?:\\ |[^\s\\)])+)/g
const TRAILING = /(?<![.,;:!?'"])[.,;:!?'"]+$/

/** The lines outside of fences, without what stands between backticks. */
function proseLines(markdown: string): readonly string[] {
  const lines: string[] = []
  let fence = ''
  for (const line of markdown.split('\n')) {
    const [, mark = '', rest = ''] = FENCE.exec(line.trimEnd()) ?? []
    if (fence === '' && mark === '') lines.push(line.replace(CODE_SPAN, ''))
    else if (fence === '') fence = mark
    else if (mark.startsWith(fence) && rest === '') fence = ''
  }
  return lines
}

/** A comment that does not end is none. */
function withoutComments(text: string): string {
  const kept: string[] = []
  let position = 0
  for (;;) {
    const start = text.indexOf('<!--', position)
    const end = start === -1 ? -1 : text.indexOf('-->', start + 4)
    if (end === -1) return kept.join('') + text.slice(position)
    kept.push(text.slice(position, start))
    position = end + 3
  }
}
