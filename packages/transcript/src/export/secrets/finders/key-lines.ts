/** A line as it may stand in a key: what stands before its run of base64 and behind it does not count. */
export type KeyLine = {
  readonly run: string
  readonly runStart: number
  readonly runEnd: number
  readonly prefix: string
  /** Where the next line begins. */
  readonly next: number
}

const LONGEST_LINE = 400_000
const LONGEST_PREFIX = 200

/** The line from `start` on, with the run of base64 at its end. */
export function readLineAt(text: string, start: number): KeyLine {
  const newline = text.indexOf('\n', start)
  const end = newline === -1 ? text.length : newline
  const next = newline === -1 ? text.length : newline + 1
  const none = { run: '', runStart: start, runEnd: start, prefix: '', next }
  if (end - start > LONGEST_LINE) return none
  const line = text.slice(start, end)
  const suffix = SUFFIX.exec(line.slice(-40))?.[0].length ?? 0
  let from = line.length - suffix
  while (from > 0 && isBase64(line.charCodeAt(from - 1))) from -= 1
  const run = line.slice(from, line.length - suffix)
  if (from > LONGEST_PREFIX) return none
  const long = run.length < SHORTEST_ROW ? LONG_RUN.exec(line) : null
  if (long && long.index <= LONGEST_PREFIX) {
    const at = start + long.index
    return {
      run: long[0],
      runStart: at,
      runEnd: at + long[0].length,
      prefix: line.slice(0, long.index),
      next,
    }
  }
  return { run, runStart: start + from, runEnd: start + from + run.length, prefix: line.slice(0, from), next }
}

const SHORTEST_ROW = 16
// Words may follow a row where somebody quotes a key in a sentence.
const LONG_RUN = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,}={0,2}/

// Quotes, commas, additions, `\n`, tags, the dollar of cat -A.
const SUFFIX = /(?:<\/?[a-z]{1,10} ?\/?>|\\[nr]|[^A-Za-z0-9+/=]|(?<=["'] ?)\+){0,12}$/

function isBase64(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43 ||
    code === 61
  )
}

/** Where the body of a key that begins behind `start` ends, its frame's last line included; null where none begins there. */
export function readForward(text: string, start: number): number | null {
  const inline = readInline(text, start)
  let last = inline ?? null
  const rest = text.slice(last ?? start, (last ?? start) + LONGEST_REST)
  const behind = rest.indexOf('\n')
  if (behind === -1) return last
  // What stands on the frame's own line behind it must be nothing, or a part of the key.
  if (last === null && !EMPTY_REST.test(rest.slice(0, behind))) return null
  const newline = (last ?? start) + behind
  let blanks = 0
  let headers = 0
  let shape: string | null = null
  for (let at = newline + 1; at < text.length; ) {
    const ahead = text.slice(at, at + LONGEST_PREFIX + 120)
    const [firstLine = ''] = ahead.split('\n', 1)
    const frame = FRAME_END.exec(firstLine)
    if (frame) return at + frame.index + frame[0].length
    const line = readLineAt(text, at)
    if (HEADER.test(firstLine) && headers < MOST_HEADERS) {
      headers += 1
      if (/^Private-MAC/.test(firstLine)) return line.runEnd
    } else if (line.run.length >= 16 && isBodyRun(line.run)) {
      last = line.runEnd
      shape = shapeOf(line.prefix)
      blanks = 0
    } else if (last !== null && isTail(line, shape)) last = line.runEnd
    else if (
      line.run.length < 3 &&
      blanks < 3 &&
      !/[A-Za-z]{3}/.test(line.prefix.replace(/^.{0,60}[:)|>]/, ''))
    )
      blanks += 1
    else return last
    if (line.next <= at) return last
    at = line.next
  }
  return last
}

const LONGEST_REST = 60
const EMPTY_REST = /^[^A-Za-z0-9+/]{0,12}(?:<br ?\/?>)?[^A-Za-z0-9+/]{0,4}$/
const MOST_HEADERS = 8

const FRAME_END =
  /-{4,6} ?END (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1|OpenVPN tls-crypt-v2 \w{1,10} key) ?-{4,6}/
const HEADER =
  /(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject|Private-MAC|Private-Hash|Key-Derivation|Argon2-\w{1,20}): /

/** A word of a language is no row of a key. */
function isBodyRun(run: string): boolean {
  return run.length >= 40 || (/[0-9+/=]/.test(run) && !run.includes('//'))
}

/** The last row is shorter, and stands behind the same kind of prefix. */
function isTail({ run, prefix }: KeyLine, shape: string | null): boolean {
  return (
    run.length > 0 &&
    shape === shapeOf(prefix) &&
    (run.endsWith('=') || (/[0-9A-Z]/.test(run) && /[a-z0-9]/.test(run) && run.length > 3))
  )
}

function shapeOf(prefix: string): string {
  return prefix.replace(/[0-9]+/g, '0').replace(/\s+/g, ' ')
}

/** Runs on the same line as the frame's first: a key whose line breaks became blanks, or were lost. */
function readInline(text: string, start: number): number | null {
  INLINE.lastIndex = start
  const match = INLINE.exec(text)
  return match ? start + match[0].length : null
}

const INLINE =
  /[ \t"'+]{0,8}(?:(?:Proc-Type: \S{1,40}|DEK-Info: \S{1,80})[ \t]{1,4}){0,2}[A-Za-z0-9+/=]{16,}(?:[ \t]{1,4}[A-Za-z0-9+/=]{4,}){0,2000}(?:[ \t]{0,4}-{4,6} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,6})?/y

/** Where the body that ends before `end` begins; null where none does. Nothing before `floor` is looked at. */
export function readBackward(text: string, end: number, floor: number): number | null {
  let first = readInlineBackward(text, end, floor)
  const near = Math.max(floor, end - LONGEST_PREFIX)
  let lineStart = near + text.slice(near, end).lastIndexOf('\n') + 1
  if (lineStart === near && near > 0) return first
  let hasTail = false
  while (lineStart > floor) {
    const previous = lineStart < 2 ? 0 : text.lastIndexOf('\n', lineStart - 2) + 1
    if (previous < floor) break
    const line = readLineAt(text, previous)
    if (line.run.length >= SHORTEST_ROW && isBodyRun(line.run)) first = line.runStart
    // The last row may be short; nothing else may.
    else if (first === null && !hasTail && line.run.length > 0) hasTail = true
    else break
    lineStart = previous
  }
  return first
}

/** Where the runs begin that stand before the frame on its own line. */
function readInlineBackward(text: string, end: number, floor: number): number | null {
  let start = end
  while (start > floor && end - start < LONGEST_INLINE && isInline(text.charCodeAt(start - 1))) start -= 1
  const own = INLINE_BEFORE.exec(text.slice(start, end))
  return own ? start + own.index : null
}

const LONGEST_INLINE = 20_000
const INLINE_BEFORE = /[A-Za-z0-9+/=]{16,}(?:[ \t]{1,4}[A-Za-z0-9+/=]{4,}){0,2000}[ \t]{0,4}$/

function isInline(code: number): boolean {
  return isBase64(code) || code === 32 || code === 9
}
