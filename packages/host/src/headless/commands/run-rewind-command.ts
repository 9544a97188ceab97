import { isHumanTurn, type Message, type UUID } from '@antiphon/core'
import { readOwnWords } from '@antiphon/core/context'
import { formatCount, normalizeMessages, oneLine, toPersonItem } from '@antiphon/core/ui'
import { type LocalCall, permitFileUse } from '@antiphon/engine'
import type { HeadlessSession } from '../headless-session.ts'

/** Lists the prompts, the newest first, or gives files back the state that they had at one of them. */
export async function runRewindCommand(
  { agent }: HeadlessSession,
  { args: wished, session }: LocalCall,
): Promise<string> {
  const { engine } = agent
  const prompts = engine.messages().flatMap(toPromptLine).toReversed()
  if (prompts.length === 0) return 'There is no prompt yet to go back to.'
  if (wished === '')
    return [
      'Prompts, the newest first. /rewind NUMBER gives files back the state that they had at one:',
      ...prompts.slice(0, MOST_SHOWN).map((prompt, at) => `  ${at + 1}. ${shorten(prompt.words)}`),
    ].join('\n')
  const prompt = prompts[Number(wished) - 1]
  if (!prompt) return `There is no prompt ${wished}. /rewind lists them.`
  // Whoever may not write here must not bring back, either.
  const { filesChanged: paths } = await engine.rewindFiles(prompt.uuid, { dryRun: true })
  const refusal = await permitFileUse(session, { kind: 'write', paths })
  if (refusal !== null) return refusal
  const { canRewind, error, filesChanged, insertions, deletions, notices } = await engine.rewindFiles(
    prompt.uuid,
  )
  if (!canRewind) return [error ?? 'Nothing can be rewound.', ...notices].join('\n')
  return [
    `${formatCount(filesChanged.length, 'file')} as at "${shorten(prompt.words)}", +${insertions} −${deletions}. The conversation stays as it is.`,
    ...filesChanged.map(file => `  ${file}`),
    ...notices,
  ].join('\n')
}

const MOST_SHOWN = 20

type PromptLine = { readonly uuid: UUID; readonly words: string }

/** What a person said to the model; a command of a file is said as well, one that was answered here is not. */
function toPromptLine(message: Message): readonly PromptLine[] {
  if (!isHumanTurn(message)) return []
  const [first] = normalizeMessages([message])
  const item = first && toPersonItem(first)
  if (item?.kind === 'prompt') return [{ uuid: message.uuid, words: readOwnWords(message.message.content) }]
  if (item?.kind !== 'command' || !item.text.startsWith('<command-message>')) return []
  return [{ uuid: message.uuid, words: [item.name, item.input].filter(Boolean).join(' ') }]
}

function shorten(words: string): string {
  return oneLine(words, 80)
}
