import { isObject } from '@antiphon/contract'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'
import { type ChoiceOption, createChoicePanel } from './choice-panel.ts'
import type { Panel } from './panel.ts'
import { cutLines } from './question-panel.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { Elicitation } from './talk.ts'

export type ElicitationPanelOptions = {
  readonly elicitation: Elicitation
  readonly texts: ReplTexts
  readonly onAnswer: (response: Readonly<Record<string, unknown>>) => void
  readonly onChange: () => void
}

/** What an MCP server wants to know, a field after the other; or the page that it wants to be opened. */
export function createElicitationPanel({
  elicitation,
  texts,
  onAnswer,
  onChange,
}: ElicitationPanelOptions): Panel {
  const { request } = elicitation
  const fields = readFields(request.requested_schema)
  const content: Record<string, unknown> = {}
  let panel = fields.length === 0 ? openConsent() : openField(0, '')

  function head(extra: readonly string[]) {
    const server = oneLine(stripControl(String(request.mcp_server_name ?? '')), 80)
    return (screen: Screen, rows: number): readonly string[] => {
      const { palette, width } = screen
      const wrap = (words: string): readonly string[] => wrapText(words, width - 2)
      const asked = wrap(stripControl(String(request.message ?? ''))).map(line => `  ${line}`)
      const below = [
        ...(typeof request.url === 'string'
          ? wrap(oneLine(stripControl(request.url), 500)).map(line => `  ${palette.cyan(line)}`)
          : []),
        ...extra.flatMap(words => wrap(words)).map(line => `  ${palette.yellow(line)}`),
      ]
      // What it asks for is seen, however much it says.
      return [
        palette.bold(texts.asks(server)),
        ...cutLines(asked, Math.max(1, rows - 1 - below.length), screen),
        ...below,
      ]
    }
  }

  function openConsent(): Panel {
    return createChoicePanel({
      head: head([]),
      options: [{ label: texts.accept }, { label: texts.decline }],
      hint: texts.pick,
      onChoose: ([chosen]) => onAnswer(chosen === 0 ? { action: 'accept', content } : { action: 'decline' }),
      onCancel: () => onAnswer({ action: 'cancel' }),
      onChange,
    })
  }

  function openField(index: number, trouble: string): Panel {
    const field = fields[index]
    if (!field) throw new RangeError(`there is no field ${index}`)
    const offered: readonly ChoiceOption[] = field.values.map(value => ({
      label: oneLine(stripControl(String(value)), 200),
    }))
    const title = `${field.title}${field.isRequired ? ' *' : ''}`
    return createChoicePanel({
      head: head([title, ...(field.description ? [field.description] : []), ...(trouble ? [trouble] : [])]),
      options: [
        ...(offered.length > 0 ? offered : [{ label: texts.accept, wantsText: field.kind }]),
        { label: texts.decline },
      ],
      hint: texts.pick,
      onChoose([chosen = 0], text) {
        if (chosen === Math.max(1, offered.length)) return onAnswer({ action: 'decline' })
        const value = offered.length > 0 ? field.values[chosen] : toValue(text, field.kind)
        if (value === undefined && field.isRequired) panel = openField(index, texts.wanted)
        else next(index, field.name, value)
      },
      onCancel: () => onAnswer({ action: 'cancel' }),
      onChange,
    })
  }

  function next(index: number, name: string, value: unknown): void {
    if (value !== undefined) content[name] = value
    if (index + 1 < fields.length) panel = openField(index + 1, '')
    else onAnswer({ action: 'accept', content })
  }

  return { key: key => panel.key(key), frame: room => panel.frame(room) }
}

type SchemaField = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly kind: string
  readonly values: readonly unknown[]
  readonly isRequired: boolean
}

/** The fields of a flat schema, as the protocol promises it. */
function readFields(schema: unknown): readonly SchemaField[] {
  if (!isObject(schema) || !isObject(schema.properties)) return []
  const required: unknown = schema.required
  return Object.entries(schema.properties).flatMap(([name, field]) => {
    if (!isObject(field)) return []
    const show = (value: unknown): string =>
      typeof value === 'string' ? oneLine(stripControl(value), 200) : ''
    const kind = show(field.type) || 'string'
    return [
      {
        ...{ name, kind },
        title: show(field.title) || oneLine(stripControl(name), 100),
        description: show(field.description),
        values: Array.isArray(field.enum) ? field.enum : kind === 'boolean' ? [true, false] : [],
        isRequired: Array.isArray(required) && required.includes(name),
      },
    ]
  })
}

/** The words as the schema wants them; undefined where they are none of that. */
function toValue(text: string, kind: string): unknown {
  if (text === '') return undefined
  if (kind !== 'number' && kind !== 'integer') return text
  const number = Number(text)
  return Number.isFinite(number) && (kind === 'number' || Number.isInteger(number)) ? number : undefined
}
