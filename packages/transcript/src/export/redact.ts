import { isBase64, isObject } from '@antiphon/contract'
import { redactText } from './secrets/find-secrets.ts'
import { findHeaders } from './secrets/finders/find-headers.ts'
import { NAMED_KINDS } from './secrets/finders/find-named-secrets.ts'
import { isBasicCredentials, isSecretNamed } from './secrets/looks-secret.ts'
import { redactLines } from './secrets/redact-lines.ts'
import { readSecretName } from './secrets/secret-name.ts'
import { markSpans, redactionMark, type TakeSecret } from './secrets/secret-span.ts'
import { createValueMemory, type ValueMemory } from './secrets/value-memory.ts'

/** Takes secrets out of what leaves the machine, and counts them by kind. */
export interface Redactor {
  /** The same JSON value with a mark in the place of each secret; its shape and the format's own ids stay as they are. */
  value(value: unknown): unknown
  /** A value that was redacted, without what was found to be a secret in others: to be called when all were seen. */
  recall(value: unknown): unknown
  /** How many were replaced so far, by kind, in the order of their names. */
  counts(): RedactionCounts
}

export type RedactionCounts = Readonly<Record<string, number>>

export type RedactorOptions = {
  /** Kinds that somebody looked at and wants to keep; none unless told. */
  readonly kept?: ReadonlySet<string>
  /** Hears of every secret, also of those that are kept. */
  readonly onSecret?: (kind: string, value: string) => void
}

/** A redactor with nothing counted yet. */
export function createRedactor({ kept = new Set(), onSecret }: RedactorOptions = {}): Redactor {
  const found = new Map<string, number>()
  const memory = createValueMemory()
  const take: TakeSecret = (kind, value) => {
    onSecret?.(kind, value ?? '')
    if (kept.has(kind)) return false
    found.set(kind, (found.get(kind) ?? 0) + 1)
    if (value !== undefined) memory.add(kind, value)
    return true
  }
  const first: Treatment = {
    text: text => redactText(text, take),
    field: (field, text) => redactNamed(field, text, take),
    lines: items => redactLines(items, take),
    number: (key, value) => redactNumber(key, value, take),
  }
  const again: Treatment = {
    text: text => recallIn(text, memory, take),
    field: (_, text) => recallIn(text, memory, take),
    lines: items => items,
    number: (_, value) => value,
  }
  return {
    value: value => treatValue(value, first),
    recall: value => (memory.isEmpty() ? value : treatValue(value, again)),
    counts: () => Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1))),
  }
}

/** What becomes of the parts of a value. */
type Treatment = {
  readonly text: (text: string) => string
  readonly field: (name: string, text: string) => string
  readonly lines: (items: readonly unknown[]) => readonly unknown[]
  readonly number: (key: string, value: unknown) => unknown
}

/** A container that is being copied. Inside what a tool was given or returned, no field has a meaning of the format. */
type Work = { readonly from: object; readonly to: object; readonly isFree: boolean }

/** Without recursion: a hostile file may nest deeper than the stack. */
function treatValue(root: unknown, treatment: Treatment): unknown {
  const holder: { root?: unknown } = {}
  const open: Work[] = [{ from: { root }, to: holder, isFree: false }]
  for (let work = open.pop(); work !== undefined; work = open.pop()) {
    const { from, to, isFree } = work
    const isArray = Array.isArray(from)
    const used = new Map<string, number>()
    for (const [key, child] of Object.entries(isArray ? treatment.lines(from) : from)) {
      const name = isArray ? key : unusedKey(to, treatment.text(key), used)
      if (typeof child === 'string') set(to, name, treatField({ key, text: child, from, isFree }, treatment))
      else if (typeof child !== 'object' || child === null) set(to, name, treatment.number(key, child))
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

function treatField({ key, text, from, isFree }: Field, treatment: Treatment): string {
  if (!isFree && FORMAT_FIELDS.has(key)) return text
  if (isBytes(key, from) && isBase64(text)) return text
  return treatment.field(nameOf(key, from), text)
}

/** A field that is known by its name is a secret as a whole, one that is called like a header is read as such. */
function redactNamed(field: string, text: string, take: TakeSecret): string {
  const name = readSecretName(field)
  const redacted = redactText(text, take)
  if (redacted !== text) return redacted
  if (name !== null && isSecretNamed({ name, spelling: 'quoted', value: text }))
    return markWhole(NAMED_KINDS[name], text, take)
  if (/^_?auth$/i.test(field) && isBasicCredentials(text)) return markWhole('authorization', text, take)
  if (!/^[\w-]{1,60}$/.test(field)) return text
  const head = `${field}: `
  const inHeader = findHeaders(head + text).filter(({ start }) => start >= head.length)
  return markSpans(
    text,
    inHeader.map(span => ({ ...span, start: span.start - head.length, end: span.end - head.length })),
    take,
  )
}

function markWhole(kind: string, text: string, take: TakeSecret): string {
  return take(kind, text) ? redactionMark(kind) : text
}

function recallIn(text: string, memory: ValueMemory, take: TakeSecret): string {
  return markSpans(text, memory.find(text), take)
}

/** Passwords of digits may be stored as numbers. */
function redactNumber(key: string, value: unknown, take: TakeSecret): unknown {
  if (typeof value !== 'number' || value < 100_000 || readSecretName(key) !== 'password') return value
  return take(NAMED_KINDS.password, String(value)) ? redactionMark(NAMED_KINDS.password) : value
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
function unusedKey(to: object, key: string, used: Map<string, number>): string {
  if (!Object.hasOwn(to, key)) return key
  let number = used.get(key) ?? 2
  while (Object.hasOwn(to, `${key} ${number}`)) number += 1
  used.set(key, number + 1)
  return `${key} ${number}`
}

// An assignment to `__proto__`, which JSON may hold as any other key, would not make a field.
function set(to: object, key: string, value: unknown): void {
  Object.defineProperty(to, key, { value, enumerable: true, writable: true, configurable: true })
}
