import { oneLine } from '@antiphon/core'
import { readPersonText } from '../situation/person-text.ts'
import { saidIn } from '../situation/situation.ts'
import type { SideRequest, SideView } from './side-request.ts'

/** A title for the conversation, or whether it has a new topic: the first words of what the person wants. */
export const title: SideRequest = {
  name: 'title',
  answer(view) {
    if (view.hasTools) return null
    const asked = `${view.system}\n${view.last}`
    if (!ASKED.test(asked)) return null
    const text = shortTitle(wordsOf(view))
    const keys = KEYS.filter(key => new RegExp(`["'\`]${key}["'\`]`).test(asked))
    if (keys.length === 0) return text
    return JSON.stringify(Object.fromEntries(keys.map(key => [key, valueFor(key, text)])))
  },
}

const ASKED =
  /\b(?:generate|write|create|come up with|extract|provide|give|suggest)\b[^.\n]{0,120}\b(?:title|name for (?:this|the) (?:conversation|session|branch))\b|\bnew (?:conversation )?topic\b|isNewTopic|(?:生成|写|起)[^。\n]{0,20}(?:标题|名字)/i
const KEYS: readonly string[] = ['isNewTopic', 'title', 'branch', 'name']

function valueFor(key: string, text: string): string | boolean {
  if (key === 'isNewTopic') return true
  if (key !== 'branch') return text
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `claude/${slug || 'session'}`
}

/** What the title is of: what is in the last message where it quotes, else what was said first. */
function wordsOf({ last, request }: SideView): string {
  const said = readPersonText(last).text
  const quoted = /<(session|conversation|message|user_message|text)>\s*([\s\S]*?)\s*<\/\1>/.exec(said)?.[2]
  if (quoted !== undefined) return quoted
  if (!ASKED.test(said)) return said
  const behind = /[:：]\s*\n?([\s\S]+)$/.exec(said)?.[1]
  if (behind !== undefined && !ASKED.test(behind)) return behind
  const first = request.messages.find(({ role }) => role === 'user')
  const opening = first ? readPersonText(saidIn(first)).text : ''
  return ASKED.test(opening) ? '' : opening
}

function shortTitle(text: string): string {
  const line = oneLine(text.replace(/^(?:please|can you|could you|请|帮我)\s*/i, ''), 200)
  const words = line.split(' ').slice(0, 7).join(' ')
  const cut = [...words]
    .slice(0, 50)
    .join('')
    .replace(/[.,;:!?。，！？…]+$/, '')
  return cut === '' ? 'New conversation' : cut.charAt(0).toUpperCase() + cut.slice(1)
}
