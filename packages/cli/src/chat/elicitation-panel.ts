import { type ChatElicitation, type ElicitationResponse, readFieldWords } from '@antiphon/core/chat'
import { oneLine, stripControl } from '@antiphon/core/ui'
import type { Screen } from '../terminal/screen.ts'
import { wrapText } from '../terminal/text-width.ts'
import { type ChoiceOption, createChoicePanel } from './choice-panel.ts'
import { createHeadScroll } from './head-scroll.ts'
import type { Panel } from './panel.ts'
import type { ReplTexts } from './repl-texts.ts'

export type ElicitationPanelOptions = {
  readonly elicitation: ChatElicitation
  readonly texts: ReplTexts
  readonly onAnswer: (response: ElicitationResponse) => void
  /** Shows a page in the person's browser. */
  readonly openPage: (url: string) => void
  readonly onChange: () => void
}

/** What an MCP server wants to know, a field after the other; or the page that it wants to be opened. */
export function createElicitationPanel({
  elicitation,
  texts,
  onAnswer,
  openPage,
  onChange,
}: ElicitationPanelOptions): Panel {
  const { serverName, message, url, fields } = elicitation
  const content: Record<string, unknown> = {}
  const scroll = createHeadScroll()
  let step = 0
  let panel = fields.length === 0 ? openConsent() : openField(0, '')

  function head(extra: readonly string[]) {
    return (screen: Screen, rows: number): readonly string[] => {
      const { palette, width } = screen
      const wrap = (words: string): readonly string[] => wrapText(words, width - 2)
      const asked = wrap(message).map(line => `  ${line}`)
      const below = [
        // Whole, so that it can be copied to a browser elsewhere.
        ...(url === undefined ? [] : wrap(url).map(line => `  ${palette.cyan(line)}`)),
        ...extra.flatMap(words => wrap(words)).map(line => `  ${palette.yellow(line)}`),
      ]
      // What it asks for is seen, however much it says.
      return [
        palette.bold(texts.asks(serverName)),
        ...scroll.cut(asked, Math.max(1, rows - 1 - below.length), screen),
        ...below,
      ]
    }
  }

  function openConsent(): Panel {
    return createChoicePanel({
      head: head([]),
      scroll,
      options: [{ label: url === undefined ? texts.accept : texts.openPage }, { label: texts.decline }],
      hint: texts.pick,
      onChoose([chosen]) {
        if (chosen !== 0) return onAnswer({ action: 'decline' })
        if (url !== undefined && url !== '') openPage(url)
        onAnswer({ action: 'accept', content })
      },
      onCancel: () => onAnswer({ action: 'cancel' }),
      onChange,
    })
  }

  function openField(index: number, trouble: string): Panel {
    const field = fields[index]
    if (!field) throw new RangeError(`there is no field ${index}`)
    const { values, initial } = field
    const isMultiple = field.kind === 'choices'
    const isInitial = (value: unknown): boolean =>
      isMultiple ? Array.isArray(initial) && initial.includes(value) : value === initial
    const offered: readonly ChoiceOption[] = values.map(({ value, label }) => ({
      label,
      ...(isInitial(value) && { detail: texts.proposed }),
    }))
    const title = `${field.title}${field.isRequired ? ' *' : ''}`
    const hint =
      initial === undefined ? field.kind : `${texts.proposed}: ${oneLine(stripControl(String(initial)), 80)}`
    return createChoicePanel({
      head: head([title, ...(field.description ? [field.description] : []), ...(trouble ? [trouble] : [])]),
      scroll,
      options: [
        ...(offered.length > 0 ? offered : [{ label: texts.accept, wantsText: hint }]),
        { label: texts.decline },
      ],
      isMultiple,
      hint: isMultiple ? texts.submit : texts.pick,
      onChoose(chosen, text) {
        if (chosen.includes(Math.max(1, offered.length))) return onAnswer({ action: 'decline' })
        const picked = chosen.flatMap(at => values[at]?.value ?? [])
        const value = offered.length === 0 ? readFieldWords(field, text) : isMultiple ? picked : picked[0]
        const isProposed = text === '' && initial !== undefined
        if (value === undefined && !isProposed && (field.isRequired || text !== ''))
          panel = openField(index, texts.wanted)
        // What is left out has the value that the server proposed.
        else next(index, field.name, value)
      },
      onCancel: () => onAnswer({ action: 'cancel' }),
      onChange,
    })
  }

  function next(index: number, name: string, value: unknown): void {
    if (value !== undefined) content[name] = value
    step = index + 1
    if (step < fields.length) panel = openField(step, '')
    else onAnswer({ action: 'accept', content })
  }

  return { key: key => panel.key(key), frame: room => panel.frame(room), step: () => step }
}
