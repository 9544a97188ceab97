import { type Completion, type CompletionToken, matchCommands } from './completion-menu.ts'
import { listCommands } from './local-commands.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { Talk } from './talk.ts'

/** What could be meant by a word that was begun: commands of the agent and of the terminal, or files as the agent may see them. */
export async function completeWord(
  { kind, query }: CompletionToken,
  now: () => Talk | null,
  opening: () => Promise<Talk | null>,
  texts: ReplTexts,
): Promise<readonly Completion[]> {
  if (kind === 'command')
    return matchCommands(listCommands(now()?.standing().commands ?? [], texts), query).map(
      ({ name, description, argumentHint }) => ({
        text: `/${name}${argumentHint === '' ? '' : ' '}`,
        label: `/${name}${argumentHint === '' ? '' : ` ${argumentHint}`}`,
        detail: description,
      }),
    )
  const talk = now() ?? (await opening())
  const answer = await talk?.ask({ subtype: 'file_suggestions', query })
  const found: unknown = answer?.suggestions
  if (!Array.isArray(found)) return []
  return found.flatMap(one => {
    const path: unknown = typeof one === 'object' && one !== null && 'path' in one ? one.path : undefined
    if (typeof path !== 'string') return []
    // A folder is gone on in.
    return [{ text: path.endsWith('/') ? `@${path}` : `@${path} `, label: path, detail: '' }]
  })
}
