/** The files that a text of instructions names by `@path`, in order, each once; nothing inside code is a reference. */
export function findImports(markdown: string): readonly string[] {
  const prose = proseLines(markdown).join('\n').replace(COMMENTS, '')
  const found = [...prose.matchAll(REFERENCE)].map(([, path = '']) => path.replaceAll('\\ ', ' '))
  return [...new Set(found.map(path => path.replace(TRAILING, '')).filter(path => path !== ''))]
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
const CODE_SPAN = /`+[^`]+`+/g
const COMMENTS = /<!--[\s\S]*?-->/g
const REFERENCE = /(?:^|[\s(])@((?:\\ |[^\s\\)])+)/g
const TRAILING = /[.,;:!?'"]+$/

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
