import { estimateLatin } from './estimate-tokens.ts'
import { type AnswerPart, measureAnswer } from './measure-answer.ts'
import { HEAD_LENGTH, PART_KIND, toPartKey } from './part-key.ts'

/** What `measureAnswer` tells of content that is still JSON; nothing where it is damaged. */
export function measureAnswerJson(json: string): readonly AnswerPart[] {
  try {
    return measurePlainAnswer(json) ?? measureAnswer(JSON.parse(json))
  } catch {
    return []
  }
}

/**
 * The same without parsing it, for one block of plain characters, laid out as Claude Code writes it: most lines hold such
 * a one, and nobody needs its text. Undefined for everything else.
 */
export function measurePlainAnswer(json: string): readonly AnswerPart[] | undefined {
  // An escape by number may stand for any character, and one of a slash for what needs none.
  if (!PLAIN.test(json) || json.includes('\\u') || json.includes('\\/')) return undefined
  if (json.startsWith(TEXT) && json.endsWith(TEXT_END))
    return measureString(json, {
      kind: PART_KIND.text,
      start: TEXT.length,
      end: json.length - TEXT_END.length,
    })
  if (json.startsWith(THINKING)) return measureThinking(json)
  return json.startsWith(CALL) ? measureCall(json) : undefined
}

const PLAIN = /^[ -~]*$/
const TEXT = '[{"type":"text","text":"'
const TEXT_END = '"}]'
const THINKING = '[{"type":"thinking","thinking":"'
const SIGNATURE = '","signature":"'
const CALL = '[{"type":"tool_use","id":"'
const CALL_HEAD = /^\[\{"type":"tool_use","id":"([\w-]+)","name":"([\w-]+)","input":\{/
const CALL_ENDS = ['},"caller":{"type":"direct"}}]', '}}]']

function measureThinking(json: string): readonly AnswerPart[] | undefined {
  const end = json.lastIndexOf(SIGNATURE)
  const signature = end + SIGNATURE.length
  // A signature is base64: the next quote ends it, and the block.
  const isLast = json.endsWith(TEXT_END) && json.indexOf('"', signature) === json.length - TEXT_END.length
  if (end < THINKING.length || !isLast || json.includes('\\', signature)) return undefined
  return measureString(json, { kind: PART_KIND.thinking, start: THINKING.length, end })
}

/** Its input counts as JSON, and that is what stands there: up to the end, if nothing but the usual caller follows it. */
function measureCall(json: string): readonly AnswerPart[] | undefined {
  const head = CALL_HEAD.exec(json)
  const ending = CALL_ENDS.find(end => json.endsWith(end))
  if (!head || ending === undefined) return undefined
  const [{ length }, id = '', name = ''] = head
  const end = json.length - ending.length
  // Behind an inner object more may follow, of the input or behind it.
  const inner = json.indexOf('},', length)
  if (inner !== -1 && inner < end) return undefined
  // The braces of the input are in the head and in the ending.
  const inputLength = end - length + 2
  return [{ key: toPartKey(PART_KIND.id, id, id.length), tokens: estimateLatin(name.length + inputLength) }]
}

type Stretch = { readonly kind: number; readonly start: number; readonly end: number }

/** The block whose text stands from `start` to `end`, if it is one text. */
function measureString(json: string, { kind, start, end }: Stretch): readonly AnswerPart[] | undefined {
  let escapes = 0
  let quote = json.indexOf('"', start)
  for (let place = json.indexOf('\\', start); place !== -1 && place < end; ) {
    if (quote < place || place + 1 === end) return undefined
    if (quote === place + 1) quote = json.indexOf('"', place + 2)
    escapes += 1
    place = json.indexOf('\\', place + 2)
  }
  if (quote < end) return undefined
  const length = end - start - escapes
  const head = json.slice(start, Math.min(end, start + HEAD_LENGTH))
  // Whether all of it is blank, parsing tells.
  if (BLANK.test(head)) return undefined
  return [{ key: toPartKey(kind, head, length), tokens: estimateLatin(length) }]
}

const BLANK = /^(?: |\\[a-z]?)*$/
