import { isObject } from '@antiphon/contract'
import type { PersonItem } from '@antiphon/core'
import { readCallDiff } from '@antiphon/core/changes'
import { messageText, type ToolStory, toolCallTitle } from '@antiphon/core/ui'
import { cutText } from './cut-text.ts'
import type { SecretKeeper } from './secret-keeper.ts'

/** One thing of a session as it is told: who said or did it, and the words. */
export type ToldItem = {
  readonly kind: 'person' | 'agent' | 'thinking' | 'tool' | 'note'
  readonly at: string | null
  readonly text: string
  readonly tool?: string | undefined
  readonly status?: ToolStory['status'] | undefined
  /** What the tool answered. */
  readonly output?: string | undefined
  readonly left_out_characters?: number | undefined
}

export type TellOptions = {
  readonly keeper: SecretKeeper
  /** How many characters of each text at most. */
  readonly most: number
}

/** An item without its secrets, cut to size; null for what nobody is told of. */
export function tellItem(item: PersonItem, { keeper, most }: TellOptions): ToldItem | null {
  if (item.isRetracted) return null
  const at = item.timestamp || null
  switch (item.kind) {
    case 'tool':
      return tellCall(item.story, { keeper, most })
    case 'meta':
      return null
    case 'prompt':
      return { kind: 'person', at, ...cut(keeper.text(item.text), most) }
    case 'answer':
      return item.text.trim() === '' ? null : { kind: 'agent', at, ...cut(keeper.text(item.text), most) }
    case 'thinking':
      return item.text.trim() === '' ? null : { kind: 'thinking', at, ...cut(keeper.text(item.text), most) }
    case 'command': {
      const words = [item.name, item.input].filter(Boolean).join(' ') || item.text
      const output = item.output ? cutText(keeper.text(item.output), most) : null
      return { kind: 'person', at, ...cut(keeper.text(words), most), ...(output && { output: output.text }) }
    }
    default:
      return item.text.trim() === '' ? null : { kind: 'note', at, ...cut(keeper.text(item.text), most) }
  }
}

/** A call: what it did, and what came of it. */
export function tellCall(story: ToolStory, { keeper, most }: TellOptions): ToldItem {
  const input: unknown = keeper.value({ input: story.input }).input
  const asked = cutText(describeInput(story, input, keeper), most)
  const output = cutText(keeper.text(readOutput(story)).trim(), most)
  const leftOut = asked.leftOut + output.leftOut
  return {
    kind: 'tool',
    at: story.startedAt || null,
    tool: story.name,
    status: story.status,
    text: asked.text,
    ...(output.text !== '' && { output: output.text }),
    ...(leftOut > 0 && { left_out_characters: leftOut }),
  }
}

/** What a call's result says, as text. */
export function readOutput({ result }: Pick<ToolStory, 'result'>): string {
  return messageText(result)
}

/** The command that a shell ran; undefined for other tools. */
export function readCommand({ input }: Pick<ToolStory, 'input'>): string | undefined {
  return isObject(input) && typeof input.command === 'string' ? input.command : undefined
}

function describeInput(story: ToolStory, input: unknown, keeper: SecretKeeper): string {
  const command = readCommand({ input })
  if (command !== undefined) return command
  const title = toolCallTitle(story.name, input)
  const diff = readCallDiff(story)
  if (!diff) return title
  const lines = keeper.value({ lines: diff.hunks.flatMap(hunk => hunk.lines) }).lines
  return [title, ...lines].join('\n')
}

function cut(text: string, most: number): Pick<ToldItem, 'text' | 'left_out_characters'> {
  const { text: shown, leftOut } = cutText(text, most)
  return { text: shown, ...(leftOut > 0 && { left_out_characters: leftOut }) }
}

/** An item on lines for a reader. */
export function formatToldItem(told: ToldItem, place: string): string {
  const time = told.at ? `${told.at.slice(0, 16).replace('T', ' ')} ` : ''
  const who = told.tool ? `${told.tool}${told.status === 'done' ? '' : ` (${told.status})`}` : told.kind
  const output = told.output === undefined ? '' : `\n→ ${told.output}`
  return `[${time}${who}]${place === '' ? '' : ` ${place}`}\n${told.text}${output}`
}
