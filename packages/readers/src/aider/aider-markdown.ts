/** One run of the program. */
export type AiderRun = {
  /** When it began, as the page says it, with a number where two began in one second. */
  readonly name: string
  readonly time: number | undefined
  readonly text: string
}

/** A stretch of a run, with the line of the run at which it begins. */
export type AiderPiece = {
  readonly kind: 'prompt' | 'answer' | 'note'
  readonly text: string
  readonly line: number
}

/** The runs of a page. */
export function splitRuns(page: string): readonly AiderRun[] {
  const names = new Map<string, number>()
  return page.split(/^(?=# aider chat started at )/m).flatMap(text => {
    const started = /^# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/.exec(text)?.[1]
    if (started === undefined) return []
    const seen = names.get(started) ?? 0
    names.set(started, seen + 1)
    // The time is that of the machine.
    const time = Date.parse(started.replace(' ', 'T'))
    return [
      {
        name: seen === 0 ? started : `${started} ${seen + 1}`,
        time: Number.isNaN(time) ? undefined : time,
        text,
      },
    ]
  })
}

/** What was typed (`#### `), what the program said (`> `), and the answers between. */
export function parseRun(text: string): readonly AiderPiece[] {
  const pieces: { kind: AiderPiece['kind']; lines: string[]; line: number }[] = []
  let isFenced = false
  text.split('\n').forEach((line, index) => {
    if (index === 0) return
    if (line.startsWith('```')) isFenced = !isFenced
    const kind =
      !isFenced && line.startsWith('#### ')
        ? 'prompt'
        : !isFenced && line.startsWith('> ')
          ? 'note'
          : 'answer'
    const said =
      kind === 'prompt' ? line.slice(5).trimEnd() : kind === 'note' ? line.slice(2).trimEnd() : line
    const last = pieces.at(-1)
    if (last?.kind === kind) last.lines.push(said)
    else if (kind !== 'answer' || said.trim() !== '') pieces.push({ kind, lines: [said], line: index + 1 })
    else last?.lines.push('')
  })
  return pieces
    .map(({ kind, lines, line }) => ({ kind, text: lines.join('\n').trim(), line }))
    .filter(({ text: said }) => said !== '')
}

/** A rounded number before a word: `2.5k sent`. */
export function countSaid(line: string, word: string): number {
  const said = new RegExp(`([\\d.,]+)\\s*([kM]?) ${word}`).exec(line)
  if (!said) return 0
  const scale = said[2] === 'M' ? 1_000_000 : said[2] === 'k' ? 1000 : 1
  return Math.round(Number((said[1] ?? '0').replaceAll(',', '')) * scale)
}
