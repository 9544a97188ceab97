import { isObject } from '@antiphon/contract'
import { createHumanOrigin, type MessageAuthor } from '../message/index.ts'
import { readArray, readText } from '../message/read-field.ts'
import { oneLine, stripControl } from '../ui/index.ts'

/** Something that an MCP server wants to know of the person, or a page that it wants them to open. */
export type ChatElicitation = {
  readonly requestId: string
  readonly serverName: string
  readonly message: string
  /** The page; undefined where it is a form. */
  readonly url: string | undefined
  readonly fields: readonly ElicitationField[]
}

/** One thing that is asked; what a server says of it is in one line without control characters. */
export type ElicitationField = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly kind: 'text' | 'number' | 'integer' | 'choice' | 'choices'
  /** What can be chosen; empty where words are wanted. */
  readonly values: readonly { readonly value: string | boolean; readonly label: string }[]
  readonly isRequired: boolean
  /** What holds where the person says nothing; undefined where nothing does. */
  readonly initial: unknown
}

/** What a person answered. */
export type ElicitationResponse =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, unknown>> }
  | { readonly action: 'decline' | 'cancel' }

/** The question in a frame; undefined for frames that are none of a server. */
export function readElicitation(frame: unknown): ChatElicitation | undefined {
  const requestId = readText(frame, 'request_id')
  const request = isObject(frame) ? frame.request : undefined
  if (!isObject(request) || requestId === undefined || request.subtype !== 'elicitation') return undefined
  const url = readText(request, 'url')
  return {
    requestId,
    serverName: oneLine(stripControl(readText(request, 'mcp_server_name') ?? ''), 80),
    message: stripControl(readText(request, 'message') ?? ''),
    url: url === undefined ? undefined : readPage(url),
    fields: readFields(request.requested_schema),
  }
}

/** The frame that answers one. */
export function createElicitationFrame(
  { requestId }: Pick<ChatElicitation, 'requestId'>,
  response: ElicitationResponse,
  author: MessageAuthor,
): Readonly<Record<string, unknown>> {
  return {
    type: 'control_response',
    origin: createHumanOrigin(author),
    response: { subtype: 'success', request_id: requestId, response },
  }
}

/** What words mean to a field; undefined where they are nothing that it takes. */
export function readFieldWords({ kind }: ElicitationField, words: string): unknown {
  const text = words.trim()
  if (text === '') return undefined
  if (kind !== 'number' && kind !== 'integer') return words
  const number = Number(text)
  return Number.isFinite(number) && (kind === 'number' || Number.isInteger(number)) ? number : undefined
}

/** A server may name anything: only pages of the web are ever opened. */
function readPage(url: string): string {
  const line = oneLine(stripControl(url), MAX_URL)
  return /^https?:\/\//i.test(line) ? line : ''
}

const MAX_URL = 4_000

/** The fields of a flat schema, as the protocol promises it. */
function readFields(schema: unknown): readonly ElicitationField[] {
  if (!isObject(schema) || !isObject(schema.properties)) return []
  const required = readArray(schema, 'required')
  return Object.entries(schema.properties)
    .slice(0, MAX_FIELDS)
    .flatMap(([name, field]) => {
      if (!isObject(field)) return []
      const show = (key: string): string => oneLine(stripControl(readText(field, key) ?? ''), 200)
      const values = readValues(field)
      return [
        {
          ...{ name, values, kind: readKind(field, values.length > 0) },
          title: show('title') || oneLine(stripControl(name), 100),
          description: show('description'),
          isRequired: required.includes(name),
          initial: field.default,
        },
      ]
    })
}

const MAX_FIELDS = 50
const MAX_VALUES = 200

function readKind(field: Readonly<Record<string, unknown>>, isChosen: boolean): ElicitationField['kind'] {
  if (field.type === 'array') return 'choices'
  if (isChosen) return 'choice'
  return field.type === 'number' || field.type === 'integer' ? field.type : 'text'
}

/** Choices are told in four ways: with titles or without, one of them or several. */
function readValues(field: Readonly<Record<string, unknown>>): ElicitationField['values'] {
  if (field.type === 'boolean') return [true, false].map(value => ({ value, label: String(value) }))
  const from = field.type === 'array' && isObject(field.items) ? field.items : field
  const titled = [...readArray(from, 'oneOf'), ...readArray(from, 'anyOf')].filter(isObject)
  const names = readArray(from, 'enumNames')
  const all = [
    ...titled.map(one => [one.const, one.title] as const),
    ...readArray(from, 'enum').map((value, at) => [value, names[at]] as const),
  ]
  return all.slice(0, MAX_VALUES).flatMap(([value, label]) => {
    if (typeof value !== 'string') return []
    return [{ value, label: oneLine(stripControl(typeof label === 'string' ? label : value), 200) }]
  })
}
