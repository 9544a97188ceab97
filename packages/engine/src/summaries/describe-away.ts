import { type Message, messageText } from '@antiphon/core'
import { oneLine } from '@antiphon/core/ui'
import { describeCalls } from './describe-calls.ts'

/** What happened since a person's prompt, which is the first of these, in words that no model is asked for. */
export function describeAway(since: readonly Message[]): string {
  const asked = quote(since[0])
  const done = describeCalls(since)
  const said = quote(since.findLast(({ type }) => type === 'assistant'))
  return [
    ...(asked === '' ? [] : [`You asked: “${asked}”.`]),
    ...(done === null ? [] : [`${done}.`]),
    ...(said === '' ? [] : [`Last said: “${said}”`]),
  ].join(' ')
}

function quote(message: Message | undefined): string {
  return message === undefined ? '' : oneLine(messageText(message), MAX_QUOTE)
}

const MAX_QUOTE = 200
