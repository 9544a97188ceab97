import { isAscii } from 'node:buffer'
import { isObject } from '@antiphon/contract'
import { decodeLines } from '@antiphon/core'
import { measureAnswerJson } from '@antiphon/core/usage'
import { NEWLINE } from '../read-lines.ts'
import { type AnswerReport, isNamedByLine, toAnswerReport } from './answer-report.ts'

export type ScannedAnswers = {
  readonly reports: readonly AnswerReport[]
  /** How many stretches may have reported an answer and cannot be read. */
  readonly damaged: number
}

/** The answers that whole lines report. Only lines that hold usage are parsed, and of those not the content. */
export function scanAnswers(bytes: Buffer): ScannedAnswers {
  const reports: AnswerReport[] = []
  let damaged = 0
  let position = 0
  for (;;) {
    const mark = bytes.indexOf(USAGE, position)
    if (mark === -1) return { reports, damaged }
    // The mark is never at the beginning of a line: an object begins with a brace.
    const start = bytes.lastIndexOf(NEWLINE, mark) + 1
    const newline = bytes.indexOf(NEWLINE, mark)
    const end = newline === -1 ? bytes.length : newline
    position = end + 1
    const line = bytes.subarray(start, end)
    const report = reportOfWhole(line)
    if (report !== undefined) {
      if (report) reports.push(report)
      continue
    }
    for (const part of decodeLines(line)) {
      if (part.kind === 'bad') damaged += 1
      const found = part.kind === 'entry' ? toAnswerReport(part.entry) : null
      if (found) reports.push(found)
    }
  }
}

// Without its first quote it is found faster: quotes are everywhere in JSON.
const USAGE = Buffer.from('usage"')

/** What a line that is one object reports; undefined for a line that is none. */
function reportOfWhole(line: Buffer): AnswerReport | null | undefined {
  // ASCII is the same in latin1, and made many times faster.
  const text = line.toString(isAscii(line) ? 'latin1' : 'utf8')
  const cut = cutContent(text)
  const report = cut && toAnswerReport(parse(cut.rest))
  // What is named by its line needs all of it.
  if (report && !isNamedByLine(report))
    return Object.assign(report, { parts: measureAnswerJson(cut.content) })
  const entry = parse(text)
  return isObject(entry) ? toAnswerReport(entry) : undefined
}

const HEAD = '{"parentUuid":'
const CONTENT = '"content":['
const CONTENT_END = '],"stop_reason":'

/**
 * The content of a line's message and the line without it, if it is laid out as Claude Code does it. Quotes inside of
 * texts are escaped, so the marks are keys; what was cut at another key is no JSON, or reports no answer. A line that may
 * hold more than one entry is not cut.
 */
function cutContent(line: string): { readonly rest: string; readonly content: string } | undefined {
  if (!line.startsWith(HEAD)) return undefined
  const start = line.indexOf(CONTENT)
  const end = start === -1 ? -1 : line.lastIndexOf(CONTENT_END)
  if (end <= start || line.includes('}{"') || line.includes(HEAD, 1)) return undefined
  const inner = start + CONTENT.length
  // With its brackets as they stand there: joined to others it would be copied.
  return { rest: line.slice(0, inner) + line.slice(end), content: line.slice(inner - 1, end + 1) }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
