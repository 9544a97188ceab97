/** Something that a checker found, as it said it. */
export type Problem = {
  readonly severity: 'ERROR' | 'WARNING'
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The problems in what a checker printed: TypeScript, ESLint, GCC and Clang, mypy, Go, rustc, pytest. */
export function parseProblems(output: string): readonly Problem[] {
  const problems = new Map<string, Problem>()
  let heading: string | null = null
  let announced: { readonly severity: Problem['severity']; readonly message: string } | null = null
  for (const text of output.slice(0, MAX_UNITS).split('\n', MAX_LINES)) {
    const line = text.slice(0, MAX_LINE_UNITS).trimEnd()
    const rust = RUST_HEAD.exec(line)
    const place = RUST_PLACE.exec(line)
    const stylish = ESLINT_LINE.exec(line)
    const problem =
      place && announced
        ? { ...announced, ...toPlace(place) }
        : stylish && heading !== null
          ? {
              severity: toSeverity(stylish[2]),
              file: heading,
              line: Number(stylish[1]),
              message: trim(stylish[3]),
            }
          : parseLine(line)
    if (rust) announced = { severity: toSeverity(rust[1]), message: trim(rust[2]) }
    else if (place || line === '') announced = null
    if (line === '') heading = null
    else if (HEADING.test(line)) heading = line
    if (problem) problems.set(JSON.stringify(problem), problem)
    if (problems.size >= MAX_PROBLEMS) break
  }
  return [...problems.values()]
}

/** More than a shell gives a model; a log of a stranger may hold anything, and others wait meanwhile. */
const MAX_UNITS = 200_000
const MAX_LINES = 20_000
const MAX_LINE_UNITS = 1000
const MAX_PROBLEMS = 500

/** `file(12,5): error TS1: …`, `file:12:5 - error TS1: …`, `file:12:5: error: …`, `file:12: error: …` */
const PLACED =
  /^([^\s:(][^:(]*)(?::(\d+)(?::\d+)?|\((\d+),\d+\))(?::| -) (fatal error|error|warning)\b:? ?(.*)$/
const GO = /^([^\s:]+\.go):(\d+):\d+: (.+)$/
/** The last line of a trace of pytest, and of its summary. */
const PYTEST = /^([^\s:]+\.py):(\d+): (\w*(?:Error|Exception|Failed).*)$/
const PYTEST_SUMMARY = /^(?:FAILED|ERROR) ([^\s:]+\.py)(::\S+)?(?: - (.*))?$/
const RUST_HEAD = /^(error|warning)(?:\[\w+\])?: (.+)$/
const RUST_PLACE = /^ *--> ([^\s:]+):(\d+):\d+$/
const HEADING = /^(?:\/|[A-Za-z]:\\|\.{0,2}\/)?[\w@.-][^:*?"<>|]*\.[A-Za-z]{1,5}$/
const ESLINT_LINE = /^ +(\d+):\d+ +(error|warning) +(\S.*)$/

function parseLine(line: string): Problem | null {
  const placed = PLACED.exec(line)
  if (placed)
    return {
      severity: toSeverity(placed[4]),
      file: trim(placed[1]),
      line: Number(placed[2] ?? placed[3]),
      message: trim(placed[5]),
    }
  const failed = GO.exec(line) ?? PYTEST.exec(line)
  if (failed) return { severity: 'ERROR', ...toPlace(failed), message: trim(failed[3]) }
  const test = PYTEST_SUMMARY.exec(line)
  if (!test) return null
  return {
    severity: 'ERROR',
    file: trim(test[1]),
    line: 1,
    message: `${trim(test[2])} ${trim(test[3])}`.trim(),
  }
}

function toPlace([, file, line]: RegExpExecArray): Pick<Problem, 'file' | 'line'> {
  return { file: trim(file), line: Number(line) }
}

function toSeverity(word: string | undefined): Problem['severity'] {
  return word === 'warning' ? 'WARNING' : 'ERROR'
}

function trim(text: string | undefined): string {
  return text?.trim() ?? ''
}
