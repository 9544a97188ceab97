import { createMemorySavedMessage, isAttachmentMessage, type Message } from '@antiphon/core'
import { isMemoryPlace, type MemoryPlace } from '@antiphon/core/ui'
import { readTextFileIfAny } from '../files/read-text-file.ts'
import { addLine, findMemoryFile } from '../memory/memory-place.ts'
import { appendMessages } from '../query/append-messages.ts'
import type { QueryEvent } from '../query/query-event.ts'
import type { LocalCall } from '../session/command.ts'
import type { Session } from '../session/session.ts'
import type { Turn } from '../session/turn.ts'
import { readOutcome, runPersonCall } from './run-person-call.ts'

/** `/memory` shows which files instruct the model; `/memory project words` adds the words to one of them. */
export async function* runMemoryCommand({
  args,
  session,
}: LocalCall): AsyncGenerator<QueryEvent, string, undefined> {
  if (args === '') return formatMemoryFiles(session)
  const [, place = '', words = ''] = /^(\S+)\s*([\s\S]*)$/.exec(args) ?? []
  if (!isMemoryPlace(place) || words.trim() === '')
    return 'Say whose memory, and what to remember: /memory project|user|local WORDS.'
  return yield* remember(session, place, words)
}

async function* remember(
  turn: Turn,
  place: MemoryPlace,
  words: string,
): AsyncGenerator<QueryEvent, string, undefined> {
  const tool = turn.toolbox.find('Write')
  if (!tool) return 'Nothing can write files in this session.'
  const path = await findMemoryFile(place, turn)
  const old = await readTextFileIfAny(path)
  if (old !== null && 'refusal' in old) return old.refusal
  if (old !== null)
    turn.files.set(path, { modifiedAt: old.stats.mtimeMs, content: old.text, isPartial: false })
  const content = addLine(old?.text ?? '', words)
  const input = { file_path: path, content }
  const run = yield* runPersonCall(turn, { tool, input, not: `Nothing was added to ${path}` })
  yield* appendMessages(turn, run.messages)
  if ('refusal' in run) return run.refusal
  if (run.outcome.isError === true) return readOutcome(run.outcome)
  yield* appendMessages(turn, [createMemorySavedMessage([path])])
  return `Added to ${path}. The model reads it with the next prompt.`
}

function formatMemoryFiles({ memoryPaths = [], cwd, conversation }: Session): string {
  const later = conversation.messages().flatMap(toldPaths)
  const paths = [...new Set([...memoryPaths, ...later])]
  if (paths.length === 0)
    return `No file tells the model anything. Write a CLAUDE.md in ${cwd} for what it should always know.`
  return ['Instructions for the model:', ...paths.map(path => `  ${path}`)].join('\n')
}

/** What was told on the way, or is with the next prompt: files of folders, those that came or changed, what a person added. */
function toldPaths(message: Message): readonly string[] {
  if (message.type === 'system' && message.subtype === 'memory_saved')
    return Array.isArray(message.writtenPaths)
      ? message.writtenPaths.filter(path => typeof path === 'string')
      : []
  if (!isAttachmentMessage(message)) return []
  const { attachment } = message
  if (attachment.type !== 'nested_memory' && attachment.type !== 'memory') return []
  return typeof attachment.path === 'string' ? [attachment.path] : []
}
