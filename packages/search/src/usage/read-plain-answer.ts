import { isObject, SYNTHETIC_MODEL } from '@antiphon/core'
import type { AnswerReport } from './answer-report.ts'

/** A line without what stands between `"content":[` and `],"stop_reason":`. */
export type CutLine = { readonly head: string; readonly tail: string }

/**
 * The answer of a line whose fields are all plain, read without parsing it whole: that takes a third of the time, and
 * most lines are such. Undefined for every other line, and for a line that reports no answer.
 */
export function readPlainAnswer({ head, tail }: CutLine): AnswerReport | undefined {
  const before = HEAD.exec(head)
  const behind = before && TAIL.exec(tail)
  if (!before || !behind) return undefined
  const [, first = '', message = ''] = before
  const [, usageText = '', last = ''] = behind
  const read = (mark: string): string | undefined => readField(last, mark) ?? readField(first, mark)
  const id = readField(message, ID)
  const model = readField(message, MODEL)
  if (read(TYPE) !== 'assistant' || id === undefined || model === undefined || model === SYNTHETIC_MODEL)
    return undefined
  if (last.includes(API_ERROR) || first.includes(API_ERROR)) return undefined
  const usage = parseObject(usageText)
  if (!usage) return undefined
  return {
    id,
    model,
    usage,
    at: read(TIMESTAMP) ?? null,
    isSubagent: last.includes(SIDECHAIN) || first.includes(SIDECHAIN),
    agent: read(AGENT) ?? null,
    isCopy: false,
    sessionId: read(SESSION) ?? null,
    cwd: read(CWD) ?? null,
  }
}

const ID = '"id":"'
const MODEL = '"model":"'
const TYPE = '"type":"'
const TIMESTAMP = '"timestamp":"'
const AGENT = '"agentId":"'
const SESSION = '"sessionId":"'
const CWD = '"cwd":"'
const API_ERROR = '"isApiErrorMessage":true'
const SIDECHAIN = '"isSidechain":true'

// A text without escapes cannot hold a quote: whatever looks like a key then is one, of the object that is open.
const FIELD = String.raw`"\w+":(?:"[^"\\]*"|null|true|false|-?\d+)`
const HEAD = new RegExp(String.raw`^\{((?:${FIELD},)*)"message":\{((?:${FIELD},)*)"content":\[$`)
// Whether braces inside of texts misled it, parsing what was found as usage tells.
const OBJECT = String.raw`\{(?:[^{}\\]|\{[^{}\\]*\})*\}`
const TAIL = new RegExp(
  String.raw`^\](?:,${FIELD})*,"usage":(${OBJECT})(?:,${FIELD})*\}((?:,${FIELD})*)\}\s*$`,
)

function readField(fields: string, mark: string): string | undefined {
  const found = fields.indexOf(mark)
  if (found === -1) return undefined
  const start = found + mark.length
  const end = fields.indexOf('"', start)
  return end === start ? undefined : fields.slice(start, end)
}

function parseObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
