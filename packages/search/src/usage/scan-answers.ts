import { isObject } from '@antiphon/contract'
import { decodeLines } from '@antiphon/core'
import { type AnswerReport, isNamedByLine, toAnswerReport } from './answer-report.ts'
import { decodeLatin1, isAscii } from './decode-latin1.ts'
import { measureLatin1 } from './measure-latin1.ts'
import { readPlainAnswer } from './read-plain-answer.ts'

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
    const report = readPlainAnswer(line) ?? reportOfWhole(line.toString('latin1'))
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
const NEWLINE = 0x0a

/** What a line that is one object reports; undefined for a line that is none. */
function reportOfWhole(latin1: string): AnswerReport | null | undefined {
  const cut = cutContent(latin1)
  if (cut) {
    const fromCut = toAnswerReport(parse(cut.rest))
    // What is named by its line needs all of it.
    if (fromCut && !isNamedByLine(fromCut)) return { ...toUtf8(fromCut), parts: measureLatin1(cut.content) }
  }
  const entry = parse(latin1)
  if (!isObject(entry)) return undefined
  const report = toAnswerReport(entry)
  // So does what is measured in characters, where bytes are none.
  return report && !isAscii(latin1) ? toAnswerReport(parse(decodeLatin1(latin1))) : report
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
  return { rest: line.slice(0, inner) + line.slice(end), content: `[${line.slice(inner, end)}]` }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** JSON keeps its structure in latin1, and that is read ten times faster; only the texts that are kept are decoded. */
function toUtf8(report: AnswerReport): AnswerReport {
  return {
    ...report,
    id: decodeLatin1(report.id),
    model: decodeLatin1(report.model),
    at: report.at && decodeLatin1(report.at),
    agent: report.agent && decodeLatin1(report.agent),
    sessionId: report.sessionId && decodeLatin1(report.sessionId),
    cwd: report.cwd && decodeLatin1(report.cwd),
  }
}
