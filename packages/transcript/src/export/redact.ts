import { isBase64, isObject } from '@antiphon/core'
import { isSecretNamed } from './looks-secret.ts'
import { redactLines } from './redact-lines.ts'
import { readSecretName } from './redact-named-secrets.ts'
import { type CountSecret, redactText } from './redact-text.ts'
import { NAMED_KINDS, redactionMark } from './secret-kinds.ts'

/** Takes secrets out of what leaves the machine, and counts them by kind. */
export interface Redactor {
  /** The same JSON value with a mark in the place of each secret; its shape and the format's own ids stay as they are. */
  value(value: unknown): unknown
  /** How many were replaced so far, by kind, in the order of their names. */
  counts(): RedactionCounts
}

export type RedactionCounts = Readonly<Record<string, number>>

/** A redactor with nothing counted yet. */
export function createRedactor(): Redactor {
  const found = new Map<string, number>()
  const count = (kind: string): void => {
    found.set(kind, (found.get(kind) ?? 0) + 1)
  }
  return {
    value: value => redactValue(value, count),
    counts: () => Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** A container that is being copied. Inside what a tool was given or returned, no field has a meaning of the format. */
type Work = { readonly from: object; readonly to: object; readonly isFree: boolean }

/** Without recursion: a hostile file may nest deeper than the stack. */
function redactValue(root: unknown, count: CountSecret): unknown {
  const holder: { root?: unknown } = {}
  const open: Work[] = [{ from: { root }, to: holder, isFree: false }]
  for (let work = open.pop(); work !== undefined; work = open.pop()) {
    const { from, to, isFree } = work
    const isArray = Array.isArray(from)
    for (const [key, child] of Object.entries(isArray ? redactLines(from, count) : from)) {
      const name = isArray ? key : unusedKey(to, redactText(key, count))
      if (typeof child === 'string') set(to, name, redactField({ key, text: child, from, isFree }, count))
      else if (typeof child !== 'object' || child === null) set(to, name, child)
      else {
        const copy = Array.isArray(child) ? [] : {}
        set(to, name, copy)
        open.push({ from: child, to: copy, isFree: isFree || FREE_FIELDS.has(key) })
      }
    }
  }
  return holder.root
}

const FREE_FIELDS: ReadonlySet<string> = new Set(['input', 'toolUseResult', 'tool_use_result'])

// What links messages, calls and answers, and what only the API can read.
const FORMAT_FIELDS: ReadonlySet<string> = new Set([
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'leafUuid',
  'forkUuid',
  'headUuid',
  'anchorUuid',
  'tailUuid',
  'sourceToolAssistantUUID',
  'sourceToolUseID',
  'toolUseID',
  'parentToolUseID',
  'tool_use_id',
  'id',
  'sessionId',
  'session_id',
  'agentId',
  'requestId',
  'messageId',
  'promptId',
  'timestamp',
  'type',
  'subtype',
  'role',
  'model',
  'signature',
  'encrypted_content',
  'encrypted_index',
  'file_id',
  'media_type',
])

type Field = { readonly key: string; readonly text: string; readonly from: object; readonly isFree: boolean }

function redactField({ key, text, from, isFree }: Field, count: CountSecret): string {
  if (!isFree && FORMAT_FIELDS.has(key)) return text
  if (isBytes(key, from) && isBase64(text)) return text
  const name = readSecretName(nameOf(key, from))
  const redacted = redactText(text, count)
  if (name === null || redacted !== text || !isSecretNamed({ name, spelling: 'quoted', value: text }))
    return redacted
  count(NAMED_KINDS[name])
  return redactionMark(NAMED_KINDS[name])
}

/** Pictures, files, and thinking that the API encrypted. */
function isBytes(key: string, from: object): boolean {
  if (key === 'base64') return true
  return key === 'data' && isObject(from) && (from.type === 'base64' || from.type === 'redacted_thinking')
}

/** Configurations also write `{"name": "API_KEY", "value": "…"}`. */
function nameOf(key: string, from: object): string {
  if (key !== 'value' || !isObject(from)) return key
  const name = from.name ?? from.key
  return typeof name === 'string' ? name : key
}

/** Two secrets of a kind may stand where keys do; neither field may take the other's place. */
function unusedKey(to: object, key: string): string {
  let name = key
  for (let number = 2; Object.hasOwn(to, name); number++) name = `${key} ${number}`
  return name
}

// An assignment to `__proto__`, which JSON may hold as any other key, would not make a field.
function set(to: object, key: string, value: unknown): void {
  Object.defineProperty(to, key, { value, enumerable: true, writable: true, configurable: true })
}
